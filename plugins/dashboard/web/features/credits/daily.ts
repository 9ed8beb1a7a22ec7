import type { CreditTransaction } from "vireo/client";

export interface Day {
  /** Local midnight, milliseconds since the epoch. */
  at: number;
  /** Charges minus refunds. */
  spent: number;
  granted: number;
  /** Balance at the end of the day. */
  balance: number;
}

/** More days would be unreadable in a chart. */
const MAX_DAYS = 30;

const toMidnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
/** Returns the next midnight. A day is not always 24 hours long. */
const addDay = (at: number): number => {
  const day = new Date(at);
  return day.setDate(day.getDate() + 1);
};

/** Sums transactions, given newest first, by day up to today. Days without transactions keep the balance. */
export function groupByDay(transactions: readonly CreditTransaction[], now: number): Day[] {
  const days = new Map<number, Day>();
  for (const { createdAt, amount, type, balanceAfter } of transactions.toReversed()) {
    const at = toMidnight(createdAt);
    const day = days.get(at) ?? { at, spent: 0, granted: 0, balance: 0 };
    if (type === "grant") day.granted += amount;
    else day.spent -= amount;
    day.balance = balanceAfter;
    days.set(at, day);
  }
  const [first] = days.values();
  if (!first) return [];
  const all: Day[] = [];
  for (let at = first.at, balance = first.balance; at <= now; at = addDay(at)) {
    const day = days.get(at) ?? { at, spent: 0, granted: 0, balance };
    balance = day.balance;
    all.push(day);
  }
  return all.slice(-MAX_DAYS);
}
