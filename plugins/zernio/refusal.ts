import type { Failed, Sent } from "vireo/slots/social";
import type { ZernioResponse } from "./client";
import { readMessage, readObject, readText } from "./json";
import { failed } from "./outcome";
import { platforms, refusalCodes, refusals } from "./tables";

/** Advice by category, appended to Zernio's message. */
const advice: Partial<Record<Failed["category"], string>> = {
  auth_expired: "Reconnect the account at Zernio, then retry the post.",
  platform_rate_limit: "Retry later.",
};

/**
 * Returns a definite refusal. Undefined if a post may have been created. Only errors in JSON come from Zernio itself.
 */
export function parseRefusal({ status, headers, body }: ZernioResponse, account: Sent["account"]): Failed | undefined {
  const message = readMessage(body);
  const byStatus = refusals[status];
  if (!byStatus || !message) return undefined;
  const code = readText(readObject(body).code);
  const category = (code && Object.hasOwn(refusalCodes, code) ? refusalCodes[code] : undefined) ?? byStatus;
  if (status === 401) return failed(category, "Zernio rejected this server's API key.");
  const after = status === 429 ? headers.get("retry-after") : null;
  const wait = after && /^\d{1,6}$/.test(after) ? `Retry in ${after} s.` : advice[category];
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return failed(
    category,
    `Zernio rejected the post to ${platforms[account.platform]}: ${sentence}${wait ? ` ${wait}` : ""}`,
  );
}
