import { contentTypes } from "#core/storage/storage";

/**
 * A storage key wherever it stands: in a column, inside jsonb, in the address of a file in an event. It has
 * 160 random bits, so nothing else looks like one, and no module has to say where it keeps its own.
 */
const KEYS = new RegExp(`[0-9a-f]{2}/[0-9a-f]{38}[.](?:${Object.keys(contentTypes).join("|")})`, "g");

/** Every storage key in a text. */
export const keysIn = (text: string): readonly string[] => text.match(KEYS) ?? [];

/** What SQL's `like` lets through: every text with a key, and few others. Many times as fast there as an expression. */
export const MAY_HAVE_KEYS = `%/${"_".repeat(38)}.%`;
