/** Argon2id with the parameters recommended by OWASP. Bun computes it on other threads. */
const ARGON = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/**
 * Hashes a password that a person chose. Use `hashKey` for random secrets.
 * @example
 * const hash = await hashPassword("correct horse");
 * await verifyPassword({ hash, password: "correct horse" }); // true
 */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON);

/**
 * True if a password has this hash.
 * @example
 * const hash = await hashPassword("correct horse");
 * await verifyPassword({ hash, password: "battery staple" }); // false
 */
export const verifyPassword = ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  Bun.password.verify(password, hash);
