import { Temporal } from "temporal-polyfill";

/** "2026-03-29T09:30", the local time in a zone. */
export const toClock = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

/** The moment of a local time; undefined if it is not a time. A time skipped by daylight saving moves forward. */
export function fromClock(clock: string, zone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}
