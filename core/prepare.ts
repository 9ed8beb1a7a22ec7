import { type Config, readConfig, type UserConfig } from "#core/config/config";
import { collectFacts, type Facts } from "#core/facts";
import { loadPlugins, sortModules } from "#core/loader/loader";
import type { Module } from "#core/module";
import { createLog, type Log, type LogOptions } from "#core/observability/log";

export interface PrepareOptions {
  /** The built-in modules and plug-ins. */
  modules: readonly Module[];
  env?: Record<string, string | undefined>;
  overrides?: UserConfig;
  /** Receives log lines instead of stderr. */
  write?(line: string): void;
}

export interface Prepared {
  config: Config;
  /** In start order. */
  modules: readonly Module[];
  facts: Facts;
  /** Validated settings by module. */
  settings: ReadonlyMap<string, Record<string, unknown>>;
  log: Log;
}

/** Reads the configuration, loads plug-ins and checks everything that modules declare. Starts nothing. */
export async function prepare({ modules: builtIn, env, overrides, write }: PrepareOptions): Promise<Prepared> {
  const { config, settingsOf } = await readConfig(env, overrides);
  const modules = sortModules([...builtIn, ...(await loadPlugins(config.plugins))]);
  const facts = collectFacts(modules);
  const settings = settingsOf(modules, facts);
  const log = createLog({ ...config.log, ...(write ? { write } : {}) } as LogOptions);
  return { config, modules, facts, settings, log };
}
