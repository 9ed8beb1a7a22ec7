/** Kinds of work of generations: calling each engine, reading tasks of vendors, and failing rows without an engine. */
import { rm } from "node:fs/promises";
import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "#core/access/account-life";
import type { Engine } from "#core/engine";
import { runGeneration } from "#core/generations/call-engine";
import {
  type Claim,
  claimQueued,
  isQueued,
  isUntasked,
  type Queue,
  RELEASED,
  renewClaim,
} from "#core/generations/claim";
import type { GenerationDeps } from "#core/generations/deps";
import { engineMissing } from "#core/generations/failure";
import { type Generation, getQueueName, READ_TASKS } from "#core/generations/generation";
import { definePollWork } from "#core/generations/poll";
import { fail } from "#core/generations/settle";
import { isFree, isHeld } from "#core/leases";
import type { WorkKind } from "#core/work/work";
import type { Database } from "#db/tables";

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_TIME_LIMIT_MS = 30 * 60_000;

/**
 * One kind of work per engine in a slot, so that a slow engine does not delay the others, one that reads the tasks of
 * vendors, and one for generations whose engine is gone. Call it once all engines and kinds are known.
 */
export function defineGenerationWork(deps: GenerationDeps): Record<string, WorkKind> {
  const queues = listQueues(deps);
  return {
    ...Object.fromEntries(queues.map(({ queue, engine }) => [queue.name, defineEngineWork(deps, queue, engine)])),
    [READ_TASKS]: definePollWork(deps),
    "generations.orphaned": defineOrphanWork(
      deps,
      queues.map(({ queue }) => queue),
    ),
  };
}

/** Lists the queue of each engine in each slot. */
export function listQueues(deps: GenerationDeps): { queue: Queue; engine: Engine<unknown> }[] {
  const kinds = [...deps.kinds.values()];
  const slots = [...new Set(kinds.flatMap(({ slot, otherSlots = [] }) => [slot, ...otherSlots]))];
  return slots.flatMap((slot) =>
    deps.engines.of(slot).map((engine) => {
      const own = kinds.filter((kind) => kind.slot === slot).map(({ kind }) => kind);
      const queue: Queue = { name: getQueueName(slot, engine.name), engine: engine.name, slot, kinds: own };
      return { queue, engine: engine as Engine<unknown> };
    }),
  );
}

/** Calls one engine for the generations of its queue. A row waits from its creation on. */
const defineEngineWork = (deps: GenerationDeps, queue: Queue, engine: Engine<unknown>): WorkKind<Claim> => ({
  concurrency: engine.concurrency ?? DEFAULT_CONCURRENCY,
  due: sql`(select min(created_at) from generations where ${isQueued(queue)} and ${isUntasked()} and ${isFree()})`,
  backlog: sql`select created_at as due, ${isHeld()} as held from generations
    where ${isQueued(queue)} and ${isUntasked()} and ${isActiveAccount("generations.account_id")}`,
  claim: (limit) => claimQueued(deps, queue, engine.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS, limit),
  run: (claim, signals) => runGeneration(deps, claim, engine, signals),
  renew: (claim) => renewClaim(deps.db, claim),
});

/**
 * Fails generations whose engine is no longer loaded. A waiting one gets a minute: a server that starts may not know an
 * engine which the others already serve.
 */
function defineOrphanWork(deps: GenerationDeps, queues: readonly Queue[]): WorkKind<Generation> {
  const isServed =
    queues.length > 0 ? sql<SqlBool>`(${sql.join(queues.map(isQueued), sql` or `)})` : sql<SqlBool>`false`;
  const isOrphaned = sql<SqlBool>`(${isUntasked()} and ${isFree()} and not ${isServed}
    and ${isActiveAccount("generations.account_id")})`;
  const due = sql<Date>`case status when 'pending' then created_at + interval '1 minute' else created_at end`;
  return {
    concurrency: DEFAULT_CONCURRENCY,
    due: sql`(select min(${due}) from generations where ${isOrphaned})`,
    claim: (limit) =>
      deps.db
        .selectFrom("generations")
        .selectAll()
        .where(isOrphaned)
        .where(sql<SqlBool>`${due} <= now()`)
        .orderBy("created_at")
        .limit(limit)
        .execute(),
    run: (row) => fail(deps, row, engineMissing(row)),
  };
}

/** Releases every lease. Only for a database that no other process uses, where all leases belong to dead processes. */
export async function releaseGenerations({ db, tempDir }: { db: Database; tempDir: string }): Promise<void> {
  await db.updateTable("generations").set(RELEASED).where("status", "=", "processing").execute();
  await rm(tempDir, { recursive: true, force: true });
}
