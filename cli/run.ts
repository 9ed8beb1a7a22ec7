import type { Command, Output } from "#core/command";
import type { Module } from "#core/module";
import { doctorCommand } from "./commands/doctor";
import { commands as kernelCommands } from "./commands/index";
import { pluginCommands } from "./commands/plugin";
import { formatHelp, formatOverview } from "./help";
import { createOutput } from "./output";
import { findCommand, type Parsed, parseCommand, UsageError } from "./parse";
import { serveCommand } from "./serve-command";

type LoadModules = () => Promise<readonly Module[]>;

interface Match {
  command: Command;
  rest: string[];
  /** Module the command belongs to; undefined for the kernel's commands. */
  module?: string;
}

const ALIASES: Readonly<Record<string, string>> = { "--help": "help", "-h": "help", "--version": "version" };

const getKernelCommands = (builtIn: LoadModules): readonly Command[] => [
  serveCommand(builtIn),
  doctorCommand(builtIn),
  ...kernelCommands,
  ...pluginCommands(builtIn),
];
const getModuleCommands = (modules: readonly Module[]) =>
  modules.flatMap(({ name, commands = [] }) => commands.map((command) => ({ command, module: name })));

async function loadConfiguredPlugins(): Promise<readonly Module[]> {
  const [{ readConfig }, { loadPlugins }] = await Promise.all([
    import("#core/config/config"),
    import("#core/loader/loader"),
  ]);
  return loadPlugins((await readConfig()).config.plugins);
}

/** Searches the kernel's commands, then those of the built-in modules, then those of the configured plug-ins. */
async function findMatch(args: readonly string[], builtIn: LoadModules): Promise<Match | undefined> {
  const kernelMatch = findCommand(getKernelCommands(builtIn), args);
  if (kernelMatch) return kernelMatch;
  for (const loadModules of [builtIn, loadConfiguredPlugins]) {
    const entries = getModuleCommands(await loadModules());
    const match = findCommand(
      entries.map(({ command }) => command),
      args,
    );
    const module = entries.find(({ command }) => command === match?.command)?.module;
    if (match) return { ...match, ...(module ? { module } : {}) };
  }
  return undefined;
}

/** All commands. Plug-ins that cannot be loaded are reported and left out, so that help always works. */
async function listCommands(builtIn: LoadModules): Promise<readonly Command[]> {
  const plugins = await loadConfiguredPlugins().catch((error: Error) => {
    process.stderr.write(`Commands of plug-ins are not listed. ${error.message}\n\n`);
    return [];
  });
  const modules = [...(await builtIn()), ...plugins];
  return [...getKernelCommands(builtIn), ...getModuleCommands(modules).map(({ command }) => command)];
}

async function printHelp(args: readonly string[], builtIn: LoadModules): Promise<void> {
  const match = args.length > 0 ? await findMatch(args, builtIn) : undefined;
  process.stdout.write(match ? formatHelp(match.command) : formatOverview(await listCommands(builtIn)));
}

/** A group such as "keys" lists its commands; anything else points to the help. */
async function reportUnknown(args: readonly string[], builtIn: LoadModules): Promise<number> {
  const group = (await listCommands(builtIn)).filter(({ name }) => name.startsWith(`${args[0]} `));
  if (group.length > 0 && args.slice(1).every((arg) => arg.startsWith("-"))) {
    process.stdout.write(group.map(formatHelp).join("\n"));
    return 0;
  }
  const names = group.map(({ name }) => `"vireo ${name}"`).join(", ");
  const hint = names ? `Available: ${names}.` : 'Run "vireo help" to list all commands.';
  process.stderr.write(`Unknown command "${args.join(" ")}". ${hint}\n`);
  return 2;
}

/** Runs a command line and returns the exit code. */
export async function runCli(argv: readonly string[], builtIn: LoadModules): Promise<number> {
  const args = [ALIASES[argv[0] ?? ""] ?? argv[0] ?? "help", ...argv.slice(1)];
  if (args[0] === "help") {
    await printHelp(args.slice(1), builtIn);
    return 0;
  }
  const match = await findMatch(args, builtIn);
  if (!match) return reportUnknown(args, builtIn);
  const { command, rest } = match;
  try {
    const parsed = parseCommand(command, rest);
    if (parsed.help) {
      process.stdout.write(formatHelp(command));
      return 0;
    }
    return (await execute(match, parsed, createOutput(parsed.json), builtIn)) ?? 0;
  } catch (error) {
    return reportError(error, command, rest.includes("--json"));
  }
}

function reportError(error: unknown, command: Command, json: boolean): number {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const hint = isUsage ? `\nRun "vireo ${command.name} --help" for usage.` : "";
  process.stderr.write(json ? `${JSON.stringify({ error: message })}\n` : `${message}${hint}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return isUsage ? 2 : 1;
}

async function execute(
  { command, module }: Match,
  parsed: Parsed,
  out: Output,
  builtIn: LoadModules,
): Promise<number | undefined> {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort(new Error("Stopped."));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  const call = { arguments: parsed.arguments, options: parsed.options, out, signal: stopping.signal };
  try {
    if (command.isPlain) return await command.run({ ...call, vireo: undefined as never, service: undefined });
    const { openWorkspace } = await import("./workspace");
    const workspace = await openWorkspace(await builtIn(), command);
    try {
      return await command.run({ ...call, vireo: workspace.vireo, service: module && workspace.services[module] });
    } finally {
      await workspace.close();
    }
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}
