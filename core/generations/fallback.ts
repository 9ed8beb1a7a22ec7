import { type Engine, MADE_NOTHING } from "#core/engine";
import type { Engines } from "#core/generations/engines";
import { type Generation, type GenerationKind, queueOf } from "#core/generations/generations";
import { mine } from "#core/generations/run-context";
import type { Jobs } from "#core/jobs/jobs";
import type { Log } from "#core/observability/log";
import type { Database } from "#db/tables";

interface Options {
  db: Database;
  engines: Engines;
  jobs: Jobs;
  log: Log;
}

/**
 * Hands a run on to the next engine that the configuration names, where the one before has certainly made
 * nothing. True when it did: the row then waits in that engine's queue, and shows its name and model.
 */
export function createFallback({ db, engines, jobs, log }: Options) {
  /** The first of the engines left that can do what was asked, with what it is asked then. */
  function next(row: Generation, { slot }: GenerationKind) {
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

  return async function takeOver(row: Generation, kind: GenerationKind, code: string): Promise<boolean> {
    if (!MADE_NOTHING.has(code)) return false;
    const found = next(row, kind);
    if (!found) return false;
    const moved = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await mine(trx, row)
        .set({ ...found, status: "pending", create_called_at: null, lease_until: null })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await jobs.send(trx, queueOf(kind.slot, found.engine), row.id, { id: row.id });
      return true;
    });
    if (moved) log.warn("another engine takes over", { id: row.id, from: row.engine, to: found.engine, code });
    return moved;
  };
}
