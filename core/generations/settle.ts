/** Writes the outcome of an engine call: state, refund or files, and event, in one transaction. */
import { CAUSED_BY_FILE, EngineError, type Outcome, type Output, type Run } from "#core/engine";
import { type Claim, filesBefore, RELEASED, updateOwned } from "#core/generations/claim";
import { type GenerationDeps, getEngine } from "#core/generations/deps";
import { cancellations, endings } from "#core/generations/endings";
import { cancelledInTime, cancelledLate, type Failure, timedOut } from "#core/generations/failure";
import {
  type EngineResult,
  type Generation,
  type GenerationKind,
  getQueueName,
  READ_TASKS,
  type SecondCall,
  type StoredFiles,
  type WithoutSecond,
} from "#core/generations/generation";
import { download, removeFiles, removeReplaced } from "#core/generations/run-context";
import { fromNow, isOwned } from "#core/leases";
import { metrics } from "#core/observability/metrics";
import { untilAborted } from "#core/timing";
import type { Transaction } from "#db/tables";
import { transact } from "#db/transaction";

type Completed = Outcome & { state: "completed" };

const CANCEL_MS = 10_000;
const POLL_DELAY_MS = { min: 1_000, max: 30_000 };

let scale = 1;

/** Shortens all times between reads, for tests: fake vendors finish at once. Returns the previous factor. */
export function scaleReadTimes(factor: number): number {
  const previous = scale;
  scale = factor;
  return previous;
}

export const scaleTime = (ms: number): number => ms * scale;

/** Time until the next read of a task: what the vendor says, otherwise a tenth of its age, within bounds. */
export const getPollDelay = ({ row, now }: Claim, readAfterMs?: number): number => {
  const byAge = (now() - row.created_at.getTime()) / 10;
  return scaleTime(readAfterMs ?? Math.min(POLL_DELAY_MS.max, Math.max(POLL_DELAY_MS.min, byAge)));
};

export const isOverdue = ({ row, now }: Claim): boolean =>
  row.deadline_at !== null && row.deadline_at.getTime() <= now();

export async function settle(
  deps: GenerationDeps,
  claim: Claim,
  kind: GenerationKind,
  outcome: Outcome,
  run: Run,
): Promise<void> {
  const { row } = claim;
  if (outcome.state === "completed") return complete(deps, claim, kind, outcome, run);
  if (outcome.state === "failed") return fail(deps, row, outcome);
  if (outcome.state !== "pending" || !outcome.task) {
    throw new EngineError("engine_bad_result", "The engine returned an invalid result: it has no state or no task.");
  }
  if (isOverdue(claim)) return giveUp(deps, row, outcome.task);
  if (outcome.reason) deps.log.warn("task not read", { id: row.id, engine: row.engine, reason: outcome.reason });
  const left = row.deadline_at ? row.deadline_at.getTime() - claim.now() : Number.POSITIVE_INFINITY;
  const delay = Math.min(getPollDelay(claim, outcome.readAfterMs), left);
  const { numUpdatedRows } = await updateOwned(deps.db, row)
    .set({
      task: outcome.task,
      progress: Math.max(row.progress, Math.min(99, outcome.progress ?? 0)),
      next_read_at: fromNow(delay),
      ...RELEASED,
    })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await deps.work.wake(deps.db, READ_TASKS, delay);
  // It was cancelled during the call, before the task was known.
  if (numUpdatedRows === 0n && !row.task) await cancelTask(deps, row, outcome.task);
}

/**
 * Fails a generation, and refunds it unless the caller's file is the cause. A `task` continues at the vendor, and is
 * billed, unless it is cancelled there. If only the second call of a generation has failed, it is completed without it.
 */
export async function fail(deps: GenerationDeps, row: Generation, failure: Failure, task?: string): Promise<void> {
  const kind = deps.kinds.get(row.kind);
  const without = row.first_call && kind?.settleWithout?.(row, failure);
  if (kind && without) return completeWithout(deps, row, kind, failure, without);
  const isKept = CAUSED_BY_FILE.has(failure.code);
  const shown = await transact(deps.db, (trx) => writeFailure(trx, deps, row, failure, isKept));
  if (shown) await announceFailure(deps, row, failure, shown, task);
}

/**
 * Cancels a queued or running generation. Keeps the charge if a vendor already charges. Returns false if it has ended
 * or does not exist.
 */
export async function cancel(deps: GenerationDeps, id: string, accountId: string): Promise<boolean> {
  const cancelled = await transact(deps.db, async (trx) => {
    const row = await trx
      .selectFrom("generations")
      .selectAll()
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("status", "in", ["pending", "processing"])
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const isPaid = row.first_call?.isPaid ?? false;
    const isCalled = isPaid || (row.create_called_at !== null && !getEngine(deps, row)?.repeatable);
    const isKept = isCalled || ((await deps.kinds.get(row.kind)?.isPaidFor?.(trx, row)) ?? false);
    const failure = isKept ? cancelledLate : cancelledInTime;
    const shown = await writeFailure(trx, deps, row, failure, isKept);
    return shown && { row, failure, shown };
  });
  if (!cancelled) return false;
  const { row, failure, shown } = cancelled;
  cancellations.emit(row.id);
  await announceFailure(deps, row, failure, shown, row.task ?? undefined);
  return true;
}

/**
 * Writes state, refund and event. Returns the files that the run has shown, or undefined if the row has ended or belongs
 * to another attempt.
 */
async function writeFailure(
  trx: Transaction,
  { kinds, credits, events }: GenerationDeps,
  row: Generation,
  { code, message }: Failure,
  isKept: boolean,
): Promise<StoredFiles | undefined> {
  const failed = await trx
    .updateTable("generations")
    .set({
      status: "failed",
      files: {},
      ...(row.first_call ? { engine: row.first_call.engine, slot: row.first_call.slot, first_call: null } : {}),
      fail_code: code.slice(0, 100),
      fail_message: message.slice(0, 1000),
      completed_at: fromNow(),
      lease_until: null,
      next_read_at: null,
    })
    .where(isOwned(row))
    .where("status", "in", ["pending", "processing"])
    .returningAll()
    .returning(filesBefore(row))
    .executeTakeFirst();
  if (!failed) return undefined;
  if (!isKept) await credits.refund(trx, row.account_id, row.id, `Refund: ${code}`);
  const kind = kinds.get(row.kind);
  if (kind?.events.failed) await events.emit(trx, row.account_id, kind.events.failed, kind.present(failed));
  return failed.before;
}

async function announceFailure(
  deps: GenerationDeps,
  row: Generation,
  { code, message }: Failure,
  shown: StoredFiles,
  task?: string,
) {
  metrics.generations.inc({ kind: row.kind, engine: row.engine, outcome: code });
  deps.log.info("generation failed", { id: row.id, kind: row.kind, engine: row.engine, code, message });
  endings.emit(row.id);
  await removeFiles(deps.media, shown);
  if (task) await cancelTask(deps, row, task);
}

/** Fails a generation whose deadline has passed. */
export const giveUp = (deps: GenerationDeps, row: Generation, task: string): Promise<void> =>
  fail(deps, row, timedOut, task);

async function cancelTask(deps: GenerationDeps, row: Generation, task: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(CANCEL_MS);
    await untilAborted(Promise.resolve(getEngine(deps, row)?.cancel?.(task, { id: row.id, signal })), signal);
  } catch (error) {
    deps.log.warn("task not cancelled", { id: row.id, engine: row.engine, error });
  }
}

async function complete(deps: GenerationDeps, claim: Claim, kind: GenerationKind, outcome: Completed, run: Run) {
  const { row, now } = claim;
  const made = await storeResult(deps, row, kind, outcome, run);
  const second = row.first_call ? undefined : kind.findSecondCall?.(row, made);
  if (second) return startSecondCall(deps, row, made, second);
  const earlier = row.first_call ? { files: row.files, facts: row.facts } : {};
  const files = { ...earlier.files, ...made.files };
  const isCompleted = await storeCompleted(deps, row, kind, { files, facts: { ...earlier.facts, ...made.facts } });
  if (!isCompleted) return removeFiles(deps.media, made.files);
  metrics.generations.inc({ kind: row.kind, engine: row.engine, outcome: "completed" });
  const seconds = (now() - row.created_at.getTime()) / 1000;
  metrics.generationSeconds.observe({ kind: row.kind, engine: row.engine }, seconds);
}

/**
 * Writes files, facts and event, and removes files that are no longer used. Returns false if the row has ended or belongs
 * to another attempt.
 */
async function storeCompleted(
  { db, events, media }: GenerationDeps,
  row: Generation,
  kind: GenerationKind,
  {
    files,
    facts,
    credits = row.credits,
    refund,
  }: EngineResult & { credits?: number; refund?: (trx: Transaction) => Promise<unknown> },
): Promise<boolean> {
  const shown = await transact(db, async (trx) => {
    // Storing files also updates the account's row, which counts their bytes. Lock the parent first, in the same order as
    // transactions that add files to the parent. Otherwise they can deadlock.
    const parent = trx.selectFrom("generations").select("id").where("id", "=", row.parent_id);
    if (row.parent_id) await parent.forUpdate().execute();
    const { engine, slot } = row.first_call ?? row;
    const completed = await updateOwned(trx, row)
      .set({
        status: "completed",
        progress: 100,
        files,
        facts,
        credits,
        engine,
        slot,
        first_call: null,
        completed_at: fromNow(),
        lease_until: null,
        next_read_at: null,
      })
      .returningAll()
      .returning(filesBefore(row))
      .executeTakeFirst();
    if (!completed) return undefined;
    await refund?.(trx);
    const data = (await kind.onCompleted?.(trx, completed)) ?? kind.present(completed);
    await events.emit(trx, row.account_id, kind.events.completed, data);
    return completed.before;
  });
  endings.emit(row.id);
  if (shown) removeReplaced(media, shown, files);
  return shown !== undefined;
}

/** Stores the result of the first call, and queues the second one, in one transaction. */
async function startSecondCall(
  deps: GenerationDeps,
  row: Generation,
  first: EngineResult,
  { slot, engine, facts }: SecondCall,
) {
  const { main, ...others } = first.files;
  const files: StoredFiles = main ? { ...others, original: main } : others;
  const kind = deps.kinds.get(row.kind);
  const shown = await transact(deps.db, async (trx) => {
    const isPaid = !getEngine(deps, row)?.repeatable || ((await kind?.isPaidFor?.(trx, row)) ?? false);
    const updated = await updateOwned(trx, row)
      .set({
        files,
        facts,
        slot,
        engine,
        fallbacks: [],
        task: null,
        create_called_at: null,
        ...RELEASED,
        next_read_at: null,
        deadline_at: null,
        first_call: { engine: row.engine, slot: row.slot, isPaid },
      })
      .returning(filesBefore(row))
      .executeTakeFirst();
    if (updated) await deps.work.wake(trx, getQueueName(slot, engine));
    return updated?.before;
  });
  if (shown) removeReplaced(deps.media, shown, files);
  else await removeFiles(deps.media, files);
}

/** Completes a generation with the result of its first call, because the second one has failed. */
async function completeWithout(
  deps: GenerationDeps,
  row: Generation,
  kind: GenerationKind,
  { code, message }: Failure,
  { facts, refund: amount }: WithoutSecond,
): Promise<void> {
  const { original, ...others } = row.files;
  const files: StoredFiles = original ? { ...others, main: original } : others;
  const refund = (trx: Transaction) => deps.credits.refund(trx, row.account_id, row.id, `Refund: ${code}`, amount);
  deps.log.warn("completed without its second call", { id: row.id, engine: row.engine, code, message });
  await storeCompleted(deps, row, kind, { files, facts, credits: row.credits - amount, refund });
}

/** Stores and checks the files of a result. Removes them again if one is not acceptable. */
async function storeResult(deps: GenerationDeps, row: Generation, kind: GenerationKind, outcome: Completed, run: Run) {
  const files: StoredFiles = {};
  const facts: Record<string, unknown> = { ...outcome.facts };
  if (kind.produces !== "facts" && !outcome.files?.main) {
    throw new EngineError("engine_bad_result", "The engine completed without a file.");
  }
  try {
    for (const [role, output] of Object.entries(outcome.files ?? {})) {
      const stored = await storeFile(deps, role, output, row, run);
      if (!stored) continue;
      const { file, probed } = stored;
      files[role] = file;
      if (role !== "main") continue;
      if (probed.kind !== kind.produces) {
        throw new EngineError("engine_bad_result", `The engine returned ${probed.kind} instead of ${kind.produces}.`);
      }
      for (const name of ["width", "height", "duration"] as const) facts[name] ??= probed[name];
    }
    const checked = kind.check?.(facts, row) ?? facts;
    return { files, facts: (await kind.refine?.(checked, row, run)) ?? checked };
  } catch (error) {
    await removeFiles(deps.media, files);
    throw error;
  }
}

/** Stores one file. A cover or poster that cannot be downloaded is left out instead of failing the result. */
async function storeFile(
  { media, fetch, log }: GenerationDeps,
  role: string,
  output: Output,
  row: Generation,
  run: Run,
) {
  try {
    const path =
      "path" in output
        ? output.path
        : await download(fetch, output.url, run, output.headers ? { headers: output.headers } : {});
    return await media.take(path);
  } catch (error) {
    if (role === "main" || "path" in output || run.signal.aborted) throw error;
    log.warn("file left out", { id: row.id, role, error });
    return undefined;
  }
}
