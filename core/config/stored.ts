/**
 * Settings of modules that administrators set while the server runs. They are sealed in the database, and laid below the
 * configuration file and the environment. Only settings that their module marks as `editable` can be set.
 */
import { Value } from "@sinclair/typebox/value";
import type { Selectable } from "kysely";
import { type Config, ConfigError } from "#core/config/config";
import { getAt, listLeaves, mergeTrees, type Settings, type WithSettings } from "#core/config/settings";
import type { Log, Mask } from "#core/observability/log";
import { settingsColumn } from "#core/secrets/columns";
import { isSealed } from "#core/secrets/key-ring";
import type { Vault } from "#core/secrets/vault";
import type { Database, Tables } from "#db/tables";

export type StoredRow = Selectable<Tables["stored_settings"]>;

/** Where the value of a setting comes from. `default` also means that there is none. */
export type Origin = "environment" | "file" | "dashboard" | "default";

export interface EditableSetting {
  module: string;
  /** Dotted path within the module's settings. */
  name: string;
  schema: ReturnType<typeof listLeaves>[number]["schema"];
}

/** A setting with its current origin and stored value. */
export interface SettingView extends EditableSetting {
  origin: Origin;
  row: StoredRow | undefined;
}

/** Lists the settings that administrators may set. */
export interface SettingsList {
  list(): Promise<readonly { module: { name: string }; settings: readonly SettingView[] }[]>;
}

/** The settings of a module that administrators may set. */
export const listEditable = ({ name: module, settings }: WithSettings): EditableSetting[] =>
  settings
    ? listLeaves(settings).flatMap(({ path: name, schema }) => (schema.editable ? [{ module, name, schema }] : []))
    : [];

/** Values by module, as in the configuration file. */
export type StoredValues = Record<string, object>;

/** Whether the configuration file or the environment sets a value, which then takes precedence over a stored one. */
export function findFixedOrigin(
  { module, name, schema }: EditableSetting,
  { settings }: Pick<Config, "settings">,
  env: Readonly<Record<string, string | undefined>>,
): "environment" | "file" | undefined {
  if (schema.env && env[schema.env]) return "environment";
  return getAt(settings[module], name) === undefined ? undefined : "file";
}

const bind = { module: settingsColumn.module, purpose: settingsColumn.purpose, accountId: undefined };

/** The name is sealed with the value, so that a value cannot be moved to another setting. */
export const sealSetting = ({ ring }: Vault, { module, name }: EditableSetting, value: unknown): string =>
  ring.seal(JSON.stringify([module, name, value]), bind);

function openSetting({ ring }: Vault, { module, name, value }: StoredRow): unknown {
  if (value === null || !isSealed(value)) throw new Error("Its key was lost.");
  const [ofModule, ofName, opened] = JSON.parse(ring.open(value, bind)) as unknown[];
  if (ofModule !== module || ofName !== name) throw new Error("It belongs to another setting.");
  return opened;
}

/** All rows that can be used: of settings that exist, with valid values. `onUnusable` is called for the others. */
export function openStored(
  rows: readonly StoredRow[],
  modules: readonly WithSettings[],
  vault: Vault,
  onUnusable: (row: StoredRow, reason: string) => void,
): StoredValues {
  const editable = new Map(modules.flatMap(listEditable).map((one) => [`${one.module}.${one.name}`, one]));
  const values: StoredValues = {};
  for (const row of rows) {
    const setting = editable.get(`${row.module}.${row.name}`);
    try {
      if (!setting) throw new Error("The setting does not exist.");
      const value = openSetting(vault, row);
      if (!Value.Check(setting.schema, value)) throw new Error("Its value is no longer valid.");
      values[row.module] = mergeTrees(values[row.module] ?? {}, toTree(row.name, value)) as object;
    } catch (error) {
      onUnusable(row, (error as Error).message);
    }
  }
  return values;
}

/** `{ a: { b: value } }` for the path "a.b". */
const toTree = (path: string, value: unknown): object =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

export const readRows = (db: Database): Promise<StoredRow[]> =>
  db.selectFrom("stored_settings").selectAll().orderBy("module").orderBy("name").execute();

/** Texts among stored values, which no log may show. */
export const listTexts = (values: unknown): string[] =>
  typeof values === "string"
    ? [values]
    : typeof values === "object" && values !== null
      ? Object.values(values).flatMap(listTexts)
      : [];

export interface LoadedSettings {
  settings: Settings;
  /** The settings without the stored ones, for modules that do not start with these. */
  plain: Settings;
  /** The rows that were read at the start. */
  rows: readonly StoredRow[];
}

interface LoadParts {
  db: Database;
  vault: Vault;
  modules: readonly WithSettings[];
  settingsAbove(below: StoredValues): Settings;
  mask: Mask;
  log: Log;
}

/** Reads the settings with the stored ones. What cannot be used is logged and left out, so that the server starts. */
export async function loadSettings({
  db,
  vault,
  modules,
  settingsAbove,
  mask,
  log,
}: LoadParts): Promise<LoadedSettings> {
  const rows = await readRows(db);
  const ignore = ({ module, name }: Pick<StoredRow, "module" | "name">, reason: string) =>
    log.warn("a setting from the dashboard is ignored", { setting: `${module}.${name}`, reason });
  const values = openStored(rows, modules, vault, ignore);
  mask.add(listTexts(values));
  const plain = settingsAbove({});
  try {
    return { settings: settingsAbove(values), plain, rows };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.error("the settings from the dashboard are ignored", { reason: error.message });
    return { settings: plain, plain, rows };
  }
}
