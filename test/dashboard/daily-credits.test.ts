import { expect, test } from "bun:test";
import { groupByDay } from "#plugins/dashboard/web/features/credits/daily";
import type { CreditTransaction } from "#sdk/client/index";

const at = (day: number, hour = 12) => new Date(2026, 2, day, hour).getTime();
const entry = (createdAt: number, amount: number, balanceAfter: number, type = "charge"): CreditTransaction => ({
  transactionId: String(createdAt),
  amount,
  type,
  reason: "",
  balanceAfter,
  createdAt,
});

test("transactions are summed by day, refunds reduce spending, and days without any keep the balance", () => {
  const newestFirst = [
    entry(at(31), -5, 92, "charge"),
    entry(at(28, 15), 3, 97, "refund"),
    entry(at(28, 14), -6, 94),
    entry(at(28, 9), 100, 100, "grant"),
  ];
  // In Europe, daylight saving starts on the 29th.
  expect(groupByDay(newestFirst, at(32))).toEqual([
    { at: at(28, 0), spent: 3, granted: 100, balance: 97 },
    { at: at(29, 0), spent: 0, granted: 0, balance: 97 },
    { at: at(30, 0), spent: 0, granted: 0, balance: 97 },
    { at: at(31, 0), spent: 5, granted: 0, balance: 92 },
    { at: at(32, 0), spent: 0, granted: 0, balance: 92 },
  ]);
  expect(groupByDay([], at(32))).toEqual([]);
  expect(groupByDay([entry(at(1), -1, 9)], at(60))).toHaveLength(30);
});
