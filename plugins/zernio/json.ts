/** Readers for external JSON: a value that is missing or of another type reads as empty. */
export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const readObject = (value: unknown): Fields => (isObject(value) ? value : {});
export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const readText = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** Reads an http(s) URL, unchanged. */
export function readUrl(value: unknown): string | undefined {
  const url = readText(value);
  return url && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** Reads a reference, which is an id or an object with an id. */
export const readId = (value: unknown): string | undefined =>
  readText(isObject(value) ? (value._id ?? value.id) : value);

/** Parses an ISO time to milliseconds. */
export function readTime(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : undefined;
}

const MAX_MESSAGE = 300;

/** Returns the message of an error envelope, on one line. */
export function readMessage(body: unknown): string | undefined {
  const { error, message } = readObject(body);
  const text = readText(error) ?? readText(readObject(error).message) ?? readText(message);
  return text && [...text.replace(/[\p{Cc}\s]+/gu, " ")].slice(0, MAX_MESSAGE).join("");
}
