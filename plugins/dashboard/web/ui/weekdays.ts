import type { SocialAccountBestTimes } from "vireo/client";

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
