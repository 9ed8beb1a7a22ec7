import { getDay } from "../../ui/time";
import { fromClock, toClock } from "../../ui/time-zone";
import { nextFullHour } from "./form/values";

const MORNING_HOUR = 9;

/** Converts a calendar slot to a time. A whole day means 9 am, or the next full hour if that has passed. */
export function toTimestamp(at: Date, isDay: boolean): number {
  if (!isDay) return at.getTime();
  const morning = new Date(at).setHours(MORNING_HOUR, 0, 0, 0);
  const next = nextFullHour();
  return morning <= Date.now() && getDay(next) === getDay(at) ? next : morning;
}

/** Adds days in a time zone's local time. `clock`, such as "18:30", replaces the time of day. */
export function shiftDays(ms: number, days: number, zone: string, clock = ""): number {
  const [day = "", time] = toClock(ms, zone).split("T");
  const shifted = new Date(`${day}T00:00Z`);
  shifted.setUTCDate(shifted.getUTCDate() + days);
  return fromClock(`${shifted.toISOString().slice(0, 10)}T${clock || time}`, zone) ?? ms;
}

const DAY_MS = 86_400_000;

/**
 * Moves a time as far as another was moved. A move by whole days keeps the local time of day, also when the clocks change.
 */
export function moveAlong(time: number, from: number, to: number, zone: string): number {
  const [[fromDay = "", fromTime], [toDay = "", toTime]] = [
    toClock(from, zone).split("T"),
    toClock(to, zone).split("T"),
  ];
  if (fromTime !== toTime) return time + to - from;
  return shiftDays(time, Math.round((Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS), zone);
}
