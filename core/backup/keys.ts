import { contentTypes } from "#core/storage";

/**
 * A storage key wherever it stands: in a column, inside jsonb, in the address of a file in an event. It has
 * 160 random bits, so nothing else looks like one, and no module has to say where it keeps its own.
 */
export const KEY_PATTERN = `[0-9a-f]{2}/[0-9a-f]{38}[.](?:${Object.keys(contentTypes).join("|")})`;

const KEYS = new RegExp(KEY_PATTERN, "g");

/** Every storage key in a text. */
export const keysIn = (text: string): readonly string[] => text.match(KEYS) ?? [];
