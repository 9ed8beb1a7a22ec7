/** Second half of a generation's life cycle: its task is polled until the vendor has finished. */
import { sql } from "kysely";
import { EngineError, type Outcome } from "#core/engine";
import { UnsafeUrlError } from "#core/fetch/error";
import { type Claim, claimDueTasks, MAX_POLLS, RELEASED, renewClaim, updateOwned } from "#core/generations/claim";
import { type GenerationDeps, getEngine } from "#core/generations/deps";
import { engineMissing, toFailure } from "#core/generations/failure";
import { READ_TASKS } from "#core/generations/generation";
import { withRun } from "#core/generations/run-context";
import { fail, getPollDelay, giveUp, isOverdue, scaleTime, settle } from "#core/generations/settle";
import { isUuid } from "#core/ids";
import { fromNow, isFree, isHeld } from "#core/leases";
import type { WorkKind, WorkSignals } from "#core/work/work";

/** Pause between looks for due tasks. Vendors limit reads per second, so a shorter pause gains nothing. */
const POLL_EVERY_MS = 1_000;

/**
 * Reads due tasks of vendors. One replica does so at a time, so a vendor's rate limit, which each process counts
 * separately, holds for all replicas together.
 */
export function definePollWork(deps: GenerationDeps): WorkKind<Claim> {
  /** Number of tasks per engine that this process reads just now. */
  const polling = new Map<string, number>();
  const count = (engine: string, by: number) => polling.set(engine, (polling.get(engine) ?? 0) + by);
  return {
    concurrency: MAX_POLLS,
    due: sql`(select min(next_read_at) from generations
      where status = 'processing' and task is not null and ${isFree()})`,
    backlog: sql`select next_read_at as due, ${isHeld()} as held from generations
      where status = 'processing' and task is not null`,
    alone: { pauseMs: () => scaleTime(POLL_EVERY_MS) },
    async claim() {
      const claims = await claimDueTasks(deps, polling);
      for (const { row } of claims) count(row.engine, 1);
      return claims;
    },
    run: (claim, signals) => pollTask(deps, claim, signals).finally(() => count(claim.row.engine, -1)),
    renew: (claim) => renewClaim(deps.db, claim),
  };
}

async function pollTask(deps: GenerationDeps, claim: Claim, { stopping, lost }: WorkSignals): Promise<void> {
  const { row } = claim;
  const kind = deps.kinds.get(row.kind);
  const engine = getEngine(deps, row);
  const { task } = row;
  if (!kind || !engine?.read || !task) return fail(deps, row, engineMissing(row));
  try {
    await withRun(deps, claim, { cut: stopping, lost }, async (run) =>
      settle(deps, claim, kind, (await engine.read?.(task, run)) as Outcome, run),
    );
  } catch (error) {
    if (error instanceof EngineError || error instanceof UnsafeUrlError) {
      return fail(deps, row, toFailure(error));
    }
    if (isOverdue(claim)) return giveUp(deps, row, task);
    await postpone(deps, claim, error);
  }
}

/** Reading is repeatable, so an error only delays it, until the deadline. */
async function postpone({ db, log }: GenerationDeps, claim: Claim, error: unknown): Promise<void> {
  const { row, now } = claim;
  log.warn("task not read", { id: row.id, engine: row.engine, error });
  const left = (row.deadline_at?.getTime() ?? 0) - now();
  const delay = Math.min(getPollDelay(claim), Math.max(1000, left / 4));
  await updateOwned(db, row)
    .set({ ...RELEASED, next_read_at: fromNow(delay) })
    .execute();
}

/** Polls a task soon because its vendor reports progress. Trusts only the id and reads the task itself. */
export async function pollSoon({ db, work }: GenerationDeps, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const { numUpdatedRows } = await db
    .updateTable("generations")
    .set({ next_read_at: fromNow() })
    .where("id", "=", id)
    .where("status", "=", "processing")
    .where("task", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await work.wake(db, READ_TASKS);
}
