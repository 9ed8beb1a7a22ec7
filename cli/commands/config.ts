import type { Command, Output } from "#core/command";
import type { Module } from "#core/module";

/** Replaces a secret in the output. */
const MASK = "***";

/** Lists every setting with its effective value and the source of the value. */
async function listEffective(builtIn: readonly Module[]) {
  const [{ prepare }, { readConfigFile }, { ConfigSchema }, { getAt, listSettings }] = await Promise.all([
    import("#core/boot/prepare"),
    import("#core/config/file"),
    import("#core/config/config"),
    import("#core/config/settings"),
  ]);
  const { config, modules, settings } = await prepare({ modules: builtIn });
  const { values, source = "" } = await readConfigFile(process.env.VIREO_CONFIG || undefined);
  const effective = { ...config, settings: Object.fromEntries(settings) };
  const all = [
    ...listSettings(ConfigSchema).filter(({ path }) => path !== "settings"),
    ...modules.flatMap(({ name, settings: schema }) => (schema ? listSettings(schema, `settings.${name}`) : [])),
  ];
  const rows = all.map(({ path, env, isSecret }) => {
    const value = getAt(effective, path);
    const isSet = value !== undefined && value !== "";
    const isFromFile = getAt(values, path) !== undefined;
    return {
      name: path,
      value: isSet && isSecret ? MASK : (value ?? null),
      source: env && process.env[env] ? env : isFromFile ? source : isSet ? "default" : "not set",
      variable: env,
    };
  });
  return { source, rows };
}

interface Row {
  name: string;
  value: unknown;
  source: string;
}

/** Marks settings from the dashboard. They are in the database, which may not exist or be unreachable. */
async function markStored(rows: readonly Row[], modules: readonly Module[], out: Output): Promise<Row[]> {
  const [{ openWorkspace }, { NoDataError }] = await Promise.all([
    import("../workspace"),
    import("#core/boot/absent-database"),
  ]);
  try {
    const { vireo, close } = await openWorkspace(modules);
    const views = await vireo.settings.list().finally(close);
    const stored = new Set(
      views.flatMap(({ module, settings }) =>
        settings.flatMap(({ name, origin }) => (origin === "dashboard" ? [`settings.${module.name}.${name}`] : [])),
      ),
    );
    return rows.map((row) => (stored.has(row.name) ? { ...row, value: MASK, source: "dashboard" } : row));
  } catch (error) {
    if (!(error instanceof NoDataError))
      out.note(`Settings from the dashboard could not be read: ${(error as Error).message}`);
    return [...rows];
  }
}

export const configCommands = (builtIn: () => Promise<readonly Module[]>): readonly Command[] => [
  {
    name: "config check",
    summary: "Check the configuration without starting anything",
    description:
      "Reads the environment and vireo.config.ts, loads the plug-ins and validates all settings. Reports all mistakes together and exits with 1 if there are any.",
    isPlain: true,
    async run({ out }) {
      const { source, rows } = await listEffective(await builtIn());
      const set = rows.filter((row) => row.source !== "default" && row.source !== "not set").length;
      const where = source ? `${source} and the environment` : "the environment; there is no vireo.config.ts";
      out.result({ valid: true, file: source || null, set }, `Valid. ${set} settings come from ${where}.`);
    },
  },
  {
    name: "config show",
    summary: "Show all settings with their values and sources",
    description:
      "Secrets are masked. The source is a variable, the configuration file, the dashboard, or the default. Settings from the dashboard are read from the database.",
    isPlain: true,
    async run({ out }) {
      const modules = await builtIn();
      const rows = await markStored((await listEffective(modules)).rows, modules, out);
      const shown = rows.map((row) => ({ ...row, value: row.value === null ? "-" : row.value }));
      const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
      out.result(rows, shown.map(({ name, value, source }) => `${name} = ${text(value)}    (${source})`).join("\n"));
    },
  },
];
