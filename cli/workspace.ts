import { boot } from "#core/boot";
import type { Workspace } from "#core/command";
import type { Module } from "#core/module";

/** The program without its server: modules are started, but no work begins and nothing listens. */
export async function openWorkspace(
  modules: readonly Module[],
): Promise<{ vireo: Workspace; services: Readonly<Record<string, unknown>>; close(): Promise<void> }> {
  // What a command has to say stands on stdout; the log is only for trouble.
  const level = process.env.LOG_LEVEL ?? "warn";
  const vireo = await boot({ modules, role: "tool", env: { ...process.env, LOG_LEVEL: level } });
  return {
    vireo: { ...vireo.tools, config: vireo.config, db: vireo.db, log: vireo.log },
    services: vireo.services,
    close: vireo.stop,
  };
}
