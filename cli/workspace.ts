import { boot } from "#core/boot/boot";
import type { Command, Workspace } from "#core/command";
import type { Module } from "#core/module";

/** Boots the program without the server: modules start, but no jobs run and nothing listens. */
export async function openWorkspace(
  modules: readonly Module[],
  { creates }: Pick<Command, "creates"> = {},
): Promise<{ vireo: Workspace; services: Readonly<Record<string, unknown>>; close(): Promise<void> }> {
  // Commands print their results, so log only problems.
  const level = process.env.LOG_LEVEL ?? "warn";
  const vireo = await boot({
    modules,
    role: "tool",
    creates,
    env: { ...process.env, LOG_LEVEL: level },
  });
  return {
    vireo: { ...vireo.tools, config: vireo.config, db: vireo.db, log: vireo.log },
    services: vireo.services,
    close: vireo.stop,
  };
}
