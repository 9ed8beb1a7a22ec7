import { Temporal } from "temporal-polyfill";

/** "2026-03-29T09:30", as clocks in the zone show it. */
export const toClock = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

/** The moment at which clocks in the zone show it; undefined where it is no time. An hour that clocks skip is moved on. */
export function fromClock(clock: string, zone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}
