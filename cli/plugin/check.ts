import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { boot } from "#core/boot/boot";
import type { Command } from "#core/command";
import type { Engine } from "#core/engine";
import type { RouteFacts } from "#core/http/router";
import { describeModule, explainModuleError, rememberFile } from "#core/loader/errors";
import { loadPlugins, resolvePlugin } from "#core/loader/loader";
import type { Module, Started } from "#core/module";
import { findCommand } from "../parse";

interface PluginReport {
  name: string;
  /** Contents of the plug-in, for display. */
  provides: string[];
  /** Suggested improvements. The plug-in works without them. */
  warnings: string[];
}

/**
 * Loads a plug-in with the built-in modules and starts it on a temporary database. Checks facts, settings, migrations,
 * routes and engines like any start, but nothing listens and no job runs. Throws the first error.
 */
export async function checkPlugin(
  path: string,
  builtIn: readonly Module[],
  kernelCommands: readonly Command[],
): Promise<PluginReport> {
  const name = resolve(path);
  const [plugin] = await loadPlugins([name]);
  if (!plugin) throw new Error(`Could not load ${path}.`);
  let started: Started = {};
  const recorded: Module = {
    ...plugin,
    async start(context) {
      started = await plugin.start(context);
      return started;
    },
  };
  rememberFile(recorded, resolvePlugin(name));
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-check-"));
  const env = {
    ...process.env,
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    VIREO_PLUGINS: undefined,
  };
  try {
    const vireo = await boot({ modules: [...builtIn, recorded], env, role: "tool", creates: "anywhere" });
    await vireo.stop();
    await checkChildren(recorded);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const commands = [...kernelCommands, ...builtIn.flatMap(({ commands = [] }) => commands)];
  const warnings = [...listWarnings(plugin, started, builtIn), ...listTakenCommands(plugin, commands)];
  return { name: plugin.name, provides: listParts(plugin, started), warnings };
}

const listEngines = ({ engines = {} }: Started) =>
  Object.entries(engines).map(([slot, engine]) => ({ slot, engine: engine as Engine<never> }));

function listParts(plugin: Module, started: Started): string[] {
  const count = (things: object | undefined, noun: string) => {
    const number = Object.keys(things ?? {}).length;
    return number === 0 ? [] : [`${number} ${noun}${number === 1 ? "" : "s"}`];
  };
  return [
    ...listEngines(started).map(({ slot, engine }) => `engine ${engine.name} for ${slot}`),
    ...count([...(started.routes?.routes ?? []), ...(started.open?.routes ?? [])], "route"),
    ...count(plugin.migrations, "migration"),
    ...count(started.jobs, "job"),
    ...count(started.schedules, "schedule"),
    ...count(plugin.commands, "command"),
    ...count(plugin.children, "child task"),
  ];
}

const MIGRATION_NAME = /^\d{3}_[a-z0-9_]+$/;

function listWarnings(plugin: Module, started: Started, builtIn: readonly Module[]): string[] {
  const slots = new Set([...builtIn, plugin].flatMap((module) => Object.keys(module.slots ?? {})));
  const warnings = (plugin.fills ?? [])
    .filter((slot) => !slots.has(slot))
    .map((slot) => `It fills the slot ${slot}, which no module declares.`);
  if (!plugin.contract)
    warnings.push('It has no "contract", so a server with another contract version cannot refuse it.');
  if (!plugin.description) warnings.push('It has no "description" for the API reference.');
  for (const name of Object.keys(plugin.migrations ?? {})) {
    if (!MIGRATION_NAME.test(name))
      warnings.push(`Migration ${name}: use a name such as 001_notes, so the order is clear.`);
  }
  for (const { method, path, hooks } of started.routes?.routes ?? []) {
    if (!(hooks.detail as RouteFacts | undefined)?.["x-scope"])
      warnings.push(`Route ${method} ${path || "/"} has no "auth", so any key may call it. Name a scope, or "any".`);
  }
  for (const { slot, engine } of listEngines(started)) {
    const where = `Engine ${engine.name} for ${slot}`;
    if (engine.models?.length === 0 && !engine.accepts) warnings.push(`${where} lists no model.`);
    if (engine.repeatable && engine.read) {
      warnings.push(`${where} is repeatable and returns tasks: a second create could start a second task.`);
    }
  }
  return warnings;
}

/** Warns of commands that never run, because their names begin with that of a built-in command. */
const listTakenCommands = ({ commands = [] }: Module, own: readonly Command[]): string[] =>
  commands.flatMap(({ name }) => {
    const taken = findCommand(own, name.split(" "))?.command.name;
    return taken ? [`The command "${name}" never runs, because "vireo ${taken}" does. Choose another name.`] : [];
  });

/** Imports the child tasks, which a server does only when it needs them. */
async function checkChildren(plugin: Module): Promise<void> {
  for (const [name, open] of Object.entries(plugin.children ?? {})) {
    const task: unknown = await open().catch((error) => {
      throw explainModuleError(plugin, `cannot load its child task ${name}`, error);
    });
    if (typeof task !== "function")
      throw new Error(`${describeModule(plugin)} is not valid: children.${name} must return a function.`);
  }
}
