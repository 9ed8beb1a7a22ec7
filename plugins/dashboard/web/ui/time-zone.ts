const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes dates and times as ISO 8601 does. */
function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  formats.set(zone, format);
  return format;
}

/** "2026-03-29T09:30", the local time in a zone. */
export const toClock = (ms: number, zone: string): string => getFormat(zone).format(ms).replace(" ", "T");

/** Milliseconds from UTC to the local time of a zone, at a full minute. */
const getOffset = (ms: number, zone: string): number => Date.parse(`${toClock(ms, zone)}Z`) - ms;

/** The moment of a local time; undefined if it is not a time. A time skipped by daylight saving moves forward. */
export function fromClock(clock: string, zone: string): number | undefined {
  const local = Date.parse(`${clock}Z`);
  // Some browsers take February 30 for March 2.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(clock)) return undefined;
  const [before, after] = [-DAY_MS, DAY_MS].map((distance) => local - getOffset(local + distance, zone));
  // A time that is there twice, when clocks go back, is the first of both.
  return [before, after].find((ms) => ms !== undefined && toClock(ms, zone) === clock) ?? before;
}
