import type { SlotName } from "#core/engine";
import type { Facts } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import { checkStarted, startWithin } from "#core/loader/checks";
import type { StartedModule } from "#core/loader/start-modules";
import type { Started } from "#core/module";

/** True if a module provides only engines: no routes, schedules or services that would have to be replaced as well. */
const hasOnlyEngines = (started: Started): boolean =>
  Object.entries(started).every(([part, value]) => value === undefined || part === "engines");

/**
 * Starts the module of `entry` with other settings, next to the running one. Undefined if the module does not support
 * that.
 */
export async function tryStart(
  { module, context }: StartedModule,
  settings: Record<string, unknown>,
  limitMs: number,
): Promise<Started | undefined> {
  return module.restartable ? startWithin(module, { ...context, settings }, { limitMs }) : undefined;
}

/** The engines of one started module. */
type Part = Pick<StartedModule, "module" | "started">;

/**
 * Replaces the engines of a running module. The order within a slot stays that of the start. Returns false, and changes
 * nothing, if the module provides more than engines.
 */
export function replaceEngines(
  entry: StartedModule,
  next: Started,
  all: readonly StartedModule[],
  engines: Engines,
  shapes: Facts["slots"],
): boolean {
  if (!hasOnlyEngines(entry.started) || !hasOnlyEngines(next)) return false;
  const slots = new Set(Object.keys({ ...entry.started.engines, ...next.engines }));
  const fill = (parts: readonly Part[]) => {
    for (const slot of slots) for (const one of engines.of(slot as SlotName)) engines.remove(slot as SlotName, one);
    for (const { module, started } of parts) {
      const own = Object.entries(started.engines ?? {}).filter(([slot]) => slots.has(slot));
      checkStarted(module, { engines: Object.fromEntries(own) }, engines, shapes);
      for (const [slot, engine] of own) engines.add(slot as SlotName, engine as never);
    }
  };
  try {
    fill(all.map((current) => (current === entry ? { module: entry.module, started: next } : current)));
  } catch (error) {
    fill(all);
    throw error;
  }
  entry.started = next;
  return true;
}
