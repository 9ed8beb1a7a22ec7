/** Fields of kie.ai's records, which come in more than one shape. */

/** A text, or a number as one; empty where there is neither. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** An object, also one that was sent as its JSON text; empty where there is none. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  const parsed = typeof value === "string" ? parse(value) : value;
  return typeof parsed === "object" && parsed && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : {};
}

/** The addresses in a value: one, a list, or a list that was sent as its JSON text. */
export function urlsOf(value: unknown): string[] {
  const parsed = typeof value === "string" && value.trim().startsWith("[") ? parse(value) : value;
  return [parsed].flat().filter((one): one is string => typeof one === "string" && /^https?:\/\//.test(one));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Percent, where a record tells progress as a share ("0.45") or as percent (45); undefined where it tells none. */
export function percentOf(value: unknown): number | undefined {
  const number = Number.parseFloat(textOf(value));
  if (!Number.isFinite(number) || number < 0) return undefined;
  return Math.min(99, number <= 1 ? number * 100 : number);
}
