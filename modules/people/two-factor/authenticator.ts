/** Codes of authenticator apps (TOTP, RFC 6238), with parameters that every app supports. */
const DIGITS = 6;
const PERIOD_S = 30;
/** Accepted steps before and after the current one, because clocks differ. */
const WINDOW = 1;

async function create(secret: string, label?: string) {
  const { Secret, TOTP } = await import("otpauth");
  return new TOTP({
    issuer: "Vireo",
    label: label || undefined,
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: PERIOD_S,
  });
}

/** Generates a secret of 160 bits in base 32. */
export async function createSecret(): Promise<string> {
  const { Secret } = await import("otpauth");
  return new Secret({ size: 20 }).base32;
}

/** Builds the URI that authenticator apps read from a QR code. */
export const createUri = async (secret: string, email: string): Promise<string> =>
  (await create(secret, email)).toString();

/** Returns the time step of a code. Undefined for a wrong code. */
export async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const totp = await create(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
