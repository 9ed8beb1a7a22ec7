import type { Credits } from "#core/credits";
import type { Engine, MediaSlot } from "#core/engine";
import type { Events } from "#core/events";
import type { SafeFetch } from "#core/fetch/fetch";
import type { Engines } from "#core/generations/engines";
import type { Generation, GenerationKind } from "#core/generations/generation";
import type { Media } from "#core/media/library";
import type { Log } from "#core/observability/log";
import type { WorkSender } from "#core/work/work";
import type { Database } from "#db/tables";

/** Parts of the kernel that the work of generations needs. */
export interface GenerationDeps {
  db: Database;
  kinds: ReadonlyMap<string, GenerationKind>;
  engines: Engines;
  work: WorkSender;
  credits: Credits;
  events: Events;
  media: Media;
  fetch: SafeFetch;
  log: Log;
  /** Parent of the temporary folders of runs. */
  tempDir: string;
  /** Free disk space that downloads must leave, in bytes. */
  freeBytes: number;
  /** URL for a vendor's progress callbacks. Undefined if the server has no public URL. */
  callbackUrl(id: string): string | undefined;
}

/** Returns undefined if the engine's plug-in is no longer loaded. */
export function getEngine(deps: GenerationDeps, row: Generation): Engine<unknown> | undefined {
  const slot = getSlot(deps, row);
  return slot && (deps.engines.get(slot, row.engine) as Engine<unknown> | undefined);
}

/** Returns the slot that makes a generation: its own, or the default of its kind. */
export const getSlot = ({ kinds }: Pick<GenerationDeps, "kinds">, row: Pick<Generation, "kind" | "slot">) =>
  (row.slot as MediaSlot | null) ?? kinds.get(row.kind)?.slot;
