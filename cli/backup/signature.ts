/**
 * Signs backups with the server's key for secrets. Encryption alone does not say who made a backup: whoever knows the
 * public key, and can write to where backups are, could put another one there.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveSecrets, type SecretKey } from "#core/secrets/key-ring";
import type { Manifest, Signature } from "./format";
import { DamagedError } from "./tar";

const PURPOSE = "backups";

/** `digest`: of the names and checksums of all files before the manifest. */
function computeMac(key: SecretKey, { signature: _, ...manifest }: Manifest, digest: string): Buffer {
  const [secret] = deriveSecrets([key], PURPOSE);
  return createHmac("sha256", secret!)
    .update(`${digest}\n${JSON.stringify(manifest)}`)
    .digest();
}

/** Signs with the current key. Undefined without a key. */
export function signBackup(keys: readonly SecretKey[], manifest: Manifest, digest: string): Signature | undefined {
  const [key] = keys;
  return key && { key: key.id, mac: computeMac(key, manifest, digest).toString("hex") };
}

export type Origin = "verified" | "unsigned" | "unknown";

/**
 * Checks who made a backup, with the keys of this server and none from the backup. "unknown": this server does not have
 * the key. Throws DamagedError for a wrong signature.
 */
export function checkOrigin(keys: readonly SecretKey[], manifest: Manifest, digest: string): Origin {
  const { signature } = manifest;
  if (!signature) return "unsigned";
  const key = keys.find(({ id }) => id === signature.key);
  if (!key) return "unknown";
  const mac = Buffer.from(String(signature.mac), "hex");
  const expected = computeMac(key, manifest, digest);
  if (mac.length === expected.length && timingSafeEqual(mac, expected)) return "verified";
  throw new DamagedError("The backup was not made by the server that has this key: its signature is wrong.");
}

/** Says what is not known about the origin of a backup. Undefined if it is verified. */
export const describeOrigin = (origin: Origin): string | undefined =>
  ({
    verified: undefined,
    unsigned:
      "The backup is not signed, as those of earlier versions are not. Restore it only if nobody else can write to where it was.",
    unknown:
      "The backup's signature was not checked, because this server does not have the key of the server that made it. Copy that server's secret.key first, or restore the backup only if nobody else can write to where it was.",
  })[origin];
