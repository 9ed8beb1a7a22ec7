import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { Command, Output } from "#core/command";
import type { Module } from "#core/module";
import { findNearest } from "#core/nearest";
import { explainError } from "./explain-error";
import { formatGroup, formatHelp, formatOverview } from "./help";
import { createOutput, toPrintable, toPrintableJson } from "./output";
import { CallError, findCommand, type Parsed, parseCommand, UsageError } from "./parse";
import { serveCommand } from "./serve-command";
import { workerCommand } from "./worker-command";

type LoadModules = () => Promise<readonly Module[]>;

/** Time limit for a command to stop. The server has a shorter limit, which it reports itself. */
const STOP_MS = 9_900;

interface Match {
  command: Command;
  rest: string[];
  /** Module that the command belongs to. Undefined for the kernel's commands. */
  module?: string;
}

const ALIASES: Readonly<Record<string, string>> = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-V": "version",
  "-v": "version",
};

/** Commands other than those that start a process, which need not wait for them. */
const loadKernelCommands = () => import("./kernel-commands");
const loadClientCommands = () => import("./client/index");
const getModuleCommands = (modules: readonly Module[]) =>
  modules.flatMap(({ name, commands = [] }) => commands.map((command) => ({ command, module: name })));

async function loadConfiguredPlugins(): Promise<readonly Module[]> {
  const [{ readConfig }, { loadPlugins }] = await Promise.all([
    import("#core/config/config"),
    import("#core/loader/loader"),
  ]);
  return loadPlugins((await readConfig()).config.plugins);
}

/**
 * Searches the kernel's commands, then those of the signed-in server, then those of the built-in modules and the
 * configured plug-ins.
 */
async function findMatch(args: readonly string[], builtIn: LoadModules): Promise<Match | undefined> {
  const starting = findCommand([serveCommand(builtIn), workerCommand(builtIn)], args);
  if (starting) return starting;
  const { getKernelCommands } = await loadKernelCommands();
  const kernelMatch = findCommand(getKernelCommands(builtIn), args);
  const isBareApi = kernelMatch?.command.name === "api";
  if (kernelMatch && !(isBareApi && kernelMatch.rest[0] && !kernelMatch.rest[0].startsWith("-"))) return kernelMatch;
  const { findClientCommand } = await loadClientCommands();
  const remote = await findClientCommand(args);
  if (remote) return findCommand([remote], args);
  for (const loadModules of [builtIn, loadConfiguredPlugins]) {
    const entries = getModuleCommands(await loadModules());
    const match = findCommand(
      entries.map(({ command }) => command),
      args,
    );
    const module = entries.find(({ command }) => command === match?.command)?.module;
    if (match) return { ...match, module };
  }
  return undefined;
}

/** Lists all commands. Plug-ins that cannot be loaded are reported and left out, so that help always works. */
async function listCommands(builtIn: LoadModules): Promise<readonly Command[]> {
  const plugins = await loadConfiguredPlugins().catch((error: Error) => {
    process.stderr.write(`Commands of plug-ins are not listed. ${error.message}\n\n`);
    return [];
  });
  const modules = [...(await builtIn()), ...plugins];
  const { getKernelCommands } = await loadKernelCommands();
  const commands = [...getKernelCommands(builtIn), ...getModuleCommands(modules).map(({ command }) => command)];
  return commands.filter((command) => !command.isHidden);
}

async function printHelp(args: readonly string[], builtIn: LoadModules): Promise<number> {
  if (args.length === 0) {
    process.stdout.write(formatOverview(await listCommands(builtIn)));
    return 0;
  }
  const match = await findMatch(args, builtIn);
  if (!match) return reportUnknown(args, builtIn, true);
  process.stdout.write(toPrintable(formatHelp(match.command)));
  return 0;
}

/**
 * Lists the commands of a group such as "keys". For anything else, suggests the nearest command and returns exit code
 * 2.
 */
async function reportUnknown(args: readonly string[], builtIn: LoadModules, wantsHelp = false): Promise<number> {
  const { listClientCommands } = await loadClientCommands();
  const commands = [...(await listCommands(builtIn)), ...(await listClientCommands())];
  const words = args.filter((arg) => !arg.startsWith("-"));
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  if (group.length > 0 && words.length === 1) {
    const text = wantsHelp || args.length > 1 ? group.map(formatHelp).join("\n") : formatGroup(group);
    process.stdout.write(toPrintable(text));
    return 0;
  }
  const names = commands.map(({ name }) => name);
  const nearest = findNearest(words.join(" "), names);
  const hint = nearest
    ? `Did you mean "vireo ${nearest}"?`
    : group.length > 0
      ? `Available: ${group.map(({ name }) => `"vireo ${name}"`).join(", ")}.`
      : 'Run "vireo help" to list all commands, or "vireo login <url>" to call a server.';
  process.stderr.write(toPrintable(`Unknown command "${args.join(" ")}". ${hint}\n`));
  return 2;
}

/** Runs a command line and returns the exit code. A failure to write the output is a failure of the command. */
export async function runCli(argv: readonly string[], builtIn: LoadModules): Promise<number> {
  let broken: Error | undefined;
  process.stdout.on("error", (error) => {
    broken ??= error;
  });
  let args: string[];
  try {
    args = applyEnvFile(argv, process.env);
  } catch (error) {
    process.stderr.write(`${explainError(error)}\n`);
    return 2;
  }
  const code = await runCommand(args, builtIn);
  // A reader such as "head" may stop early.
  if (code !== 0 || !broken || (broken as NodeJS.ErrnoException).code === "EPIPE") return code;
  process.stderr.write(`The output could not be written. ${explainError(broken)}\n`);
  return 1;
}

async function runCommand(argv: readonly string[], builtIn: LoadModules): Promise<number> {
  const args = [ALIASES[argv[0] ?? ""] ?? argv[0] ?? "serve", ...argv.slice(1)];
  if (args[0] === "help") return printHelp(args.slice(1), builtIn);
  const match = await findMatch(args, builtIn);
  if (!match) return reportUnknown(args, builtIn);
  const { command, rest } = match;
  try {
    const parsed = parseCommand(command, rest);
    if (parsed.help) {
      process.stdout.write(toPrintable(formatHelp(command)));
      return 0;
    }
    return (await execute(match, parsed, createOutput(parsed.json), builtIn)) ?? 0;
  } catch (error) {
    return reportError(error, command, rest.includes("--json"));
  }
}

function reportError(error: unknown, command: Command, json: boolean): number {
  const isUsage = error instanceof UsageError;
  const message = explainError(error);
  const hint = isUsage ? `\nRun "vireo ${command.name} --help" for usage.` : "";
  const facts = error instanceof CallError ? error.facts : {};
  process.stderr.write(`${json ? toPrintableJson({ error: message, ...facts }) : toPrintable(message + hint)}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  if (error instanceof CallError) return error.exitCode;
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
    setTimeout(() => process.exit(1), STOP_MS).unref();
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

const OPTION = "--env-file";

/**
 * Reads variables from the file named by `--env-file`, and returns the other arguments. Variables that are already set
 * keep their values. Throws UsageError if the file cannot be read.
 */
function applyEnvFile(args: readonly string[], env: Record<string, string | undefined>): string[] {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  const option = args[at];
  if (option === undefined) return [...args];
  const isJoined = option.includes("=");
  const path = isJoined ? option.slice(OPTION.length + 1) : args[at + 1];
  if (!path) throw new UsageError(`${OPTION} needs a path.`);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
  return args.toSpliced(at, isJoined ? 1 : 2);
}
