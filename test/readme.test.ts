import { expect, test } from "bun:test";
import { ConfigSchema } from "#core/config/config";
import { listSettings } from "#core/config/settings";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";

const readme = await Bun.file(new URL("../README.md", import.meta.url)).text();

/** The table as it has to stand in the README, between the two marks. */
function table(): string {
  const own = listSettings(ConfigSchema);
  const theirs = [...modules, ...plugins].flatMap((module) =>
    module.settings ? listSettings(module.settings, `settings.${module.name}`) : [],
  );
  const rows = [...own, ...theirs].filter(
    ({ env }, at, all) => env && all.findIndex((other) => other.env === env) === at,
  );
  const shown = (value: unknown) =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? "" : `\`${String(value)}\``;
  return [
    "| variable | in `vireo.config.ts` | default | |",
    "|---|---|---|---|",
    ...rows.map(
      ({ env, path, default: value, description }) =>
        `| \`${env}\` | \`${env === "RATE_LIMIT_PER_MINUTE" ? "limits.*" : path}\` | ${env === "LOCAL_RENDERS" ? "half the cores" : shown(value)} | ${env === "RATE_LIMIT_PER_MINUTE" ? "Replaces every limit at once; one by one they are `limits.default`, `.search`, `.posts` …" : description} |`,
    ),
  ].join("\n");
}

test("the README's table of settings is what the program reads", async () => {
  const [, between] = /<!-- settings:begin -->\n([\s\S]*?)\n?<!-- settings:end -->/.exec(readme) ?? [];
  if (process.env.UPDATE_README) {
    await Bun.write(
      new URL("../README.md", import.meta.url),
      readme.replace(
        /(<!-- settings:begin -->\n)[\s\S]*?(<!-- settings:end -->)/,
        (_, begin, end) => `${begin}${table()}\n${end}`,
      ),
    );
    return;
  }
  expect(between?.trim()).toBe(table());
});
