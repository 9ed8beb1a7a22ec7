import { boot, type Vireo } from "#core/boot";
import type { Module } from "#core/module";

/** Runs until the signal fires or the database ends. A second SIGTERM or SIGINT ends the process at once (cli/run.ts). */
export async function serve(modules: readonly Module[], signal: AbortSignal): Promise<number> {
  let vireo: Vireo;
  try {
    vireo = await boot({ modules, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write("Stopped during start-up.\n");
    return 0;
  }
  const url = await vireo.listen();
  await printAddresses(vireo, url);

  const reason = await Promise.race([vireo.broken, untilAborted(signal)]);
  if (signal.aborted) vireo.log.info("stopping");
  else vireo.log.error("shutting down after a fatal error", { reason });
  await vireo.stop();
  return signal.aborted ? 0 : 1;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

async function printAddresses(vireo: Vireo, { origin }: URL): Promise<void> {
  const lines = [
    `Vireo ${vireo.config.databaseUrl ? "on PostgreSQL" : "with embedded PostgreSQL"}`,
    `  API    ${origin}/api/v1`,
    `  Docs   ${origin}/docs`,
  ];
  if (vireo.firstKey)
    lines.push(
      `  Key    ${vireo.firstKey}`,
      "         This is your admin key. It won't be shown again, so store it in a password manager.",
    );
  for (const [label, line] of await vireo.notices()) lines.push(`  ${label.padEnd(6)} ${line}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
