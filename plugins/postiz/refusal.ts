import type { FailCategory, Failed } from "vireo/slots/social";

/**
 * Statuses that guarantee that nothing was published: the request was rejected before or because of its content. Any
 * other status may come from a proxy that gave up while the server did not.
 */
const REFUSALS: Record<number, { category: FailCategory; message: string }> = {
  400: { category: "user_content", message: "Postiz rejected the post" },
  401: { category: "provider_unavailable", message: "Postiz rejected the API key (POSTIZ_API_KEY)" },
  402: { category: "quota_exhausted", message: "The Postiz plan allows no more posts" },
  403: { category: "provider_unavailable", message: "Postiz does not allow this key to post" },
  404: { category: "provider_unavailable", message: "Postiz's public API is not at this URL (POSTIZ_URL)" },
  405: { category: "provider_unavailable", message: "Postiz's public API is not at this URL (POSTIZ_URL)" },
  413: { category: "user_content", message: "The post is too large for Postiz" },
  415: { category: "user_content", message: "Postiz rejected the post's format" },
  422: { category: "user_content", message: "Postiz rejected the post" },
  429: { category: "platform_rate_limit", message: "Postiz is rate limiting this organisation" },
};

export const failed = (category: FailCategory, message: string): Failed => ({ state: "failed", category, message });

/** Maps a status and its message to a definite failure. Undefined if a post may exist. */
export function parseRefusal(status: number, message: string): Failed | undefined {
  const refusal = REFUSALS[status];
  if (!refusal) return undefined;
  const isAboutChannel = status === 400 && /integration.{0,100}not found/i.test(message);
  const text = message ? `${refusal.message}: ${message}` : `${refusal.message}.`;
  return failed(isAboutChannel ? "account_issue" : refusal.category, text);
}
