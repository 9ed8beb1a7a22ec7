/** A time of the week, in the account's time zone. */
export interface Slot {
  weekday: Weekday;
  /** HH:MM */
  time: string;
}

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];

const DAY = 86_400_000;

/** The offset of a zone from UTC at a moment, milliseconds. */
function getOffset(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
  return local - Math.floor(at / 1000) * 1000;
}

/**
 * The moment of a wall-clock time, given as if it were UTC. Where clocks go forward, a time that does not exist is that
 * much later; where they go back, the first of two.
 */
function toMoment(format: Intl.DateTimeFormat, local: number): number {
  const before = getOffset(format, local - DAY);
  const after = getOffset(format, local + DAY);
  const early = local - Math.max(before, after);
  const isEarly = getOffset(format, early) === Math.max(before, after);
  return isEarly ? early : local - (getOffset(format, local - before) === after && before > after ? after : before);
}

/** The coming moments of the slots, in order, for `days` days. */
export function* listMoments(zone: string, slots: readonly Slot[], now: number, days: number): Generator<number> {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const sorted = slots.toSorted((a, b) => a.time.localeCompare(b.time));
  const today = Math.floor((now + getOffset(format, now)) / DAY) * DAY;
  for (let day = today; day < today + days * DAY; day += DAY) {
    // 1 January 1970 was a Thursday.
    const weekday = weekdays[(Math.floor(day / DAY) + 3) % 7];
    for (const slot of sorted) {
      if (slot.weekday !== weekday) continue;
      const [hours = 0, minutes = 0] = slot.time.split(":").map(Number);
      const at = toMoment(format, day + (hours * 60 + minutes) * 60_000);
      if (at > now) yield at;
    }
  }
}
