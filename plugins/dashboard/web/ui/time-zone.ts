const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Uses Swedish, which formats dates and times like ISO 8601. */
function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  formats.set(zone, format);
  return format;
}

/** Formats the local time in a zone as "2026-03-29T09:30". */
export const toClock = (ms: number, zone: string): string => getFormat(zone).format(ms).replace(" ", "T");

/** Returns the UTC offset of a zone in milliseconds, for a full minute. */
const getOffset = (ms: number, zone: string): number => Date.parse(`${toClock(ms, zone)}Z`) - ms;

/** Converts a local time to milliseconds. Undefined if it is invalid. A time skipped by daylight saving moves forward. */
export function fromClock(clock: string, zone: string): number | undefined {
  const local = Date.parse(`${clock}Z`);
  // Some browsers parse February 30 as March 2.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(clock)) return undefined;
  const [before, after] = [-DAY_MS, DAY_MS].map((distance) => local - getOffset(local + distance, zone));
  // When clocks go back, a time occurs twice. Use the first.
  return [before, after].find((ms) => ms !== undefined && toClock(ms, zone) === clock) ?? before;
}
