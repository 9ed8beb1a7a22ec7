import { fromString, fromUUID, toUUID } from "typeid-js";

/** Ids are TypeIDs (prefix and UUIDv7 in base32) in the API, and plain uuids in the database. */
export const newUuid = (): string => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * Returns the creation time of a UUIDv7, in milliseconds since the epoch. Undefined for other versions, which contain
 * no time.
 */
export const readUuidTime = (uuid: string): number | undefined =>
  uuid[14] === "7" ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined;

export const toPublicId = (prefix: string, uuid: string): string => fromUUID(uuid, prefix);

/** Returns the uuid of a prefixed id or a raw uuid. Undefined if the text is neither, or has another prefix. */
export function toUuid(prefix: string, id: string): string | undefined {
  if (isUuid(id)) return id.toLowerCase();
  if (!id.startsWith(`${prefix}_`)) return undefined;
  try {
    return toUUID(fromString(id, prefix));
  } catch {
    return undefined;
  }
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Generates random base62 characters (5.95 bits each), without modulo bias. */
export function randomBase62(length: number): string {
  let out = "";
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && out.length < length) out += ALPHABET[byte % 62];
    }
  }
  return out;
}

/** Formats an integer below 2^32 as six base62 digits. */
export function base62(value: number): string {
  let out = "";
  for (let rest = value >>> 0; rest > 0; rest = Math.floor(rest / 62)) out = ALPHABET[rest % 62] + out;
  return out.padStart(6, "0");
}
