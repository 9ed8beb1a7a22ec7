import { type Engine, MADE_NOTHING, type MediaSlot } from "#core/engine";
import { updateOwned } from "#core/generations/claim";
import { type GenerationDeps, getSlot } from "#core/generations/deps";
import { type Generation, type GenerationKind, getQueueName } from "#core/generations/generation";

/**
 * Passes a generation to the next configured engine if the last one certainly made nothing. Returns true if it did: the
 * row then waits in that engine's queue and shows its name and model.
 */
export async function tryNextEngine(
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
