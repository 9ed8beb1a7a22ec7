/**
 * Settings of modules that administrators set while the server runs. They are sealed in the database. The configuration
 * file and the environment override them. Only settings that their module marks as `editable` can be set.
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

/** Source of a setting's value. `default` also means that it has no value. */
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

/** Lists the settings that administrators may change. */
export interface SettingsList {
  list(): Promise<readonly { module: { name: string }; settings: readonly SettingView[] }[]>;
}

/** Lists the settings of one module that administrators may change. */
export const listEditable = ({ name: module, settings }: WithSettings): EditableSetting[] =>
  settings
    ? listLeaves(settings).flatMap(({ path: name, schema }) => (schema.editable ? [{ module, name, schema }] : []))
    : [];

/** Values by module, as in the configuration file. */
export type StoredValues = Record<string, object>;

/** Returns the source in the configuration file or the environment, which takes precedence over a stored value. */
export function findFixedOrigin(
  { module, name, schema }: EditableSetting,
  { settings }: Pick<Config, "settings">,
  env: Readonly<Record<string, string | undefined>>,
): "environment" | "file" | undefined {
  if (schema.env && env[schema.env]) return "environment";
  return getAt(settings[module], name) === undefined ? undefined : "file";
}

const bind = { module: settingsColumn.module, purpose: settingsColumn.purpose, accountId: undefined };

/** Seals a value together with its name, so that it cannot be moved to another setting. */
export const sealSetting = ({ ring }: Vault, { module, name }: EditableSetting, value: unknown): string =>
  ring.seal(JSON.stringify([module, name, value]), bind);

function openSetting({ ring }: Vault, { module, name, value }: StoredRow): unknown {
  if (value === null || !isSealed(value)) throw new Error("Its key was lost.");
  const [ofModule, ofName, opened] = JSON.parse(ring.open(value, bind)) as unknown[];
  if (ofModule !== module || ofName !== name) throw new Error("It belongs to another setting.");
  return opened;
}

/** Opens all usable rows: those of existing settings with valid values. Calls `onUnusable` for the others. */
export function openStored(
  rows: readonly StoredRow[],
  modules: readonly WithSettings[],
  vault: Vault,
  onUnusable: (row: StoredRow, reason: string) => void,
): StoredValues {
  const editable = new Map(
    modules.flatMap(listEditable).map((setting) => [`${setting.module}.${setting.name}`, setting]),
  );
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

/** Builds `{ a: { b: value } }` from the path "a.b". */
const toTree = (path: string, value: unknown): object =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

export const readRows = (db: Database): Promise<StoredRow[]> =>
  db.selectFrom("stored_settings").selectAll().orderBy("module").orderBy("name").execute();

/** Lists the strings among stored values, so that logs can mask them. */
export const listTexts = (values: unknown): string[] =>
  typeof values === "string"
    ? [values]
    : typeof values === "object" && values !== null
      ? Object.values(values).flatMap(listTexts)
      : [];

export interface LoadedSettings {
  settings: Settings;
  /** Settings without the stored values, used if a module fails to start with these. */
  plain: Settings;
  /** Rows read at the start. */
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

/**
 * Reads the settings, including the stored ones. Unusable values are logged and left out, so that the server starts.
 */
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
    log.warn("ignored a setting from the dashboard", { setting: `${module}.${name}`, reason });
  const values = openStored(rows, modules, vault, ignore);
  mask.add(listTexts(values));
  const plain = settingsAbove({});
  try {
    return { settings: settingsAbove(values), plain, rows };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.error("ignored all settings from the dashboard", { reason: error.message });
    return { settings: plain, plain, rows };
  }
}
