/** Reading what somebody else wrote: whatever is missing or of another type is simply not there. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** An address of the web, as it is written. */
export function webUrl(value: unknown): string | undefined {
  const url = text(value);
  return url && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** A reference is an id, or the object that has it. */
export const idOf = (value: unknown): string | undefined => text(isFields(value) ? (value._id ?? value.id) : value);

/** Milliseconds of an ISO time. */
export function time(value: unknown): number | undefined {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : undefined;
}
