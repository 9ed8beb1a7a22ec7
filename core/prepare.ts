import { type Config, ConfigSchema, readConfig, type UserConfig } from "#core/config/config";
import { listSecrets, type Settings } from "#core/config/settings";
import { collectFacts, type Facts } from "#core/facts";
import { sortModules, tryLoadPlugins } from "#core/loader/loader";
import type { Module } from "#core/module";
import { createLog, type Log, type LogOptions, Mask } from "#core/observability/log";

export interface PrepareOptions {
  /** The built-in modules and plug-ins. */
  modules: readonly Module[];
  env?: Record<string, string | undefined>;
  overrides?: UserConfig;
  /** Receives log lines instead of stderr. */
  write?(line: string): void;
  /** Receives the log once the configuration is valid, before anything starts. */
  onLog?(log: Log): void;
}

export interface Prepared {
  config: Config;
  /** In start order. */
  modules: readonly Module[];
  facts: Facts;
  settings: Settings;
  /** Settings with these values below those of the file and the environment. Throws ConfigError. */
  settingsAbove(below: Readonly<Record<string, object>>): Settings;
  log: Log;
  /** Hides values in the log. */
  mask: Mask;
}

/** Reads the configuration, loads plug-ins and checks everything that modules declare. Starts nothing. */
export async function prepare({ modules: builtIn, env, overrides, write, onLog }: PrepareOptions): Promise<Prepared> {
  const { config, settingsOf, refuse } = await readConfig(env, overrides);
  const { loaded, errors } = await tryLoadPlugins(config.plugins ?? []);
  const unloaded = errors.map(({ message }) => ({ where: "plugins:", what: message }));
  const { modules, facts } = collect([...builtIn, ...loaded], () => unloaded.length > 0 && refuse(unloaded));
  const settings = settingsOf(modules, facts, { unloaded });
  const mask = new Mask([
    ...listSecrets(ConfigSchema, config),
    ...modules.flatMap(({ name, settings: schema }) => (schema ? listSecrets(schema, settings.get(name)) : [])),
  ]);
  const log = createLog({ ...config.log, secrets: mask, ...(write ? { write } : {}) } as LogOptions);
  onLog?.(log);
  const settingsAbove = (below: Readonly<Record<string, object>>) => settingsOf(modules, facts, { below });
  return { config, modules, facts, settings, settingsAbove, log, mask };
}

/** Modules in start order, and their facts. `onError` may throw an error that explains more. */
function collect(all: readonly Module[], onError: () => void): Pick<Prepared, "modules" | "facts"> {
  try {
    const modules = sortModules(all);
    return { modules, facts: collectFacts(modules) };
  } catch (error) {
    // It may need a plug-in that could not be loaded.
    onError();
    throw error;
  }
}
