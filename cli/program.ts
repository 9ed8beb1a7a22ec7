/** Composition root: the only place that assembles the kernel, modules and plug-ins. */
import { join } from "node:path";
import "#cli/exports";
import type { Module } from "#core/module";
import { setEntryPoint } from "#core/process/program";

setEntryPoint(join(import.meta.dir, "main.ts"));

async function loadBuiltIn(): Promise<readonly Module[]> {
  const [{ modules }, { plugins }] = await Promise.all([import("#modules/index"), import("#plugins/index")]);
  return [...modules, ...plugins];
}

/** Runs one child task, which core/process/child.ts starts. Those of the local engines run in cli/local-child.ts instead. */
async function runChildTask(): Promise<void> {
  const [{ serveChild }, { loadPlugins }] = await Promise.all([
    import("#core/process/child"),
    import("#core/loader/loader"),
  ]);
  await serveChild([loadPlugins, loadBuiltIn]);
}

/** Unpacks one native part; started by core/process/natives.ts. */
async function unpack(name: string | undefined): Promise<void> {
  const { unpackHere } = await import("#core/process/natives");
  await unpackHere(name).catch((error: Error) => {
    process.stderr.write(error.message);
    process.exit(1);
  });
}

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === "child") return runChildTask();
  if (args[0] === "unpack") return unpack(args[1]);
  const { runCli } = await import("#cli/run");
  process.exit(await runCli(args, loadBuiltIn));
}

/** Aborts when the program ends. */
export const ended = main(process.argv.slice(2));
