import { createZoneClock } from "vireo/zones";

/** A time of the week, in the account's time zone. */
export interface Slot {
  weekday: Weekday;
  /** HH:MM */
  time: string;
}

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];

const DAY = 86_400_000;

/** Returns the upcoming times of the slots, in order, for `days` days. */
export function* listMoments(zone: string, slots: readonly Slot[], now: number, days: number): Generator<number> {
  const { getOffset, toMoment } = createZoneClock(zone);
  const sorted = slots.toSorted((a, b) => a.time.localeCompare(b.time));
  const today = Math.floor((now + getOffset(now)) / DAY) * DAY;
  for (let day = today; day < today + days * DAY; day += DAY) {
    // 1 January 1970 was a Thursday.
    const weekday = weekdays[(Math.floor(day / DAY) + 3) % 7];
    for (const slot of sorted) {
      if (slot.weekday !== weekday) continue;
      const [hours = 0, minutes = 0] = slot.time.split(":").map(Number);
      const at = toMoment(day + (hours * 60 + minutes) * 60_000);
      if (at > now) yield at;
    }
  }
}
