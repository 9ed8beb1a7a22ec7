/** Frees generations of processes that have died, so that others continue them at once. */
import { type SqlBool, sql } from "kysely";
import { isQueued, RELEASED } from "#core/generations/claim";
import type { GenerationDeps } from "#core/generations/deps";
import { listQueues } from "#core/generations/work";
import { type HeldRows, isAbandoned } from "#core/work/holders";

/**
 * Rows whose holder is gone. During a call whose outcome would be unknown, the lease decides: nothing is gained by giving up
 * sooner, and the process may only have lost its connection. Call it once all engines are known.
 */
export function defineHeldGenerations(deps: GenerationDeps): HeldRows {
  const repeatable = listQueues(deps).flatMap(({ queue, engine }) => (engine.repeatable ? [isQueued(queue)] : []));
  const mayContinue = sql<SqlBool>`(${sql.join([sql`task is not null`, sql`create_called_at is null`, ...repeatable], sql` or `)})`;
  const update = () => deps.db.updateTable("generations").where("status", "=", "processing");
  return {
    release: (living) =>
      update()
        .set(RELEASED)
        .where(sql<SqlBool>`lease_until > now()`)
        .where(isAbandoned(living))
        .where(mayContinue)
        .execute(),
    disown: (key) => update().set({ holder: null }).where("holder", "=", key).execute(),
  };
}
