/**
 * The first half of a generation's life: its engine is called. Each step is one transaction.
 *
 *     pending ─ claim ─► processing ─ record the call ─► engine.create ─┬─ completed | failed   (settle.ts)
 *        ▲                                                              ├─ a task: polled       (poll.ts)
 *        └──────────────── next engine (tryNextEngine) ─────────────────┘
 *
 * A paid call is made at most once: `create_called_at` is written before it, and a run that finds it written fails.
 */
import { type Engine, MADE_NOTHING, type MediaSlot, type Outcome, type Run } from "#core/engine";
import { type Claim, RELEASED, updateOwned } from "#core/generations/claim";
import { type GenerationDeps, getSlot } from "#core/generations/deps";
import { CancelledError } from "#core/generations/endings";
import { type Failure, timedOut, toFailure } from "#core/generations/failure";
import { type Generation, type GenerationKind, getQueueName } from "#core/generations/generation";
import { withRun } from "#core/generations/run-context";
import { fail, isOverdue, settle } from "#core/generations/settle";
import { fromNow } from "#core/leases";
import { traced } from "#core/observability/tracing";
import { ChildKilledError } from "#core/process/child";
import type { WorkSignals } from "#core/work/work";

const MAX_ATTEMPTS = 5;
/** Maximum number of runs of a generation whose child process is killed. */
const RUNS_IF_KILLED = 2;

/** Runs a claimed generation: calls its engine once, and settles the outcome. */
export async function runGeneration(
  deps: GenerationDeps,
  claim: Claim,
  engine: Engine<unknown>,
  { stopping, lost }: WorkSignals,
): Promise<void> {
  const kind = deps.kinds.get(claim.row.kind);
  if (!kind) return;
  const refusal = findRefusal(claim.row, engine);
  if (refusal) return fail(deps, claim.row, refusal);
  // Don't cut off a paid call when the server stops, because its outcome would be unknown.
  const cut = engine.repeatable ? stopping : new AbortController().signal;
  try {
    await traced(`generate ${claim.row.kind}`, { attributes: toSpanAttributes(claim.row) }, () =>
      withRun(deps, claim, { cut, lost }, async (run) =>
        settle(deps, claim, kind, await callEngine(deps, claim.row, kind, engine, run), run),
      ),
    );
  } catch (error) {
    if (error instanceof CancelledError) return;
    if (stopping.aborted && engine.repeatable) return putBack(deps, claim.row);
    if (error instanceof ChildKilledError && engine.repeatable && claim.row.attempts < RUNS_IF_KILLED)
      return runAgain(deps, claim.row, error);
    await handleError(deps, claim, kind, error);
  }
}

function findRefusal(row: Generation, engine: Engine<unknown>): Failure | undefined {
  if (row.create_called_at && !engine.repeatable) {
    const message = "The server stopped during the call to the engine. The outcome is unknown, so it is not repeated.";
    return { code: "outcome_unknown", message };
  }
  if (row.attempts <= MAX_ATTEMPTS) return undefined;
  return { code: "engine_crashed", message: `The generation was interrupted ${MAX_ATTEMPTS} times.` };
}

async function callEngine(
  { db }: GenerationDeps,
  row: Generation,
  kind: GenerationKind,
  engine: Engine<unknown>,
  run: Run,
): Promise<Outcome> {
  const request = (await kind.prepare?.(row, run)) ?? row.request;
  // From here on, a crash leaves the outcome unknown.
  const { numUpdatedRows } = await updateOwned(db, row).set({ create_called_at: fromNow() }).executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new CancelledError("The generation was cancelled, or another process has claimed it.");
  return engine.create(request, run);
}

/**
 * Undoes the claim of a repeatable run that was interrupted by a shutdown, so that the next process starts it at once.
 */
async function putBack({ db }: GenerationDeps, row: Generation): Promise<void> {
  const set = { ...RELEASED, create_called_at: null, attempts: row.attempts - 1 };
  await updateOwned(db, row).set(set).execute();
}

/** Releases the claim of a repeatable run. It is claimed again at once. */
async function runAgain({ db, log }: GenerationDeps, row: Generation, error: Error): Promise<void> {
  log.warn("engine process was killed; the generation runs again", { id: row.id, engine: row.engine, error });
  await updateOwned(db, row)
    .set({ ...RELEASED, create_called_at: null })
    .execute();
}

async function handleError(deps: GenerationDeps, claim: Claim, kind: GenerationKind, error: unknown): Promise<void> {
  const { row } = claim;
  const failure = isOverdue(claim) ? timedOut : toFailure(error);
  deps.log.error("engine failed", { id: row.id, kind: row.kind, engine: row.engine, code: failure.code, error });
  if (!(await tryNextEngine(deps, row, kind, failure.code))) await fail(deps, row, failure);
}

const toSpanAttributes = ({ id, kind, engine, model }: Generation) => ({
  "vireo.generation": id,
  "vireo.kind": kind,
  "vireo.engine": engine,
  "vireo.model": model,
});

/**
 * Passes a generation to the next configured engine if the last one certainly made nothing. Returns true if it did: the
 * row then waits in that engine's queue and shows its name and model.
 */
async function tryNextEngine(
  deps: GenerationDeps,
  row: Generation,
  kind: GenerationKind,
  code: string,
): Promise<boolean> {
  if (!MADE_NOTHING.has(code)) return false;
  const slot = getSlot(deps, row) ?? kind.slot;
  const next = findNextEngine(deps, row, slot);
  if (!next) return false;
  const isMoved = await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await updateOwned(trx, row)
      .set({ ...next, status: "pending", create_called_at: null, lease_until: null })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await deps.work.wake(trx, getQueueName(slot, next.engine));
    return true;
  });
  if (isMoved) deps.log.warn("another engine takes over", { id: row.id, from: row.engine, to: next.engine, code });
  return isMoved;
}

/** Finds the first remaining engine that can serve the request, and builds the request for it. */
function findNextEngine({ engines }: GenerationDeps, row: Generation, slot: MediaSlot) {
  for (const [at, name] of row.fallbacks.entries()) {
    const engine = engines.get(slot, name) as Engine<unknown> | undefined;
    const model = engine?.models[0];
    if (!engine || !model) continue;
    const request = { ...row.request, model: model.id };
    const { duration } = request as { duration?: number };
    const fits = !model.duration || !duration || (duration >= model.duration.min && duration <= model.duration.max);
    if (!fits || Object.keys(engine.review?.(request) ?? {}).length > 0) continue;
    return { engine: name, model: model.id, request, fallbacks: row.fallbacks.slice(at + 1) };
  }
  return undefined;
}
