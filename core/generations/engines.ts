import type { Engine, MediaSlot, Model, Provider, SlotName, Slots } from "#core/engine";
import { invalid } from "#core/request/errors";

export interface Choice<E> {
  engine: E;
  model: Model;
  /** Names of the engines that may take over, in order. */
  fallbacks: readonly string[];
}

export interface Engines {
  /** Lists engines of a slot, the configured one first. */
  of<S extends SlotName>(slot: S): readonly Slots[S][];
  get<S extends SlotName>(slot: S, name: string): Slots[S] | undefined;
  /**
   * Chooses the engine for `model`, written as `<model>` or `<engine>:<model>`. Without a model, chooses the slot's
   * default; `fallbacks` are the engines configured after it. Throws `validation_error`.
   */
  choose<S extends MediaSlot>(slot: S, model?: string): Choice<Slots[S]>;
  /** Returns the slot's default engine and the engines configured after it. */
  chain<S extends SlotName>(slot: S): readonly Slots[S][];
  add<S extends SlotName>(slot: S, engine: Slots[S]): void;
  /** Removes an engine, to replace it with one that has other settings. Its running work is not affected. */
  remove<S extends SlotName>(slot: S, engine: Slots[S]): void;
  slots(): readonly SlotName[];
}

/** Maximum number of models listed in an error message. */
const MAX_LISTED = 40;

/** `preferred`: slot → engine names, best first; from the configuration. */
export function createEngineRegistry(preferred: Partial<Record<string, readonly string[]>>): Engines {
  const slots = new Map<SlotName, Provider[]>();
  const rank = (slot: string, name: string) => {
    const at = preferred[slot]?.indexOf(name) ?? -1;
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  const of = (slot: SlotName) => slots.get(slot) ?? [];
  const chain = (slot: SlotName) => of(slot).filter(({ name }, at) => at === 0 || preferred[slot]?.includes(name));
  return {
    of: of as Engines["of"],
    get: ((slot: SlotName, name: string) => of(slot).find((engine) => engine.name === name)) as Engines["get"],
    chain: chain as Engines["chain"],
    slots: () => [...slots.keys()].filter((slot) => of(slot).length > 0),
    add(slot, engine) {
      if (of(slot).some((other) => other.name === engine.name))
        throw new Error(`The slot ${slot} has two engines named ${engine.name}.`);
      const all = [...of(slot), engine];
      slots.set(
        slot,
        all.toSorted((a, b) => rank(slot, a.name) - rank(slot, b.name)),
      );
    },
    remove(slot, engine) {
      slots.set(
        slot,
        of(slot).filter((other) => other !== engine),
      );
    },
    choose: ((slot: MediaSlot, model?: string) => {
      const engines = of(slot) as Engine<never>[];
      const [first] = engines;
      const usual = first?.models[0];
      if (!first || !usual) throw invalid("model", `No engine is configured for ${slot}.`);
      if (model !== undefined) return { ...findModel(engines, model), fallbacks: [] };
      const [, ...others] = chain(slot);
      return { engine: first, model: usual, fallbacks: others.map(({ name }) => name) };
    }) as Engines["choose"],
  };
}

/** Finds a model by its id, by engine name and id, or an engine that accepts unlisted models. */
function findModel(engines: readonly Engine<never>[], name: string): Omit<Choice<Engine<never>>, "fallbacks"> {
  for (const engine of engines) {
    const model = engine.models.find(({ id }) => id === name);
    if (model) return { engine, model };
  }
  // Several vendors may serve a model with the same name: "fal:vendor/name" selects one.
  const [, owner, own = ""] = /^([a-z][a-z0-9-]*):(.+)$/.exec(name) ?? [];
  const named = owner ? engines.find((engine) => engine.name === owner) : undefined;
  if (named) {
    const listed = named.models.find(({ id }) => id === own);
    if (listed || named.accepts?.(own)) return { engine: named, model: listed ?? { id: own, title: own } };
  }
  const open = named ? undefined : engines.find((engine) => engine.accepts?.(name));
  if (open) return { engine: open, model: { id: name, title: name } };
  const known = engines.flatMap(({ models }) => models.map(({ id }) => id)).slice(0, MAX_LISTED);
  throw invalid("model", `Unknown model. Available models: ${known.join(", ")}.`);
}
