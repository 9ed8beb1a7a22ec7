/** `bun run docs`: writes the tables of docs/configuration.md from the settings schemas and the facts of modules. */
import { ConfigSchema } from "#core/config/config";
import { listSettings } from "#core/config/settings";
import { collectFacts } from "#core/facts";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";

const page = new URL("../docs/configuration.md", import.meta.url);
const marks = /(<!-- settings:begin -->\n)[\s\S]*?(<!-- settings:end -->)/;

/** Defaults that depend on the machine, or that are clearer in words. */
const defaults: Record<string, string> = {
  "settings.local.renders": "half the cores, and at most one per GB of memory",
  "sizes.json": "1 MiB",
  "sizes.video": "2 GiB",
  "sizes.image": "20 MiB",
  "sizes.audio": "50 MiB",
};

function toDefault(path: string, value: unknown): string {
  if (defaults[path]) return defaults[path];
  if (value === undefined || (typeof value === "object" && Object.keys(value as object).length === 0)) return "";
  return `\`${typeof value === "object" ? JSON.stringify(value) : value}\``;
}

const toTable = (...rows: readonly (readonly string[])[]): string =>
  rows
    .toSpliced(
      1,
      0,
      rows[0]!.map(() => "---"),
    )
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

const toSettingsTable = (settings: ReturnType<typeof listSettings>): string =>
  toTable(
    ["variable", "in `vireo.config.ts`", "default", "description"],
    ...settings.map(({ env, path, default: value, description }) => [
      env ? `\`${env}\`` : "",
      `\`${path}\``,
      toDefault(path, value),
      description,
    ]),
  );

function renderFacts(): string[] {
  const { prices, limits } = collectFacts([...modules, ...plugins]);
  const priceRows = Object.entries(prices).map(([name, { credits, per = "call", description }]) => [
    `\`prices.${name}\``,
    `\`${credits}\``,
    per,
    description,
  ]);
  const limitRows = Object.entries(limits).map(([group, perMinute]) => [`\`limits.${group}\``, `\`${perMinute}\``]);
  return [
    `## Prices\n\n${toTable(["in `vireo.config.ts`", "credits", "per", "for"], ...priceRows)}`,
    `## Rate limits\n\n${toTable(["in `vireo.config.ts`", "requests per minute"], ...limitRows)}`,
  ];
}

/** Every setting of the kernel, the modules and the built-in plug-ins: one table each. */
export function renderSettings(): string {
  const sections = [`## Server\n\n${toSettingsTable(listSettings(ConfigSchema))}`, ...renderFacts()];
  for (const { name, description, settings } of [...modules, ...plugins]) {
    const rows = settings ? listSettings(settings, `settings.${name}`) : [];
    if (rows.length === 0) continue;
    sections.push([`## ${name}`, ...(description ? [description] : []), toSettingsTable(rows)].join("\n\n"));
  }
  return sections.join("\n\n");
}

/** The page as it should be, given the page as it is. */
export const updatePage = (text: string): string =>
  text.replace(marks, (_, begin, end) => `${begin}${renderSettings()}\n${end}`);

if (import.meta.main) {
  await Bun.write(page, updatePage(await Bun.file(page).text()));
  process.exit(0);
}
