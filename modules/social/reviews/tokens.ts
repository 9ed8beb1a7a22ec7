/** Tokens of links for people without an account. Only their hashes are stored. */
import { invalid } from "vireo/errors";
import { randomBase62 } from "vireo/ids";
import { DEFAULT_DAYS, MAX_DAYS } from "./schema";

const DAY_MS = 86_400_000;
/** 256 bits in base 62. */
const TOKEN_LENGTH = 43;

export const isToken = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);

/** Creates a token, and the link that has it. */
export function createToken(origin: string): { token: string; url: string } {
  const token = randomBase62(TOKEN_LENGTH);
  return { token, url: `${origin}/review/${token}` };
}

/** Returns the time at which links end. Throws `validation_error`. */
export function checkExpiry(expiresAt: number | undefined, now: number): Date {
  if (expiresAt === undefined) return new Date(now + DEFAULT_DAYS * DAY_MS);
  if (expiresAt <= now)
    throw invalid("expiresAt", `Must be in the future. The time is now ${new Date(now).toISOString()}.`);
  if (expiresAt > now + MAX_DAYS * DAY_MS) throw invalid("expiresAt", `Must be within ${MAX_DAYS} days.`);
  return new Date(expiresAt);
}
