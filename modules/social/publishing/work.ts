/** When targets are published and read: as rows that become due. */
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { fromNow, isHeld, isOwned, LEASE_MS } from "vireo/leases";
import { type HeldRows, isAbandoned, type WorkKind } from "vireo/work";
import type { Social } from "../context";
import { isOfActiveAccount } from "../posts/store";
import { claimDue, type TargetClaim } from "./claim";
import { claimReads, MAX_READS, readTarget, reclaimExpired, type TargetRead } from "./confirm";
import { publishTarget } from "./publish-target";
import type { VerdictQueue } from "./settle";
import { PUBLISH } from "./work-kinds";

/** Pause between two looks for targets to read. */
const PAUSE_MS = 250;

/** Announces targets that are due at a time. */
export const announceDue = ({ work, now }: Social, trx: Transaction, due: Date): Promise<void> =>
  work.wake(trx, PUBLISH, due.getTime() - now());

/**
 * Targets of processes that died before the call are published by another process, and reads are repeated. During a call the
 * lease decides: the process may only have lost its connection, and a provider does not know the post yet.
 */
function defineHeldTargets({ db }: Social): HeldRows {
  const update = () => db.updateTable("social_targets");
  return {
    async release(living) {
      await update()
        .set({ lease_until: fromNow(-1), holder: null })
        .where("status", "=", "publishing")
        .where("called_at", "is", null)
        .where(isHeld())
        .where(isAbandoned(living))
        .execute();
      await update()
        .set({ next_read_at: fromNow(), holder: null })
        .where("next_read_at", ">", sql<Date>`now()`)
        .where("lease_until", "is", null)
        .where(isAbandoned(living))
        .execute();
    },
    disown: (key) =>
      update()
        .set({ holder: null })
        .where((eb) => eb.or([eb("lease_until", "is not", null), eb("next_read_at", "is not", null)]))
        .where("holder", "=", key)
        .execute(),
  };
}

/** Publishes due targets. A target whose process died is resolved from its recorded state. */
export const definePublishWork = (social: Social, verdicts: VerdictQueue): WorkKind<TargetClaim> => ({
  concurrency: social.settings.concurrency,
  due: sql`least((select min(due_at) from social_targets where status = 'pending' and due_at is not null),
    (select min(lease_until) from social_targets where lease_until is not null))`,
  backlog: sql`select due_at as due, false as held from social_targets
      where status = 'pending' and due_at is not null and ${isOfActiveAccount()}
    union all select lease_until, ${isHeld()} from social_targets where lease_until is not null`,
  held: defineHeldTargets(social),
  recover: () => reclaimExpired(social, verdicts),
  async claim(limit) {
    for (;;) {
      const { handled, claimed } = await claimDue(social, limit);
      if (handled === 0 || claimed.length > 0) return claimed;
    }
  },
  renew: ({ target }) =>
    social.db
      .updateTable("social_targets")
      .where(isOwned(target))
      .where("status", "=", "publishing")
      .set({ lease_until: sql<Date>`greatest(lease_until, ${fromNow(LEASE_MS)})` })
      .executeTakeFirst(),
  async run(claimed, signals) {
    const verdict = await publishTarget(social, claimed, signals);
    if (verdict) await verdicts.save(verdict);
  },
});

/** Reads targets that publishing left open. One replica does so, because platforms limit the reads of an app. */
export const defineReadWork = (social: Social, verdicts: VerdictQueue): WorkKind<TargetRead> => ({
  concurrency: MAX_READS,
  due: sql`(select min(next_read_at) from social_targets where next_read_at is not null)`,
  backlog: sql`select next_read_at as due, false as held from social_targets where next_read_at is not null`,
  alone: { pauseMs: () => PAUSE_MS },
  claim: (limit) => claimReads(social, limit),
  run: (reading, { stopping }) => readTarget(social, verdicts, reading, stopping),
});
