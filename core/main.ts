/** Command line and composition root: the one file of core that imports modules and plug-ins. */
import type { Module } from "#core/module";

const HELP = `Vireo: a self-hosted API for short-form marketing media

  vireo serve      start the server (the default)
  vireo version    print the version
  vireo help       print this

Settings come from the environment and from vireo.config.ts; README.md lists them.
`;

async function builtIn(): Promise<readonly Module[]> {
  const [{ modules }, { plugins }] = await Promise.all([import("../modules/index"), import("../plugins/index")]);
  return [...modules, ...plugins];
}

async function serve(): Promise<void> {
  const [{ boot }, modules] = await Promise.all([import("#core/boot"), builtIn()]);
  const vireo = await boot({ modules });
  const url = await vireo.listen();
  const lines = [
    `Vireo ${vireo.config.databaseUrl ? "on PostgreSQL" : "with its own PostgreSQL"}`,
    `  API    ${url.origin}/api/v1`,
    `  Docs   ${url.origin}/docs`,
  ];
  if (vireo.firstKey)
    lines.push(`  Key    ${vireo.firstKey}`, "         Your administrator's key. It is shown this once: keep it.");
  for (const [label, line] of await vireo.notices()) lines.push(`  ${label.padEnd(6)} ${line}`);
  process.stdout.write(`${lines.join("\n")}\n`);

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // A second signal means it: do not wait any longer.
    if (stopping) process.exit(1);
    stopping = true;
    vireo.log.info("stopping", { signal });
    await vireo.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  const reason = await vireo.broken;
  vireo.log.error("the database has ended", { reason });
  await vireo.stop();
  process.exit(1);
}

async function child(): Promise<void> {
  const [{ serveChild }, { loadPlugins }] = await Promise.all([import("#core/child"), import("#core/loader")]);
  // Nearly every render is one of the built-in engines': the others are loaded only for what is not theirs.
  await serveChild([async () => [(await import("../plugins/local/index")).local], loadPlugins, builtIn]);
}

const commands: Record<string, () => Promise<void>> = {
  serve,
  child,
  version: async () => {
    const { version } = await import("#core/boot");
    process.stdout.write(`${version}\n`);
  },
  help: async () => void process.stdout.write(HELP),
};

const name = process.argv[2] ?? "serve";
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  process.stderr.write(`There is no command "${name}".\n\n${HELP}`);
  process.exit(2);
}
try {
  await command();
} catch (error) {
  // Mistakes of the configuration and refusals are written for people; a stack would hide them.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}
