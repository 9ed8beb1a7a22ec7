import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Settings } from "#core/config/settings";
import type { SlotName } from "#core/engine";
import type { Facts } from "#core/facts";
import type { GenerationKind } from "#core/generations/generation";
import type { Router } from "#core/http/router";
import { scopeJobs } from "#core/jobs/jobs";
import { checkRoutes, checkStarted, startWithin } from "#core/loader/checks";
import type { Context, Module, Started } from "#core/module";
import { runChild } from "#core/process/child";
import type { ChildHost } from "#core/process/confinement";
import type { Vault } from "#core/secrets/vault";
import { scopeWork } from "#core/work/work";

interface Options {
  /** Validated settings by module. */
  settings: Settings;
  /** Settings without those from the dashboard. */
  plain: Settings;
  /** Part of the context that all modules share. */
  shared: Omit<Context, "settings" | "services" | "t" | "router" | "child" | "secrets">;
  vault: Vault;
  router: Router;
  facts: Facts;
  /** Access rules of child processes. */
  children: ChildHost;
  define(kind: GenerationKind): void;
  /** Time limit of each module's `start`. */
  startLimitMs: number;
}

export interface StartedModule {
  module: Module;
  started: Started;
  /** Settings that the module was started with. */
  context: Context;
}

/**
 * Starts a module without its dashboard settings if it fails with them, because they can only be corrected in the
 * dashboard.
 */
async function startOne(module: Module, context: Context, { plain, startLimitMs, shared }: Options): Promise<Started> {
  const limits = { limitMs: startLimitMs, signal: shared.stopping };
  try {
    return await startWithin(module, context, limits);
  } catch (error) {
    const settings = plain.get(module.name) ?? {};
    if (shared.stopping.aborted || Bun.deepEquals(settings, context.settings)) throw error;
    context.log.error("could not start with its settings from the dashboard, which are ignored", { error });
    return startWithin(module, { ...context, settings }, limits);
  }
}

/** Starts modules in the given order. Each can use the services and engines of those before it. */
export async function startModules(modules: readonly Module[], options: Options): Promise<StartedModule[]> {
  const { settings, shared, vault, router, children, define } = options;
  const services: Record<string, unknown> = {};
  const all: StartedModule[] = [];
  for (const module of modules) {
    const dependencies: readonly string[] = [...(module.needs ?? []), ...(module.uses ?? [])];
    const context: Context = {
      ...shared,
      jobs: scopeJobs(shared.jobs, module.name),
      work: scopeWork(shared.work, module.name),
      settings: settings.get(module.name) ?? {},
      services: Object.fromEntries(dependencies.map((name) => [name, services[name]])),
      t: Type,
      router: () => new Elysia({ normalize: false }).use(router) as unknown as Router,
      child: (task, input, child) => runChild(children, module.name, task, input, child),
      secrets: vault.of(module.name),
      log: shared.log.with({ module: module.name }),
    };
    const started = await startOne(module, context, options);
    checkStarted(module, started, shared.engines, options.facts.slots);
    if (started.service !== undefined) services[module.name] = started.service;
    for (const kind of started.kinds ?? []) define(kind);
    for (const [slot, engine] of Object.entries(started.engines ?? {})) {
      shared.engines.add(slot as SlotName, engine as never);
    }
    all.push({ module, started, context });
  }
  checkRoutes(all, options.facts);
  return all;
}
