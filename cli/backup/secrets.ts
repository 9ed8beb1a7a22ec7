import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { DamagedError } from "./tar";

export const SECRETS = "secrets.json";
/** Present only in backups that are encrypted as a whole. */
export const KEYS = "keys.json";

/** Part of a backup that is protected by a passphrase, unless the whole backup is encrypted. */
export interface BackupSecrets {
  /** Keys of the secrets in the rows, in base64. The first one seals. */
  keys: readonly string[];
  /** Content of vireo.config.ts, which may contain vendor keys. */
  config?: string;
}

/** JSON in the archive, with binary values in base64. */
interface Locked {
  kdf: { name: "scrypt"; salt: string; cost: number; blockSize: number; parallelization: number };
  cipher: "aes-256-gcm";
  nonce: string;
  tag: string;
  content: string;
}

const KDF = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };
const MAX_COST = 2 ** 20;
const BYTES = { key: 32, salt: 16, nonce: 12 };
export const MIN_PASSPHRASE = 12;

function deriveKey(
  passphrase: string,
  salt: Buffer,
  { cost, blockSize, parallelization }: typeof KDF,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 256 * cost * blockSize };
  scrypt(passphrase.normalize(), salt, BYTES.key, options, (error, key) => (error ? reject(error) : resolve(key)));
  return promise;
}

/** Encrypts the secrets of a backup with a passphrase. */
export async function lockSecrets(secrets: BackupSecrets, passphrase: string): Promise<Locked> {
  const salt = randomBytes(BYTES.salt);
  const nonce = randomBytes(BYTES.nonce);
  const cipher = createCipheriv("aes-256-gcm", await deriveKey(passphrase, salt, KDF), nonce);
  const content = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return {
    kdf: { name: "scrypt", salt: salt.toString("base64"), ...KDF },
    cipher: "aes-256-gcm",
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    content: content.toString("base64"),
  };
}

/** Decrypts the secrets of a backup. Throws if the passphrase is wrong. */
export async function unlockSecrets({ kdf, nonce, tag, content }: Locked, passphrase: string): Promise<BackupSecrets> {
  if (kdf.cost > MAX_COST || kdf.blockSize > 64) throw new DamagedError("The backup's secrets are damaged.");
  const fromBase64 = (text: string) => Buffer.from(text, "base64");
  const key = await deriveKey(passphrase, fromBase64(kdf.salt), kdf);
  const decipher = createDecipheriv("aes-256-gcm", key, fromBase64(nonce)).setAuthTag(fromBase64(tag));
  try {
    const text = decipher.update(fromBase64(content), undefined, "utf8") + decipher.final("utf8");
    return JSON.parse(text) as BackupSecrets;
  } catch {
    throw new Error("The passphrase is wrong: the backup's secrets cannot be decrypted.");
  }
}

export type { Locked };
