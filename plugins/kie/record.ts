/** Readers for the fields of kie.ai's records, which come in several formats. */

/** Converts a string or number to text, otherwise returns an empty string. */
export const readText = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** Parses an object or its JSON text, otherwise returns an empty object. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  return typeof parsed === "object" && parsed && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : {};
}

/** Returns the URLs of a value: one, a list, or the JSON text of a list. */
export function readUrls(value: unknown): string[] {
  const parsed = typeof value === "string" && value.trim().startsWith("[") ? parseJson(value) : value;
  return [parsed].flat().filter((one): one is string => typeof one === "string" && /^https?:\/\//.test(one));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a fraction ("0.45") or a percentage (45) to percent. Undefined if there is none. */
export function readPercent(value: unknown): number | undefined {
  const number = Number.parseFloat(readText(value));
  if (!Number.isFinite(number) || number < 0) return undefined;
  return Math.min(99, number <= 1 ? number * 100 : number);
}
