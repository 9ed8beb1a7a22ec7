import type { Command, Output } from "#core/command";
import type { Module } from "#core/module";
import { commands as ours } from "./commands/index";
import { helpOf, overview } from "./help";
import { createOutput } from "./output";
import { findCommand, parse, UsageError } from "./parse";
import { serveCommand } from "./serve-command";

type Modules = () => Promise<readonly Module[]>;

interface Found {
  command: Command;
  rest: string[];
  /** Whose command it is; none for the kernel's. */
  module?: string;
}

const kernel = (builtIn: Modules): readonly Command[] => [serveCommand(builtIn), ...ours];
const commandsOf = (modules: readonly Module[]) =>
  modules.flatMap(({ name, commands = [] }) => commands.map((command) => ({ command, module: name })));

/** Looks among the kernel's commands, then the modules', then those of the configured plug-ins. */
async function find(words: readonly string[], builtIn: Modules): Promise<Found | undefined> {
  const own = findCommand(kernel(builtIn), words);
  if (own) return own;
  const plugins = async () => {
    const [{ readConfig }, { loadPlugins }] = await Promise.all([
      import("#core/config/config"),
      import("#core/loader"),
    ]);
    return loadPlugins((await readConfig()).config.plugins);
  };
  for (const modules of [builtIn, plugins]) {
    const all = commandsOf(await modules());
    const found = findCommand(
      all.map(({ command }) => command),
      words,
    );
    const module = all.find(({ command }) => command === found?.command)?.module;
    if (found) return { ...found, ...(module ? { module } : {}) };
  }
  return undefined;
}

const help = async (builtIn: Modules) =>
  overview([...kernel(builtIn), ...commandsOf(await builtIn()).map(({ command }) => command)]);

/** Runs what the command line says; the exit code. Mistakes are written for people. */
export async function runCli(words: readonly string[], builtIn: Modules): Promise<number> {
  if (words.length === 0 || words[0] === "help" || words[0] === "--help" || words[0] === "-h") {
    const about = words.slice(1);
    const found = about.length > 0 ? await find(about, builtIn) : undefined;
    process.stdout.write(found ? helpOf(found.command) : await help(builtIn));
    return 0;
  }
  const found = await find(words, builtIn);
  if (!found) {
    process.stderr.write(`There is no command "${words.join(" ")}".\n\n${await help(builtIn)}`);
    return 2;
  }
  const { command, rest, module } = found;
  const json = rest.includes("--json");
  try {
    const parsed = parse(command, rest);
    if (parsed.help) {
      process.stdout.write(helpOf(command));
      return 0;
    }
    return (await perform(command, module, parsed, createOutput(parsed.json), builtIn)) ?? 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    const hint = isUsage ? `\n"vireo ${command.name} --help" says what it takes.` : "";
    process.stderr.write(json ? `${JSON.stringify({ error: message })}\n` : `${message}${hint}\n`);
    if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return isUsage ? 2 : 1;
  }
}

async function perform(
  command: Command,
  module: string | undefined,
  parsed: ReturnType<typeof parse>,
  out: Output,
  builtIn: Modules,
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
    const workspace = await openWorkspace(await builtIn());
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
