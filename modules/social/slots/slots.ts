import type { Static } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import { ApiError, invalid } from "vireo/errors";
import type { Context } from "vireo/module";
import { lockUntilEnd } from "vireo/transaction";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import { findAccount } from "../accounts/find";
import { toAccountId } from "../posts/present";
import type { QueueSlots } from "../schema";
import type { SocialAccount } from "../tables";
import { listMoments } from "./times";

const DAYS = 366;
/** Minimum time in the future for a queued post. */
const SOON_MS = 60_000;

/** Manages the queue slots of social accounts: the weekly times at which they post. */
export function createSlots({ db, audit }: Pick<Context, "db" | "audit">) {
  return {
    get: async (owner: string, id: string): Promise<Static<typeof QueueSlots>> =>
      (await findAccount(db, owner, id)).slots ?? NONE,
    async set(owner: string, id: string, slots: Static<typeof QueueSlots>): Promise<Static<typeof QueueSlots>> {
      if (!isTimeZone(slots.timezone)) throw invalid("timezone", NO_ZONE);
      const seen = new Set<string>();
      for (const [at, { weekday, time }] of slots.slots.entries()) {
        if (seen.has(`${weekday} ${time}`)) throw invalid(`slots.${at}`, "This slot is listed twice.");
        seen.add(`${weekday} ${time}`);
      }
      const { id: uuid, username } = await findAccount(db, owner, id);
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("social_accounts")
          .set({ slots })
          .where("id", "=", uuid)
          .where("account_id", "=", owner)
          .execute();
        const subject = { type: "social_account", id: toAccountId(uuid), name: username };
        const details = { changed: ["slots"] };
        await audit.record(trx, { action: "social_account.updated", accountId: owner, subject, details });
      });
      return slots;
    },
  };
}

const NONE: Static<typeof QueueSlots> = { timezone: "UTC", slots: [] };

/**
 * Finds the first account's next slot that is free for all of these accounts. Locks the accounts' queues until the
 * transaction ends, so that two posts do not take one slot. Throws `validation_error` and `conflict`.
 */
export async function takeSlot(trx: Transaction, accounts: readonly SocialAccount[], now: number): Promise<Date> {
  const { slots } = accounts[0]!;
  if (!slots || slots.slots.length === 0)
    throw invalid("mode", "The first account has no slots. Set them with PUT /social/accounts/{accountId}/slots.");
  const ids = accounts.map(({ id }) => id).sort();
  for (const id of ids) await lockUntilEnd(trx, `social.queue:${id}`);
  const rows = await trx
    .selectFrom("social_targets as t")
    .innerJoin("social_posts as p", "p.id", "t.post_id")
    .select("p.scheduled_for as at")
    .distinct()
    .where("t.social_account_id", "in", ids)
    .where("t.status", "in", ["pending", "publishing"])
    .where("p.status", "in", ["scheduled", "publishing"])
    .where("p.scheduled_for", ">", new Date(now))
    .execute();
  const taken = new Set(rows.map(({ at }) => at?.getTime()));
  for (const moment of listMoments(slots.timezone, slots.slots, now + SOON_MS, DAYS))
    if (!taken.has(moment)) return new Date(moment);
  throw new ApiError("conflict", "All slots of the coming year are taken. Add slots, or cancel posts.");
}
