import { NoDataError } from "#core/boot/absent-database";
import type { Command, CommandCall, Output } from "#core/command";
import { ConfigError } from "#core/config/config";
import { examine, type Finding, PATIENT_CHECK_MS } from "#core/health/doctor";
import type { Module } from "#core/module";

/** Opens its own workspace, so that it can report why opening fails. */
export const doctorCommand = (builtIn: () => Promise<readonly Module[]>): Command => ({
  name: "doctor",
  summary: "Check the configuration and suggest fixes",
  description:
    "Exits with 1 if a check fails. With --live, shows the price, makes a real call with each engine, and prints a report without secrets.",
  options: {
    live: { type: "boolean", description: "make the cheapest real call with each engine; vendors charge for it" },
    engine: { type: "text", value: "name", repeatable: true, description: "with --live: only this engine" },
    yes: { type: "boolean", description: "with --live: skip the confirmation" },
  },
  examples: ["vireo doctor", "vireo doctor --live --engine kie --engine image:fal"],
  isPlain: true,
  async run({ out, options, signal }) {
    if (options.live) return runLiveChecks(await builtIn(), options, out, signal);
    const findings = await check(await builtIn());
    const mark = { ok: "ok", warning: "note", failed: "FAIL" };
    out.result(
      { ok: findings.every(({ state }) => state !== "failed"), checks: findings },
      findings
        .map(
          ({ name, state, detail, advice, setting }) =>
            `${mark[state].padEnd(5)} ${name.padEnd(24)} ${detail}${advice ? `\n${" ".repeat(31)}→ ${advice}` : ""}${setting ? ` (${setting})` : ""}`,
        )
        .join("\n"),
    );
    return findings.some(({ state }) => state === "failed") ? 1 : 0;
  },
});

async function runLiveChecks(
  modules: readonly Module[],
  { engine, yes }: CommandCall["options"],
  out: Output,
  signal: AbortSignal,
): Promise<number> {
  const [{ openWorkspace }, live] = await Promise.all([import("../workspace"), import("#core/health/live")]);
  const { vireo, close } = await openWorkspace(modules);
  try {
    const { checks, without } = live.planLive(vireo.engines, engine as string[] | undefined);
    if (checks.length === 0) throw new Error("No engine to check. Set a vendor's key, or name another engine.");
    for (const { name, title, usd } of checks) out.note(`${name.padEnd(22)} ${title}: about ${live.formatUsd(usd)}`);
    const price = `The vendors charge about ${live.formatUsd(live.sumUsd(checks))} in total.`;
    if (!yes && !process.stdin.isTTY) throw new Error(`${price} Add --yes to confirm.`);
    if (!yes && !/^y(es)?$/i.test(prompt(`${price} Continue? [y/N]`) ?? "")) return 1;
    const findings = await live.runLive(checks, vireo.config, signal);
    const ok = findings.every((finding) => finding.ok);
    out.result(
      { ok, version: vireo.version, checks: findings, notChecked: without },
      live.formatLive(findings, without),
    );
    return ok ? 0 : 1;
  } finally {
    await close();
  }
}

async function check(modules: readonly Module[]): Promise<Finding[]> {
  const { openWorkspace } = await import("../workspace");
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  try {
    workspace = await openWorkspace(modules);
  } catch (error) {
    return explainFailure(error);
  }
  try {
    return await examine(workspace.vireo, PATIENT_CHECK_MS);
  } finally {
    await workspace.close();
  }
}

/** Findings if the workspace cannot be opened. */
function explainFailure(error: unknown): Finding[] {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigError) return [{ name: "configuration", state: "failed", detail }];
  const configuration: Finding = { name: "configuration", state: "ok", detail: "valid" };
  if (!(error instanceof NoDataError)) return [configuration, { name: "start", state: "failed", detail }];
  const advice = 'A new server creates its data at the first start: run "vireo serve".';
  return [configuration, { name: "data", state: "failed", detail, advice }];
}
