/** Frees generations of processes that have died, so that others continue them at once. */
import { type SqlBool, sql } from "kysely";
import { isQueued, RELEASED } from "#core/generations/claim";
import { type GenerationDeps, getEngine, getSlot } from "#core/generations/deps";
import { getQueueName, READ_TASKS } from "#core/generations/generation";
import { listQueues } from "#core/generations/work";
import type { HeldRows } from "#core/work/holders";
import { isGone } from "#db/advisory";

/**
 * Rows whose holder is gone. During a call whose outcome would be unknown, the lease decides: nothing is gained by giving up
 * sooner, and the process may only have lost its connection. Call it once all engines are known.
 */
export function createTakeover(deps: GenerationDeps): HeldRows {
  const { db, work } = deps;
  const repeatable = listQueues(deps).flatMap(({ queue, engine }) => (engine.repeatable ? [isQueued(queue)] : []));
  const isHeldBy = sql<SqlBool>`(status = 'processing' and lease_until > now() and holder is not null
    and holder_attempt = attempts)`;
  const isAbandoned = sql<SqlBool>`(${isHeldBy} and ${isGone("holder")} and
    (${sql.join([sql`task is not null`, sql`create_called_at is null`, ...repeatable], sql` or `)}))`;
  return {
    async findGone() {
      const rows = await db.selectFrom("generations").select("holder").distinct().where(isAbandoned).execute();
      return rows.map(({ holder }) => holder!);
    },
    async release(keys) {
      const released = await db
        .updateTable("generations")
        .set(RELEASED)
        .where(isAbandoned)
        .where("holder", "in", keys)
        .returningAll()
        .execute();
      for (const row of released) {
        if (row.task) await work.wake(db, READ_TASKS);
        else if (getEngine(deps, row)) await work.wake(db, getQueueName(getSlot(deps, row)!, row.engine));
      }
    },
    async disown(key) {
      await db
        .updateTable("generations")
        .set({ holder: null })
        .where("status", "=", "processing")
        .where("holder", "=", key)
        .execute();
    },
  };
}
