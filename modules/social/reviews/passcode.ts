/** Passcodes of review links. They may be short, so their hash is slow and few attempts are allowed. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { verifyPassword } from "vireo/access";
import { fromNow } from "vireo/leases";
import type { Social } from "../context";
import type { OpenLink } from "./links";

/** Number of wrong passcodes after which a link ends. */
const MAX_WRONG = 10;
/** Time for which the browser need not send the passcode again. */
const PASS_SECONDS = 12 * 3600;

/** Returns true if the passcode is right. Each attempt is counted before the check, so parallel requests allow no more. */
export async function tryPasscode({ db }: Social, { review, reviewer }: OpenLink, passcode: string): Promise<boolean> {
  const counted = await db
    .updateTable("social_reviewers")
    .set((eb) => ({ wrong_passcodes: eb("wrong_passcodes", "+", 1) }))
    .where("id", "=", reviewer.id)
    .where("wrong_passcodes", "<", MAX_WRONG)
    .returning("wrong_passcodes")
    .executeTakeFirst();
  if (!counted || review.passcode_hash === null) return false;
  const isRight = await verifyPassword({ hash: review.passcode_hash, password: passcode });
  if (isRight)
    await db.updateTable("social_reviewers").set({ wrong_passcodes: 0 }).where("id", "=", reviewer.id).execute();
  else if (counted.wrong_passcodes >= MAX_WRONG)
    await db.updateTable("social_reviewers").set({ revoked_at: fromNow() }).where("id", "=", reviewer.id).execute();
  return isRight;
}

const getName = (isSecure: boolean) => (isSecure ? "__Secure-vireo_review" : "vireo_review");

/** Signs the end of a pass with what only the database knows: the salted hash of the passcode. */
const sign = ({ review, reviewer }: OpenLink, until: string): Buffer =>
  createHmac("sha256", review.passcode_hash ?? "")
    .update(`${reviewer.id} ${until}`)
    .digest();

/** Returns a Set-Cookie header that stands for the right passcode, for this link alone. */
export function createPass({ host, now }: Social, link: OpenLink, token: string): string {
  const isSecure = host.origin.startsWith("https:");
  const until = String(now() + PASS_SECONDS * 1000);
  // Lax, because the link is opened from a mail.
  const attributes = `Path=/review/${token}; Max-Age=${PASS_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${getName(isSecure)}=${until}.${sign(link, until).toString("base64url")}; ${attributes}`;
}

/** True if the link needs no passcode, or the browser has sent it. */
export function hasPass({ host, now }: Social, link: OpenLink, { headers }: Request): boolean {
  if (link.review.passcode_hash === null) return true;
  const name = getName(host.origin.startsWith("https:"));
  const pair = headers
    .get("cookie")
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`));
  const [until = "", signature = ""] = pair?.slice(name.length + 1).split(".") ?? [];
  const expected = sign(link, until);
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > now();
}
