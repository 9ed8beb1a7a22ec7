import { type FailCategory, PostLaterError, RefusedError } from "vireo/slots/social";
import { createVendor, type Vendor, type VendorResponse } from "vireo/vendor";

export interface App {
  clientId: string;
  clientSecret: string;
  apiUrl: string;
  loginUrl: string;
}

export const createApi = ({ apiUrl, clientSecret }: App): Vendor =>
  createVendor({
    title: "TikTok",
    baseUrl: apiUrl,
    headers: {},
    secrets: [clientSecret],
    keyName: "TIKTOK_CLIENT_ID",
    // Errors of the token endpoint have a different format.
    getErrorMessage: (json) => {
      const { error, error_description } = (json ?? {}) as { error?: unknown; error_description?: unknown };
      const { code, message } = (typeof error === "object" && error ? error : {}) as Record<string, unknown>;
      return [typeof error === "string" ? error : code, message || error_description]
        .filter((part) => typeof part === "string" && part)
        .join(": ");
    },
  });

/** Returns the code of a response: `ok`, or the error. */
export function getCode({ json }: Pick<VendorResponse, "json">): string {
  const code = (json as { error?: { code?: unknown } } | null | undefined)?.error?.code;
  return typeof code === "string" ? code : "";
}

export const isRejectedToken = (response: VendorResponse): boolean => getCode(response) === "access_token_invalid";

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Codes after which TikTok accepts the post later, with the delay. */
const later: Record<string, [afterMs: number, message: string]> = {
  spam_risk_too_many_posts: [HOUR, "TikTok accepts no more posts from this account today."],
  spam_risk_too_many_pending_share: [
    HOUR,
    "The account's TikTok inbox holds five videos. Finish or discard one in the app.",
  ],
  reached_active_user_cap: [
    HOUR,
    "Your TikTok app has reached its number of users for today. Unaudited apps are limited to five.",
  ],
  rate_limit_exceeded: [MINUTE, "TikTok limits the requests of this account."],
};

const refusals: Record<string, [category: FailCategory, message: string]> = {
  spam_risk_user_banned_from_posting: ["account_issue", "TikTok does not allow this account to post."],
  spam_risk: ["platform_rejected", "TikTok treats the post as spam."],
  spam_risk_text: ["user_content", "TikTok treats the text as spam."],
  unaudited_client_can_only_post_to_private_accounts: [
    "account_issue",
    "Your TikTok app has not been audited. Until then, it can only post SELF_ONLY to private accounts.",
  ],
  privacy_level_option_mismatch: [
    "user_content",
    "This account does not support the privacy level. GET …/creator-info lists what it supports.",
  ],
  scope_not_authorized: [
    "auth_expired",
    "The account did not allow Vireo to post. Reconnect it and grant all permissions.",
  ],
  scope_permission_missed: [
    "auth_expired",
    "The account did not allow Vireo to post. Reconnect it and grant all permissions.",
  ],
  url_ownership_unverified: [
    "media_unavailable",
    "TikTok fetches photos only from addresses that your app has verified. Add this server's address in TikTok's developer portal.",
  ],
  app_version_check_failed: ["account_issue", "The TikTok app of this account is too old for the inbox. Update it."],
};

/** Converts a refusal to an error for `prepare`. Anything uncertain is a temporary error, and retried. */
export function toError(api: Vendor, response: VendorResponse): Error {
  const code = getCode(response);
  const delay = Object.hasOwn(later, code) ? later[code] : undefined;
  if (delay) return new PostLaterError(...delay);
  const refusal = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (refusal) return new RefusedError(...refusal);
  const message = api.errorMessage(response);
  if (code === "invalid_params" || code === "invalid_param" || code === "invalid_file_upload")
    return new RefusedError("user_content", `TikTok rejected the post: ${message}`);
  return new Error(`TikTok responded with ${response.status}. ${message}`.trim());
}
