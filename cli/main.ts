/** Composition root: the one place that puts the kernel, modules and plug-ins together. */
import "#cli/exports";
import type { Module } from "#core/module";

async function builtIn(): Promise<readonly Module[]> {
  const [{ modules }, { plugins }] = await Promise.all([import("#modules/index"), import("#plugins/index")]);
  return [...modules, ...plugins];
}

/** What core/process/child.ts starts this program as. */
async function child(): Promise<void> {
  const [{ serveChild }, { loadPlugins }] = await Promise.all([import("#core/process/child"), import("#core/loader")]);
  // Nearly every render is one of the built-in engines': the others are loaded only for what is not theirs.
  await serveChild([async () => [(await import("#plugins/local/index")).local], loadPlugins, builtIn]);
}

/** What core/process/natives.ts starts it as. */
async function unpack(name: string | undefined): Promise<void> {
  const { unpackHere } = await import("#core/process/natives");
  await unpackHere(name).catch((error: Error) => {
    process.stderr.write(error.message);
    process.exit(1);
  });
}

const words = process.argv.slice(2);
if (words[0] === "child") {
  await child();
} else if (words[0] === "unpack") {
  await unpack(words[1]);
} else {
  const { runCli } = await import("#cli/run");
  process.exit(await runCli(words.length > 0 ? words : ["serve"], builtIn));
}
