import type { Failed } from "vireo/slots/social";

type Category = Failed["category"];

/** Meaning of a target's status. Targets with other statuses are read again. */
export const targetStates: Record<string, "working" | "published" | "failed" | "cancelled"> = {
  pending: "working",
  processing: "working",
  uploading: "working",
  published: "published",
  failed: "failed",
  cancelled: "cancelled",
};

/** Statuses of posts in progress, whose failed targets Zernio may retry. */
export const openPosts: ReadonlySet<unknown> = new Set(["scheduled", "publishing"]);

/** Maps Zernio's `errorCategory` to categories of the slot. */
export const categories: Record<string, Category> = {
  auth_expired: "auth_expired",
  user_content: "user_content",
  user_abuse: "platform_rate_limit",
  account_issue: "account_issue",
  platform_rejected: "platform_rejected",
  platform_error: "platform_error",
  platform_rate_limit: "platform_rate_limit",
  quota_exhausted: "quota_exhausted",
  system_error: "provider_unavailable",
  unknown: "platform_error",
};

/** Statuses of a create that definitely created nothing. After any other a post may exist. */
export const refusals: Record<number, Category> = {
  400: "user_content",
  401: "provider_unavailable",
  402: "quota_exhausted",
  403: "account_issue",
  404: "account_issue",
  409: "user_content",
  413: "user_content",
  415: "user_content",
  422: "user_content",
  429: "platform_rate_limit",
};

/** Codes of refusals that are more specific than the status. */
export const refusalCodes: Record<string, Category> = {
  ACCOUNT_DISCONNECTED: "auth_expired",
  ACCOUNT_NOT_ENABLED_FOR_POSTING: "account_issue",
  PROFILE_OVER_LIMIT: "quota_exhausted",
  insufficient_permissions: "provider_unavailable",
};
