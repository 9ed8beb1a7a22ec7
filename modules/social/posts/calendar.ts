import type { Static } from "@sinclair/typebox";
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import { CALENDAR_POSTS, type CalendarQuery } from "../schema";
import { refuse } from "./rules";
import { at, matchingPosts } from "./store";

const DAY_MS = 86_400_000;
const PER_DAY = 3;

export type CalendarDays = Static<typeof CalendarQuery>;

/**
 * Reads the first posts of each day in order of time, each with its day and that day's number of posts. Throws
 * `validation_error`.
 */
export async function readCalendar(trx: Transaction, owner: string, query: CalendarDays) {
  const { from, to, timezone = "UTC", perDay = String(PER_DAY), status } = query;
  const days = Math.ceil((Number(to) - Number(from)) / DAY_MS);
  refuse({
    ...(days <= 0 ? { to: ["Must be after from."] } : {}),
    ...(isTimeZone(timezone) ? {} : { timezone: [NO_ZONE] }),
    ...(days * Number(perDay) > CALENDAR_POSTS
      ? {
          perDay: [
            `Must be at most ${CALENDAR_POSTS} when multiplied by the number of days (${days}). Use fewer posts or fewer days.`,
          ],
        }
      : {}),
  });
  const day = sql<string>`to_char(${at} at time zone ${timezone}, 'YYYY-MM-DD')`;
  let matching = matchingPosts(trx, owner, query);
  if (!status) {
    matching = matching.where(({ and, eb, not }) =>
      and([
        eb("p.status", "<>", "cancelled"),
        not(and([eb("p.status", "=", "draft"), eb("p.scheduled_for", "is", null)])),
      ]),
    );
  }
  const read = trx
    .with("dated", () => matching.selectAll("p").select([day.as("day"), at.as("at")]))
    .with("numbered", (db) =>
      db
        .selectFrom("dated")
        .selectAll("dated")
        .select([
          sql<number>`row_number() over (partition by day order by at, id)`.as("number"),
          sql<number>`(count(*) over (partition by day))::int`.as("total"),
        ]),
    )
    .selectFrom("numbered")
    .selectAll()
    .where("number", "<=", Number(perDay))
    .orderBy("at")
    .orderBy("id")
    .execute();
  return read.catch((error) => {
    // PostgreSQL does not support every time zone that JavaScript supports.
    if (error.code === "22023") refuse({ timezone: [NO_ZONE] });
    throw error;
  });
}
