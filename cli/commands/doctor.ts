import type { Command } from "#core/command";
import { examine } from "#core/health/doctor";

export const doctor: Command = {
  name: "doctor",
  summary: "Check the configuration and suggest fixes",
  description: "Exits with 1 if a check fails.",
  async run({ out, vireo }) {
    const findings = await examine(vireo);
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
};
