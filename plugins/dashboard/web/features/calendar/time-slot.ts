import { nextFullHour } from "./form/values";

const MORNING_HOUR = 9;

/** "2026-12-24", in the viewer's time zone. */
export const toDay = (date: Date) => new Intl.DateTimeFormat("en-CA").format(date);

/** The time of a slot on the calendar. A whole day means its morning, or the next full hour if that has passed. */
export function toTimestamp(at: Date, isDay: boolean): number {
  if (!isDay) return at.getTime();
  const morning = new Date(at).setHours(MORNING_HOUR, 0, 0, 0);
  const next = nextFullHour();
  return morning <= Date.now() && toDay(new Date(next)) === toDay(at) ? next : morning;
}
