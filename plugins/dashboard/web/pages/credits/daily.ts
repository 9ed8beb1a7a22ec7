import type { CreditTransaction } from "vireo/client";

export interface Day {
  /** Midnight where the viewer is, milliseconds since the epoch. */
  at: number;
  /** Charges less what was given back. */
  spent: number;
  granted: number;
  /** At the day's end. */
  balance: number;
}

/** Days in a chart at most: beyond, one could not tell them apart. */
const SHOWN = 30;

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
/** Days are not always 24 hours long. */
const dayAfter = (at: number): number => {
  const day = new Date(at);
  return day.setDate(day.getDate() + 1);
};

/** The ledger, newest entry first, as one row a day up to today; days without an entry keep the balance. */
export function groupByDay(entries: readonly CreditTransaction[], now: number): Day[] {
  const days = new Map<number, Day>();
  for (const { createdAt, amount, type, balanceAfter } of entries.toReversed()) {
    const at = midnight(createdAt);
    const day = days.get(at) ?? { at, spent: 0, granted: 0, balance: 0 };
    if (type === "grant") day.granted += amount;
    else day.spent -= amount;
    day.balance = balanceAfter;
    days.set(at, day);
  }
  const [first] = days.values();
  if (!first) return [];
  const whole: Day[] = [];
  for (let at = first.at, balance = first.balance; at <= now; at = dayAfter(at)) {
    const day = days.get(at) ?? { at, spent: 0, granted: 0, balance };
    balance = day.balance;
    whole.push(day);
  }
  return whole.slice(-SHOWN);
}
