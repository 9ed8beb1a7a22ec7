import type { Command } from "#core/command";
import { ConfigError } from "#core/config/config";
import { NoDataError } from "#core/database/absent";
import { examine, type Finding } from "#core/health/doctor";
import type { Module } from "#core/module";

/** Opens its own workspace, so that it can report why that fails. */
export const doctorCommand = (builtIn: () => Promise<readonly Module[]>): Command => ({
  name: "doctor",
  summary: "Check the configuration and suggest fixes",
  description: "Exits with 1 if a check fails.",
  isPlain: true,
  async run({ out }) {
    const findings = await check(await builtIn());
    const mark = { ok: "ok", warning: "note", failed: "FAIL" };
    out.result(
      { ok: findings.every(({ state }) => state !== "failed"), checks: findings },
      findings
        .map(
          ({ name, state, detail, advice }) =>
            `${mark[state].padEnd(5)} ${name.padEnd(24)} ${detail}${advice ? `\n${" ".repeat(31)}→ ${advice}` : ""}`,
        )
        .join("\n"),
    );
    return findings.some(({ state }) => state === "failed") ? 1 : 0;
  },
});

async function check(modules: readonly Module[]): Promise<Finding[]> {
  const { openWorkspace } = await import("../workspace");
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  try {
    workspace = await openWorkspace(modules);
  } catch (error) {
    return explainFailure(error);
  }
  try {
    return await examine(workspace.vireo);
  } finally {
    await workspace.close();
  }
}

/** What can be said when the program cannot be opened. */
function explainFailure(error: unknown): Finding[] {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigError) return [{ name: "configuration", state: "failed", detail }];
  const configuration: Finding = { name: "configuration", state: "ok", detail: "valid" };
  if (!(error instanceof NoDataError)) return [configuration, { name: "start", state: "failed", detail }];
  const advice = 'A new server creates its data at the first start: run "vireo serve".';
  return [configuration, { name: "data", state: "failed", detail, advice }];
}
