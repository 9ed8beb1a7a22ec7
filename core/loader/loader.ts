import { existsSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checkFacts, checkPrefixes } from "#core/loader/checks";
import { describeModule, explainLoadError, rememberFile } from "#core/loader/errors";
import { CONTRACT, type Module } from "#core/module";

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Resolves the file of a plug-in. A folder stands for the entry point in its package.json. */
export function resolvePlugin(name: string): string {
  const isPath = /^(\.|\/|[A-Za-z]:)/.test(name);
  if (!isPath) return Bun.resolveSync(name, process.cwd());
  const path = isAbsolute(name) ? name : resolve(name);
  return existsSync(path) && statSync(path).isDirectory() ? Bun.resolveSync(path, process.cwd()) : path;
}

/** Loads plug-ins named by a path (relative to the working directory) or as a package. */
export const loadPlugins = (names: readonly string[]): Promise<Module[]> => Promise.all(names.map(loadPlugin));

/** Loads all plug-ins that can be loaded, and returns the errors of the rest. */
export async function tryLoadPlugins(names: readonly string[]): Promise<{ loaded: Module[]; errors: Error[] }> {
  const results = await Promise.allSettled(names.map(loadPlugin));
  return {
    loaded: results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
    errors: results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : [])),
  };
}

async function loadPlugin(name: string): Promise<Module> {
  let file: string;
  let loaded: { default?: unknown };
  try {
    file = resolvePlugin(name);
    loaded = (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (cause) {
    throw explainLoadError(name, cause);
  }
  const module = checkModule(loaded.default, name);
  rememberFile(module, file);
  return module;
}

function checkModule(value: unknown, from: string): Module {
  const module = value as Module | undefined;
  if (!module || typeof module.start !== "function" || typeof module.name !== "string") {
    throw new Error(`The plug-in ${from} must have a module as its default export: { name, start }.`);
  }
  return module;
}

/** Checks the modules, and sorts each after the ones that it needs or uses. */
export function sortModules(modules: readonly Module[]): Module[] {
  const byName = new Map<string, Module>();
  for (const module of modules) {
    if (!NAME.test(module.name))
      throw new Error(`${describeModule(module)} has an invalid name. Use a-z, 0-9 and "-".`);
    const other = byName.get(module.name);
    if (other)
      throw new Error(
        `Two modules are named ${module.name}. ${describeModule(other)} is one. ${describeModule(module)} is the other.`,
      );
    if (typeof module.contract === "string" && module.contract !== CONTRACT) {
      throw new Error(
        `${describeModule(module)} needs version ${module.contract} of the plug-in contract. This Vireo has version ${CONTRACT}.`,
      );
    }
    checkFacts(module);
    byName.set(module.name, module);
  }
  checkPrefixes(modules);
  const done = new Set<Module>();
  const visit = (module: Module, path: readonly string[]): void => {
    if (done.has(module)) return;
    if (path.includes(module.name))
      throw new Error(
        `Modules need each other in a circle: ${[...path, module.name].join(" → ")}. ${describeModule(module)} is one of them.`,
      );
    for (const need of (module.needs ?? []) as readonly string[]) {
      const other = byName.get(need);
      if (!other) throw new Error(`${describeModule(module)} needs ${need}, which is not loaded.`);
      visit(other, [...path, module.name]);
    }
    for (const use of (module.uses ?? []) as readonly string[]) {
      const other = byName.get(use);
      if (other) visit(other, [...path, module.name]);
    }
    done.add(module);
  };
  for (const module of modules) visit(module, []);
  return [...done];
}
