import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { SlotName } from "#core/engine";
import type { Facts } from "#core/facts";
import type { GenerationKind } from "#core/generations/generations";
import type { Router } from "#core/http/router";
import { scopeJobs } from "#core/jobs/jobs";
import { checkRoutes, checkStarted, startWithin } from "#core/loader/checks";
import type { Context, Module, Started } from "#core/module";
import { runChild } from "#core/process/child";
import type { ChildHost } from "#core/process/confinement";
import type { Vault } from "#core/secrets/vault";

interface Options {
  /** Validated settings by module. */
  settings: ReadonlyMap<string, Record<string, unknown>>;
  /** The part of the context that is the same for every module. */
  shared: Omit<Context, "settings" | "services" | "t" | "router" | "child" | "secrets">;
  vault: Vault;
  router: Router;
  facts: Facts;
  /** What child processes load, and what is closed to them. */
  children: ChildHost;
  define(kind: GenerationKind): void;
  /** How long each module's `start` may take. */
  startLimitMs: number;
}

export interface StartedModule {
  module: Module;
  started: Started;
}

/** Starts modules in the given order. Each one can use the services and engines of those before it. */
export async function startModules(modules: readonly Module[], options: Options): Promise<StartedModule[]> {
  const { settings, shared, vault, router, children, define, startLimitMs } = options;
  const services: Record<string, unknown> = {};
  const all: StartedModule[] = [];
  for (const module of modules) {
    const wanted: readonly string[] = [...(module.needs ?? []), ...(module.uses ?? [])];
    const context: Context = {
      ...shared,
      jobs: scopeJobs(shared.jobs, module.name),
      settings: settings.get(module.name) ?? {},
      services: Object.fromEntries(wanted.map((name) => [name, services[name]])),
      t: Type,
      router: () => new Elysia({ normalize: false }).use(router) as unknown as Router,
      child: (task, input, child) => runChild(children, module.name, task, input, child),
      secrets: vault.of(module.name),
      log: shared.log.with({ module: module.name }),
    };
    const started = await startWithin(module, context, { limitMs: startLimitMs, signal: shared.stopping });
    checkStarted(module, started, shared.engines);
    if (started.service !== undefined) services[module.name] = started.service;
    for (const kind of started.kinds ?? []) define(kind);
    for (const [slot, engine] of Object.entries(started.engines ?? {})) {
      shared.engines.add(slot as SlotName, engine as never);
    }
    all.push({ module, started });
  }
  checkRoutes(all, options.facts);
  return all;
}
