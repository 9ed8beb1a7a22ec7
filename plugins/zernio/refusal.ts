import type { Failed, Sent } from "vireo/slots/social";
import { type Answer, said } from "./client";
import { fields, text } from "./json";
import { failed } from "./outcome";
import { platforms, refusalCodes, refusals } from "./tables";

/** What to do about a refusal, by its category, where Zernio's own words leave that open. */
const advice: Partial<Record<Failed["category"], string>> = {
  auth_expired: "Connect the account again at Zernio, then retry the post.",
  platform_rate_limit: "Retry it later.",
};

/** A refusal that is certain; undefined where something may have been made. Only an error in JSON is Zernio's own. */
export function refusalOf({ status, headers, body }: Answer, account: Sent["account"]): Failed | undefined {
  const words = said(body);
  const byStatus = refusals[status];
  if (!byStatus || !words) return undefined;
  const code = text(fields(body).code);
  const category = (code && Object.hasOwn(refusalCodes, code) ? refusalCodes[code] : undefined) ?? byStatus;
  if (status === 401) return failed(category, "Zernio refuses the API key of this server.");
  const after = status === 429 ? headers.get("retry-after") : null;
  const wait = after && /^\d{1,6}$/.test(after) ? `Retry it in ${after} s.` : advice[category];
  const sentence = /[.!?]$/.test(words) ? words : `${words}.`;
  return failed(
    category,
    `Zernio refused the post to ${platforms[account.platform]}: ${sentence}${wait ? ` ${wait}` : ""}`,
  );
}
