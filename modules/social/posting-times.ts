/** Posting times: the weekly times, in the API called slots, that posts of mode "queue" take one after the other. */
import type { Static } from "@sinclair/typebox";
import type { Database, Transaction } from "vireo/database";
import { ApiError, invalid } from "vireo/errors";
import { lockUntilEnd } from "vireo/transaction";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import { findAccount } from "./accounts/accounts";
import type { Social } from "./context";
import { toAccountId } from "./posts/present";
import { type PostingTime, type QueueSlots, weekdays } from "./schema";
import type { SocialAccount } from "./tables";

type PostingTimes = Static<typeof QueueSlots>;

const NONE: PostingTimes = { timezone: "UTC", slots: [] };
/** Number of days that are searched for a free time. */
const DAYS = 366;
/** Minimum time in the future for a queued post. */
const SOON_MS = 60_000;

/** Throws `not_found`. */
export async function readPostingTimes(social: Social, accountId: string, socialAccountId: string) {
  return (await findAccount(social, accountId, socialAccountId)).slots ?? NONE;
}

/** Posts that are already scheduled keep their times. Throws `validation_error`, `not_found`. */
export async function setPostingTimes(
  social: Social,
  accountId: string,
  socialAccountId: string,
  times: PostingTimes,
): Promise<PostingTimes> {
  const { db, audit } = social;
  if (!isTimeZone(times.timezone)) throw invalid("timezone", NO_ZONE);
  const seen = new Set<string>();
  for (const [index, { weekday, time }] of times.slots.entries()) {
    if (seen.has(`${weekday} ${time}`)) throw invalid(`slots.${index}`, "This slot is listed twice.");
    seen.add(`${weekday} ${time}`);
  }
  const { id, username } = await findAccount(social, accountId, socialAccountId);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("social_accounts")
      .set({ slots: times })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .execute();
    const subject = { type: "social_account", id: toAccountId(id), name: username };
    await audit.record(trx, { action: "social_account.updated", accountId, subject, details: { changed: ["slots"] } });
  });
  return times;
}

/** Throws `validation_error` if the first account has no posting times. */
export function requireSlots(accounts: readonly SocialAccount[]): void {
  if (!accounts[0]?.slots?.slots.length)
    throw invalid("mode", "The first account has no slots. Set them with PUT /social/accounts/{accountId}/slots.");
}

/**
 * Takes the first account's next time that is free for all of these social accounts. Locks their queues until the
 * transaction ends, so that two posts do not take one time. Throws `validation_error` and `conflict`.
 */
export async function takePostingTime(
  trx: Transaction,
  accounts: readonly SocialAccount[],
  now: number,
): Promise<Date> {
  requireSlots(accounts);
  for (const id of accounts.map(({ id }) => id).sort()) await lockUntilEnd(trx, `social.queue:${id}`);
  const time = await findPostingTime(trx, accounts, now);
  if (!time) throw new ApiError("conflict", "All slots of the coming year are taken. Add slots, or cancel posts.");
  return time;
}

/** Finds that time without taking it. Undefined if there is none. */
export async function findPostingTime(
  db: Database,
  accounts: readonly SocialAccount[],
  now: number,
): Promise<Date | undefined> {
  const times = accounts[0]?.slots;
  if (!times) return undefined;
  const rows = await db
    .selectFrom("social_targets as t")
    .innerJoin("social_posts as p", "p.id", "t.post_id")
    .select("p.scheduled_for as time")
    .distinct()
    .where(
      "t.social_account_id",
      "in",
      accounts.map(({ id }) => id),
    )
    .where("t.status", "in", ["pending", "publishing"])
    .where("p.status", "in", ["needs_approval", "scheduled", "publishing"])
    .where("p.scheduled_for", ">", new Date(now))
    .execute();
  const taken = new Set(rows.map(({ time }) => time?.getTime()));
  for (const moment of listMoments(times.timezone, times.slots, now + SOON_MS, DAYS))
    if (!taken.has(moment)) return new Date(moment);
  return undefined;
}

/** Returns the upcoming moments of weekly times, in order, for `days` days. */
export function* listMoments(
  zone: string,
  times: readonly PostingTime[],
  now: number,
  days: number,
): Generator<number> {
  const sorted = times.toSorted((a, b) => a.time.localeCompare(b.time));
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  for (let ahead = 0; ahead < days; ahead++) {
    const day = today.add({ days: ahead });
    for (const { weekday, time } of sorted) {
      if (weekday !== weekdays[day.dayOfWeek - 1]) continue;
      // If clocks skip the time, this is as much later. If it occurs twice, this is the first.
      const moment = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
      if (moment > now) yield moment;
    }
  }
}
