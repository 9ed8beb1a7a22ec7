import { type FailCategory, PostLaterError, RefusedError } from "vireo/slots/social";
import { findErrorMessage, type VendorResponse } from "vireo/vendor/response";

const HOUR = 3_600_000;

/** Reasons after which YouTube accepts the post later, with the delay. */
const later: Record<string, [afterMs: number, message: string]> = {
  quotaExceeded: [HOUR, "The daily quota of your Google app is exhausted. YouTube resets it at midnight Pacific Time."],
  dailyLimitExceeded: [
    HOUR,
    "The daily quota of your Google app is exhausted. YouTube resets it at midnight Pacific Time.",
  ],
  uploadLimitExceeded: [HOUR, "YouTube accepts no more videos from this channel today."],
  rateLimitExceeded: [60_000, "YouTube limits the requests of your app."],
  userRateLimitExceeded: [60_000, "YouTube limits the requests of this channel."],
};

/** Reasons that concern the account or the app. All others of a 400 or 403 concern the post. */
const categories: Record<string, FailCategory> = {
  youtubeSignupRequired: "account_issue",
  forbidden: "account_issue",
  channelClosed: "account_issue",
  channelSuspended: "account_issue",
  authenticatedUserAccountClosed: "account_issue",
  authenticatedUserAccountSuspended: "account_issue",
  insufficientPermissions: "auth_expired",
  accessNotConfigured: "provider_unavailable",
};

interface ErrorBody {
  error?: { errors?: readonly { reason?: unknown }[] };
}

export function getReason({ json }: Pick<VendorResponse, "json">): string {
  const reason = (json as ErrorBody | null | undefined)?.error?.errors?.[0]?.reason;
  return typeof reason === "string" ? reason : "";
}

/** Converts a refusal to an error for `prepare`. Anything uncertain is a temporary error, and retried. */
export function toError(response: VendorResponse): Error {
  const { status, json } = response;
  const message = findErrorMessage(json)
    .replace(/<[^>]*>/g, "")
    .slice(0, 300);
  const reason = getReason(response);
  const delay = Object.hasOwn(later, reason) ? later[reason] : undefined;
  if (delay) return new PostLaterError(...delay);
  if (message && (status === 400 || status === 403)) {
    const category = (Object.hasOwn(categories, reason) ? categories[reason] : undefined) ?? "user_content";
    return new RefusedError(category, `YouTube rejected the video: ${message}`);
  }
  return new Error(`YouTube responded with ${status}. ${message}`.trim());
}
