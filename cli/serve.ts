import { boot } from "#core/boot";
import type { Module } from "#core/module";

/** Runs until it is told to stop, or its database ends. */
export async function serve(modules: readonly Module[]): Promise<number> {
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
  vireo.log.error("the server cannot go on", { reason });
  await vireo.stop();
  return 1;
}
