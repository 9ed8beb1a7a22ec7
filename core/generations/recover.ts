import { rm } from "node:fs/promises";
import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "#core/access/account-life";
import { type GenerationDeps, getEngine, getSlot } from "#core/generations/deps";
import { engineMissing } from "#core/generations/failure";
import { getQueueName } from "#core/generations/generation";
import { fail } from "#core/generations/settle";
import { isFree } from "#core/leases";

/** Maximum number of generations requeued in one sweep. */
const BATCH = 500;

/** Requeues generations that no process works on: after a crash, a lost job or a restart. */
export async function recover(deps: GenerationDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom("generations")
    .selectAll()
    .where("status", "in", ["pending", "processing"])
    .where("task", "is", null)
    .where(sql<SqlBool>`(status = 'processing' or created_at < now() - interval '1 minute')`)
    .where(isFree())
    .where(isActiveAccount("account_id"))
    .orderBy("created_at")
    .limit(BATCH)
    .execute();
  const [served, orphaned] = [rows.filter((row) => getEngine(deps, row)), rows.filter((row) => !getEngine(deps, row))];
  await Promise.all(orphaned.map((row) => fail(deps, row, engineMissing(row))));
  const byQueue = Map.groupBy(served, (row) => getQueueName(getSlot(deps, row) ?? "", row.engine));
  await deps.db.transaction().execute(async (trx) => {
    for (const [queue, lost] of byQueue) {
      await deps.jobs.sendAll(
        trx,
        queue,
        lost.map(({ id }) => ({ key: id, data: { id } })),
      );
    }
  });
}

/** Releases every lease. Only for a database that no other process uses, where all leases belong to dead processes. */
export async function releaseAll({ db, tempDir }: GenerationDeps): Promise<void> {
  await db.updateTable("generations").set({ lease_until: null }).where("status", "=", "processing").execute();
  await rm(tempDir, { recursive: true, force: true });
}
