import { contentTypes } from "#core/storage/storage";

/**
 * Matches a storage key anywhere in a row: in a column, inside jsonb, in a URL in an event. A key has 160 random bits,
 * so nothing else looks like one, and modules need not declare which columns contain keys.
 */
const KEYS = new RegExp(`[0-9a-f]{2}/[0-9a-f]{38}[.](?:${Object.keys(contentTypes).join("|")})`, "g");

export const findKeys = (text: string): readonly string[] => text.match(KEYS) ?? [];

/**
 * Pre-filter for SQL. `like` is many times faster than a regular expression and matches every text that contains a key.
 */
export const MAY_HAVE_KEYS = `%/${"_".repeat(38)}.%`;
