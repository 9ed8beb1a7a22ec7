import { nextFullHour } from "./form/values";

const MORNING = 9;

/** "2026-12-24", as the viewer's calendar has it. */
export const toDay = (date: Date) => new Intl.DateTimeFormat("en-CA").format(date);

/** The moment that a choice on the calendar means: a day is its morning, or the next full hour where that has passed. */
export function toTimestamp(at: Date, isDay: boolean): number {
  if (!isDay) return at.getTime();
  const morning = new Date(at).setHours(MORNING, 0, 0, 0);
  const next = nextFullHour();
  return morning <= Date.now() && toDay(new Date(next)) === toDay(at) ? next : morning;
}
