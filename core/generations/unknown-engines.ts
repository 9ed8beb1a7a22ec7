import type { Config } from "#core/config/config";
import type { Engine, Provider } from "#core/engine";
import type { Engines } from "#core/generations/engines";
import type { Log } from "#core/observability/log";

/**
 * Logs names in `providers` and `modelPrices` that match no engine. The server starts anyway, because an engine is also
 * missing while its key is.
 */
export function warnOfUnknownEngines({ providers, modelPrices }: Config, engines: Engines, log: Log): void {
  for (const [slot, names] of Object.entries(providers)) {
    const present = engines.of(slot as never).map(({ name }: Provider) => name);
    for (const name of [names].flat().filter((name) => !present.includes(name))) {
      log.warn(`providers.${slot} names an unknown engine; is its key set?`, { engine: name, present });
    }
  }
  const all = engines.slots().flatMap((slot) => engines.of(slot) as readonly Engine<never>[]);
  if (all.some(({ accepts }) => accepts)) return;
  const models = new Set(all.flatMap(({ models }) => (models ?? []).map(({ id }) => id)));
  for (const model of Object.keys(modelPrices)) {
    if (!models.has(model)) log.warn("modelPrices names a model that no engine has", { model });
  }
}
