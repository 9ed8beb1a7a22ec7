import type { Credits } from "#core/credits";
import type { StoredOutput } from "#core/database/tables";
import { EngineError, type Outcome, type Output, type Run } from "#core/engine";
import type { Events } from "#core/events";
import { endings, type Generation, type GenerationKind } from "#core/generations/generations";
import { mine } from "#core/generations/run-context";
import type { Media } from "#core/media/library";
import type { Log } from "#core/observability/log";
import { metrics } from "#core/observability/metrics";
import type { Database } from "#db/tables";

export interface SettleOptions {
  db: Database;
  kinds: ReadonlyMap<string, GenerationKind>;
  credits: Credits;
  events: Events;
  media: Media;
  log: Log;
}

type Completed = Outcome & { state: "completed" };
type Download = (url: string, run: Run, headers?: Record<string, string>) => Promise<string>;
/** Tells the engine of a row that its task is given up. Never throws. */
type Cancel = (row: Generation, task: string) => Promise<void>;

/** How long a vendor is left alone before its task is read, unless it says otherwise: a tenth of the task's age, within bounds. */
const READ_AFTER_MS = { min: 3_000, max: 30_000 };
export const pauseOf = (row: Generation): number =>
  Math.min(READ_AFTER_MS.max, Math.max(READ_AFTER_MS.min, (Date.now() - row.created_at.getTime()) / 10));

/** Writes down what became of a run: state, refund or files, event, in one transaction each. */
export function createSettler(options: SettleOptions, download: Download, cancel: Cancel) {
  const { db, kinds, credits, events, media, log } = options;

  /** `task` goes on at the vendor, and is billed, unless it is cancelled there. */
  async function fail(row: Generation, code: string, message: string, task?: string): Promise<void> {
    const kind = kinds.get(row.kind);
    const done = await db.transaction().execute(async (trx) => {
      const failed = await trx
        .updateTable("generations")
        .set({
          status: "failed",
          fail_code: code.slice(0, 100),
          fail_message: message.slice(0, 1000),
          completed_at: new Date(),
          lease_until: null,
          next_read_at: null,
        })
        .where("id", "=", row.id)
        .where("status", "in", ["pending", "processing"])
        .where("attempts", "=", row.attempts)
        .returningAll()
        .executeTakeFirst();
      if (!failed) return false;
      await credits.refund(trx, row.account_id, row.id, `Refund: ${code}`);
      if (kind?.events.failed) await events.emit(trx, row.account_id, kind.events.failed, kind.present(failed));
      return true;
    });
    if (!done) return;
    metrics.generations.inc({ kind: row.kind, engine: row.engine, outcome: code });
    log.info("generation failed", { id: row.id, kind: row.kind, engine: row.engine, code, message });
    endings.emit(row.id);
    if (task) await cancel(row, task);
  }

  /** Fails a run whose time is over. */
  const giveUp = (row: Generation, task: string) =>
    fail(row, "engine_timeout", "The engine did not finish in time.", task);

  /** Brings a file of a result into storage. What comes along from elsewhere (cover, poster) may be missing: it is no reason to lose the result. */
  async function take(role: string, output: Output, row: Generation, run: Run) {
    try {
      return await media.take("path" in output ? output.path : await download(output.url, run, output.headers));
    } catch (error) {
      if (role === "main" || "path" in output || run.signal.aborted) throw error;
      log.warn("file left out", { id: row.id, role, error });
      return undefined;
    }
  }

  async function store(row: Generation, kind: GenerationKind, outcome: Completed, run: Run) {
    const files: Record<string, StoredOutput> = {};
    const facts: Record<string, unknown> = { ...outcome.facts };
    if (kind.produces !== "facts" && !outcome.files?.main) {
      throw new EngineError("engine_bad_result", "The engine says that it is done, but gave no file.");
    }
    try {
      for (const [role, output] of Object.entries(outcome.files ?? {})) {
        const taken = await take(role, output, row, run);
        if (!taken) continue;
        const { file, probed } = taken;
        files[role] = file;
        if (role !== "main") continue;
        if (probed.kind !== kind.produces) {
          throw new EngineError(
            "engine_bad_result",
            `The engine answered with ${probed.kind} where ${kind.produces} was expected.`,
          );
        }
        for (const name of ["width", "height", "duration"] as const) facts[name] ??= probed[name];
      }
      return { files, facts: kind.check?.(facts, row) ?? facts };
    } catch (error) {
      await media.remove(Object.values(files).map((file) => file.key));
      throw error;
    }
  }

  async function complete(row: Generation, kind: GenerationKind, outcome: Completed, run: Run) {
    const { files, facts } = await store(row, kind, outcome, run);
    const done = await db.transaction().execute(async (trx) => {
      const completed = await trx
        .updateTable("generations")
        .set({
          status: "completed",
          progress: 100,
          files,
          facts,
          completed_at: new Date(),
          lease_until: null,
          next_read_at: null,
        })
        .where("id", "=", row.id)
        .where("status", "=", "processing")
        .where("attempts", "=", row.attempts)
        .returningAll()
        .executeTakeFirst();
      if (!completed) return false;
      const data = (await kind.onCompleted?.(trx, completed)) ?? kind.present(completed);
      await events.emit(trx, row.account_id, kind.events.completed, data);
      return true;
    });
    if (done) {
      metrics.generations.inc({ kind: row.kind, engine: row.engine, outcome: "completed" });
      const seconds = (Date.now() - row.created_at.getTime()) / 1000;
      metrics.generationSeconds.observe({ kind: row.kind, engine: row.engine }, seconds);
    }
    if (!done) await media.remove(Object.values(files).map((file) => file.key));
    endings.emit(row.id);
  }

  async function settle(row: Generation, kind: GenerationKind, outcome: Outcome, run: Run): Promise<void> {
    if (outcome.state === "completed") return complete(row, kind, outcome, run);
    if (outcome.state === "failed") return fail(row, outcome.code, outcome.message);
    if (outcome.state !== "pending" || !outcome.task) {
      throw new EngineError("engine_bad_result", "The engine gave an answer that says nothing.");
    }
    const limit = row.deadline_at?.getTime() ?? Number.POSITIVE_INFINITY;
    if (limit <= Date.now()) return giveUp(row, outcome.task);
    if (outcome.reason) log.warn("task not read", { id: row.id, engine: row.engine, reason: outcome.reason });
    await mine(db, row)
      .set({
        task: outcome.task,
        progress: Math.max(row.progress, Math.min(99, outcome.progress ?? 0)),
        next_read_at: new Date(Math.min(Date.now() + (outcome.readAfterMs ?? pauseOf(row)), limit)),
        lease_until: null,
      })
      .execute();
  }

  return { fail, giveUp, settle };
}
