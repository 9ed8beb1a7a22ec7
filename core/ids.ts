import { fromString, fromUUID, toUUID } from "typeid-js";

/**
 * Creates a UUIDv7, the form in which ids are stored. They sort by time.
 * @example isUuid(newUuid()); // true
 */
export const newUuid = (): string => Bun.randomUUIDv7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/**
 * True for a UUID of any version.
 * @example isUuid("note_01h455vb4pex5vsknk084sn02q"); // false
 */
export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * Returns the creation time of a UUIDv7, in milliseconds since the epoch. Undefined for other versions, which contain
 * no time.
 * @example readUuidTime("01890a5d-ac96-774b-bcce-b302099a8057"); // 1688096058518
 */
export const readUuidTime = (uuid: string): number | undefined =>
  uuid[14] === "7" ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined;

/**
 * Returns the id of the API for a UUID: a TypeID, with a prefix.
 * @example toPublicId("note", "01890a5d-ac96-774b-bcce-b302099a8057"); // "note_01h455vb4pex5vsknk084sn02q"
 */
export const toPublicId = (prefix: string, uuid: string): string => fromUUID(uuid, prefix);

/**
 * Returns the UUID of a prefixed id or a raw UUID. Undefined if the text is neither, or has another prefix.
 * @example toUuid("note", "note_01h455vb4pex5vsknk084sn02q"); // "01890a5d-ac96-774b-bcce-b302099a8057"
 */
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

/**
 * Generates random base62 characters (5.95 bits each), without modulo bias.
 * @example randomBase62(30).length; // 30
 */
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
