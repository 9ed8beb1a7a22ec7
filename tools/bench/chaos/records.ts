import type { sql } from "kysely";
import type { Database } from "#db/tables";
import type { Tally } from "./balancer";
import type { Counts } from "./cast";
import type { Promised } from "./load";
import type { Stream } from "./stream";

/** One line of the table. `broken` promises are named with a few examples. */
export interface Check {
  promise: string;
  found: string;
  broken: readonly string[];
}

export interface Records {
  db: Database;
  promised: Promised;
  tally: Tally;
  /** Orders that the vendor of images had, by prompt. */
  created: Counts;
  /** Calls to the publisher and what it made of them, by caption and account. */
  published: { asked: Counts; made: Counts };
  /** Posts at the platforms that accounts are connected to directly, by caption and account. */
  direct: Counts;
  /** What came by webhook. */
  received: Record<string, { name: string; times: number }>;
  streams: readonly Stream[];
}

export const rowsOf = async <T>(query: ReturnType<typeof sql<T>>, db: Database) => (await query.execute(db)).rows;
export const overOne = (counts: Counts) =>
  Object.entries(counts).flatMap(([name, n]) => (n > 1 ? [`${name}: ${n} times`] : []));

export const sum = (counts: Counts) => Object.values(counts).reduce((a, b) => a + b, 0);
export const told = (counts: Counts) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, times]) => `${name}: ${times}`)
    .join(", ") || "none";
