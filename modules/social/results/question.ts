import type { Static } from "@sinclair/typebox";
import type { AnalyticsQuery } from "./schema";

export const sums = ["posts", "views", "likes", "comments", "shares", "saves", "watchSeconds"] as const;

export type GroupBy = Static<typeof AnalyticsQuery>["groupBy"];

/** Groups that are sorted by their keys. Others are sorted by views. */
export const isOrdered = (groupBy: GroupBy): boolean => ["day", "weekday", "hour", "length"].includes(groupBy);

/** Number of a range in `lengths`, from 1, as SQL. The last one is of unknown length. */
export const LENGTH_RANGE = "coalesce(width_bucket(seconds, array[0, 15, 30, 60, 180]::float8[]), 6)";

/** What is added up for analytics. */
export interface Question {
  accountId: string;
  from: number;
  to: number;
  groupBy: GroupBy;
  timezone: string;
  /** Social accounts that count. Without it, all of them. */
  members?: readonly string[];
  /** Maximum number of groups. */
  limit: number;
}

/** Sums of a group, or of all of them. */
export type Row = Record<(typeof sums)[number], string | number> & {
  key: string | null;
  total: boolean;
  medianViews: number | null;
  simulated: boolean | null;
};
