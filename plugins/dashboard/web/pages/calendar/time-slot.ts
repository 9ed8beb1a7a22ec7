import { soon } from "./form/values";

const MORNING = 9;

/** "2026-12-24", as the viewer's calendar has it. */
export const dayOf = (date: Date) => new Intl.DateTimeFormat("en-CA").format(date);

/** The moment that a choice on the calendar means: a day is its morning, or the next full hour where that has passed. */
export function momentOf(at: Date, isDay: boolean): number {
  if (!isDay) return at.getTime();
  const morning = new Date(at).setHours(MORNING, 0, 0, 0);
  const next = soon();
  return morning <= Date.now() && dayOf(new Date(next)) === dayOf(at) ? next : morning;
}
