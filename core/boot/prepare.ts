import { type Config, ConfigSchema, type ReadConfig, readConfig, type UserConfig } from "#core/config/config";
import { listSecrets, type Settings } from "#core/config/settings";
import { collectFacts, type Facts } from "#core/facts";
import { checkReferences } from "#core/loader/checks";
import { describeModule } from "#core/loader/errors";
import { sortModules, tryLoadPlugins } from "#core/loader/loader";
import type { Module } from "#core/module";
import { createLog, type Log, type LogOptions, Mask } from "#core/observability/log";

export interface PrepareOptions {
  /** The built-in modules and plug-ins, or a function that loads them. */
  modules: readonly Module[] | (() => Promise<readonly Module[]>);
  env?: Record<string, string | undefined>;
  overrides?: UserConfig;
  /** The configuration, if it has been read before, from the process's environment. */
  read?: ReadConfig | undefined;
  /** Receives log lines instead of stderr. */
  write?(line: string): void;
  /** Called before modules are loaded, unless the kernel's own settings have mistakes. */
  onConfig?(config: Config, log: Log): Promise<void>;
  /** Receives the log once the configuration is valid, before anything starts. */
  onLog?(log: Log): void;
}

export interface Prepared {
  config: Config;
  /** In start order. */
  modules: readonly Module[];
  facts: Facts;
  settings: Settings;
  /** Merges these values below the settings of the file and the environment. Throws ConfigError. */
  settingsAbove(below: Readonly<Record<string, object>>): Settings;
  log: Log;
  /** Masks values in the log. */
  mask: Mask;
}

/** Reads the configuration, loads modules and checks all their declarations. Starts nothing. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { write } = options;
  const { config, isValid, settingsOf, refuse } = options.read ?? (await readConfig(options.env, options.overrides));
  const mask = new Mask(isValid ? listSecrets(ConfigSchema, config) : []);
  const log = createLog({ ...config.log, secrets: mask, write } as LogOptions);
  if (isValid) await options.onConfig?.(config, log);
  const builtIn = typeof options.modules === "function" ? await options.modules() : options.modules;
  const { loaded, errors } = await tryLoadPlugins(config.plugins ?? []);
  const unloaded = errors.map(({ message }) => ({ where: "plugins:", what: message }));
  const { modules, facts } = collect([...builtIn, ...loaded], () => unloaded.length > 0 && refuse(unloaded));
  const settings = settingsOf(modules, facts, { unloaded });
  for (const { name, settings: schema } of modules) if (schema) mask.add(listSecrets(schema, settings.get(name)));
  options.onLog?.(log);
  const settingsAbove = (below: Readonly<Record<string, object>>) => settingsOf(modules, facts, { below });
  return { config, modules, facts, settings, settingsAbove, log, mask };
}

/** Returns modules in start order, and their facts. `onError` may throw an error that explains more. */
function collect(all: readonly Module[], onError: () => void): Pick<Prepared, "modules" | "facts"> {
  try {
    const modules = sortModules(all);
    const facts = collectFacts(modules, describeModule);
    checkReferences(modules, facts);
    return { modules, facts };
  } catch (error) {
    // The module may need a plug-in that failed to load.
    onError();
    throw error;
  }
}
