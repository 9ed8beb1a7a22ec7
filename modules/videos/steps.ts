/**
 * Steps of a generation that are paid or slow, such as the speech and the images of a narrated video. Each result is
 * stored, so that an interrupted run continues after it and no step is paid for twice.
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Selectable } from "kysely";
import type { Tables, Transaction } from "vireo/database";
import { EngineError, MADE_NOTHING, type Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import type { StoredOutput } from "vireo/tables";
import type { Videos } from "./context";

type GenerationRef = Pick<Generation, "id" | "account_id">;

/** Result of a step: facts, and a file if it made one. */
export interface Done<Facts extends object> {
  facts: Facts;
  /** Path in the run's folder. */
  path?: string;
  /** The stored file, and its URL. */
  file?: StoredOutput;
  url?: string;
}

/** Work of a step. `saveTask` records a started task, so that an interrupted run can wait for it. */
export interface Work<Facts extends object> {
  create(saveTask: (task: string) => Promise<void>): Promise<{ facts: Facts; path?: string }>;
  /** True if an interrupted run repeats it, because it costs nothing or continues where it was. */
  repeatable?: boolean;
  /** True if a vendor charges for it. Default: unless it is repeatable. */
  isPaid?: boolean;
  /** Waits for a task that an earlier run has started. */
  resume?(task: string): Promise<{ facts: Facts; path?: string }>;
}

/** True if a vendor was called for a step, so that a cancelled generation keeps its charge. */
export async function isPaidFor(trx: Transaction, { id }: Pick<GenerationRef, "id">): Promise<boolean> {
  const steps = trx.selectFrom("generation_steps").select("step").where("generation_id", "=", id);
  const paid = steps.where("is_paid", "=", true).where("state", "in", ["called", "done"]);
  return (await paid.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Runs a step at most once in the life of a generation. Throws EngineError: that of the step, or `outcome_unknown` if an
 * earlier run was interrupted during it.
 */
export async function runStep<Facts extends object>(
  videos: Videos,
  generation: GenerationRef,
  step: string,
  run: Run,
  work: Work<Facts>,
): Promise<Done<Facts>> {
  run.signal.throwIfAborted();
  // A server that stops waits for a paid call, or at least for the task that the call creates.
  const release = (work.repeatable ? undefined : run.hold?.()) ?? (() => {});
  try {
    const earlier = await begin(videos, generation, step, work.isPaid ?? !work.repeatable);
    if (earlier) {
      release();
      return await goOn(videos, generation, earlier, run, work);
    }
    const saveTask = async (task: string) => {
      await updateStep(videos, generation, step).set({ task }).execute();
      if (work.resume) release();
    };
    return await finish(videos, generation, step, run, () => work.create(saveTask));
  } finally {
    release();
  }
}

const selectStep = ({ db }: Videos, { id }: GenerationRef, step: string) =>
  db.selectFrom("generation_steps").selectAll().where("generation_id", "=", id).where("step", "=", step);

const updateStep = ({ db }: Videos, { id }: GenerationRef, step: string) =>
  db.updateTable("generation_steps").where("generation_id", "=", id).where("step", "=", step);

/** Records the start of a step. Returns the row of an earlier run, if any. */
async function begin(videos: Videos, generation: GenerationRef, step: string, is_paid: boolean) {
  const inserted = await videos.db
    .insertInto("generation_steps")
    .values({
      generation_id: generation.id,
      account_id: generation.account_id,
      step,
      state: "called",
      facts: {},
      is_paid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .executeTakeFirst();
  return inserted ? undefined : selectStep(videos, generation, step).executeTakeFirstOrThrow();
}

async function finish<Facts extends object>(
  videos: Videos,
  generation: GenerationRef,
  step: string,
  run: Run,
  work: () => Promise<{ facts: Facts; path?: string }>,
): Promise<Done<Facts>> {
  try {
    const { facts, path } = await work();
    const file = await storeFile(videos, path, run);
    await updateStep(videos, generation, step).set({ state: "done", facts, file }).execute();
    return { facts, path: path || undefined, ...presentFile(videos, file) };
  } catch (error) {
    await forget(videos, generation, step, error);
    throw error;
  }
}

/** Continues after an earlier run, if that is possible. */
async function goOn<Facts extends object>(
  videos: Videos,
  generation: GenerationRef,
  { step, state, task, file, facts: stored }: Selectable<Tables["generation_steps"]>,
  run: Run,
  work: Work<Facts>,
): Promise<Done<Facts>> {
  const facts = stored as Facts & { code?: string; message?: string };
  if (state === "failed") throw new EngineError(facts.code ?? "engine_error", facts.message ?? "The step failed.");
  if (state === "done") {
    const stored = presentFile(videos, file);
    return { facts, ...stored, path: stored.url && (await run.download(stored.url)) };
  }
  const { resume, repeatable } = work;
  if (task && resume) return finish(videos, generation, step, run, () => resume(task));
  if (repeatable) return finish(videos, generation, step, run, () => work.create(async () => {}));
  throw new EngineError(
    "outcome_unknown",
    "The server stopped during a call to an engine. Its outcome is unknown, so it is not repeated.",
  );
}

const presentFile = ({ media }: Videos, file: StoredOutput | null) => (file ? { file, url: media.url(file.key) } : {});

/** Stores a copy of the file, because the run continues with its own. */
async function storeFile({ media }: Videos, path: string | undefined, run: Pick<Run, "folder">) {
  if (path === undefined) return null;
  const copy = join(run.folder, `step-${crypto.randomUUID()}`);
  await copyFile(path, copy);
  return (await media.take(copy)).file;
}

/** A step that has certainly not begun may be retried; any other failure is final. */
async function forget(videos: Videos, generation: GenerationRef, step: string, error: unknown): Promise<void> {
  if (!(error instanceof EngineError)) return;
  if (MADE_NOTHING.has(error.code)) {
    const { id } = generation;
    await videos.db.deleteFrom("generation_steps").where("generation_id", "=", id).where("step", "=", step).execute();
    return;
  }
  const { code, message } = error;
  await updateStep(videos, generation, step).set({ state: "failed", facts: { code, message } }).execute();
}
