import type { SocialAccountBestTimes } from "vireo/client";
import { localZone } from "./time";
import { fromClock, toClock } from "./time-zone";

export type Weekday = SocialAccountBestTimes["times"][number]["weekday"];

/** Weekdays, starting on Monday. */
export const weekdays: readonly Weekday[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

const names = new Intl.DateTimeFormat(undefined, { weekday: "long", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

/** "Monday", in the viewer's language. January 1, 2024 is a Monday. */
export const formatWeekday = (weekday: Weekday): string =>
  names.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)));

/** "6:00 PM" of "18:00", in the viewer's format. */
export const formatClock = (time: string): string => clock.format(new Date(`2024-01-01T${time}:00Z`));

/** "Monday, 6:00 PM" */
export const formatSlot = (weekday: Weekday, time: string): string => `${formatWeekday(weekday)}, ${formatClock(time)}`;

const DAY_MS = 86_400_000;
const getWeekday = (clock: string): Weekday => weekdays[(new Date(`${clock}Z`).getUTCDay() + 6) % 7] as Weekday;

/** Converts a time of the week in a zone to the zone of the viewer, as of the next days. */
export function toLocalSlot(
  weekday: Weekday,
  time: string,
  zone: string,
  to = localZone,
  now = Date.now(),
): [weekday: Weekday, time: string] {
  const days = weekdays.map((_, day) => `${toClock(now + day * DAY_MS, zone).slice(0, 10)}T${time}`);
  const ms = fromClock(days.find((clock) => getWeekday(clock) === weekday) ?? "", zone);
  if (ms === undefined) return [weekday, time];
  const local = toClock(ms, to);
  return [getWeekday(local), local.slice(11)];
}
