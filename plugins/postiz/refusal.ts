import type { Failed } from "vireo/slots/social";
import type { Answer } from "./api";

type Category = Failed["category"];

/**
 * Answers after which it is certain that nothing was made of a request: it was refused before it was
 * looked at, or as it was. Any other status may come from a proxy that gave up on a server which did not.
 */
const refusals: Record<number, { category: Category; message: string }> = {
  400: { category: "user_content", message: "Postiz refused the post" },
  401: { category: "provider_unavailable", message: "Postiz does not accept the API key (POSTIZ_API_KEY)" },
  402: { category: "quota_exhausted", message: "The plan at Postiz allows no more posts" },
  403: { category: "provider_unavailable", message: "Postiz does not allow this key to post" },
  404: { category: "provider_unavailable", message: "There is no public API of Postiz at this address (POSTIZ_URL)" },
  405: { category: "provider_unavailable", message: "There is no public API of Postiz at this address (POSTIZ_URL)" },
  413: { category: "user_content", message: "The post is too large for Postiz" },
  415: { category: "user_content", message: "Postiz refused the form of the post" },
  422: { category: "user_content", message: "Postiz refused the post" },
  429: { category: "platform_rate_limit", message: "Postiz takes no more posts of this organisation for now" },
};

export const failed = (category: Category, message: string): Failed => ({ state: "failed", category, message });

const withWords = (message: string, said: string) => (said ? `${message}: ${said}` : `${message}.`);

/** The failure that an answer certainly means; undefined where nothing is certain. */
export function refusalOf({ status, said }: Answer): Failed | undefined {
  const refusal = refusals[status];
  if (!refusal) return undefined;
  const isChannel = status === 400 && /integration.{0,100}not found/i.test(said);
  return failed(isChannel ? "account_issue" : refusal.category, withWords(refusal.message, said));
}

/** For calls that change nothing: an answer that is of no use. */
export const unexpected = (what: string, { status, said }: Answer): Error =>
  new Error(withWords(`Postiz did not ${what}: it answered with status ${status}`, said));
