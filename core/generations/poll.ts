/** Second half of a generation's life cycle: its task is polled until the vendor has finished. */
import { EngineError, type Outcome } from "#core/engine";
import { UnsafeUrlError } from "#core/fetch/error";
import { type Claim, claimDueTasks, updateOwned } from "#core/generations/claim";
import { type GenerationDeps, getEngine } from "#core/generations/deps";
import { engineMissing, toFailure } from "#core/generations/failure";
import { planNextLook, pollEveryMs, READS } from "#core/generations/reads";
import { withRun } from "#core/generations/run-context";
import { fail, getPollDelay, giveUp, isOverdue, settle } from "#core/generations/settle";
import { isUuid } from "#core/ids";
import { fromNow } from "#core/leases";
import { pause } from "#core/timing";

/**
 * Polls due vendor tasks while there are any. The schedule runs this on one replica at a time, so a vendor's rate
 * limit, which each process counts separately, holds for all replicas together.
 */
export async function pollDueTasks(deps: GenerationDeps, stopping: AbortSignal): Promise<void> {
  const polls = new Set<Promise<void>>();
  const polling = new Map<string, number>();
  const start = (claim: Claim) => {
    const { id, engine } = claim.row;
    polling.set(engine, (polling.get(engine) ?? 0) + 1);
    const poll = pollTask(deps, claim, stopping)
      .catch((error) => deps.log.error("task not settled", { id, error }))
      .finally(() => {
        polling.set(engine, (polling.get(engine) ?? 1) - 1);
        polls.delete(poll);
      });
    polls.add(poll);
  };
  const rest = () => pause(pollEveryMs(), stopping).catch(() => {});
  try {
    while (!stopping.aborted) {
      const due = await claimDueTasks(deps.db, polling);
      if (due.length === 0 && polls.size === 0) break;
      due.forEach(start);
      await rest();
    }
    // Pause first: the next replica starts with a fresh rate limit, which would add to what this one has used.
    if (polling.size > 0) await rest();
  } finally {
    await Promise.all(polls);
  }
  if (!stopping.aborted) await planNextLook(deps);
}

async function pollTask(deps: GenerationDeps, claim: Claim, stopping: AbortSignal): Promise<void> {
  const { row } = claim;
  const kind = deps.kinds.get(row.kind);
  const engine = getEngine(deps, row);
  const { task } = row;
  if (!kind || !engine?.read || !task) return fail(deps, row, engineMissing(row));
  try {
    await withRun(deps, claim, stopping, async (run) =>
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
    .set({ lease_until: null, next_read_at: fromNow(delay) })
    .execute();
}

/** Polls a task soon because its vendor reports progress. Trusts only the id and reads the task itself. */
export async function pollSoon({ db, jobs }: GenerationDeps, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const { numUpdatedRows } = await db
    .updateTable("generations")
    .set({ next_read_at: fromNow() })
    .where("id", "=", id)
    .where("status", "=", "processing")
    .where("task", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) jobs.runAfter(0, READS);
}
