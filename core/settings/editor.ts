import { Value } from "@sinclair/typebox/value";
import { type Audit, toActor } from "#core/audit";
import type { Config } from "#core/config/config";
import type { Settings } from "#core/config/settings";
import {
  type EditableSetting,
  findFixedOrigin,
  type LoadedSettings,
  listEditable,
  listTexts,
  openStored,
  readRows,
  type SettingView,
  type StoredRow,
  type StoredValues,
  sealSetting,
} from "#core/config/stored";
import type { Facts } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import { checkEngines, type Finding } from "#core/health/doctor";
import { replaceEngines, tryStart } from "#core/loader/reload";
import type { StartedModule } from "#core/loader/start-modules";
import type { Module } from "#core/module";
import type { Mask } from "#core/observability/log";
import { ApiError, invalid, notFound } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import type { Vault } from "#core/secrets/vault";
import { describe } from "#core/validation";
import type { Database } from "#db/tables";

interface Parts {
  config: Config;
  env: Readonly<Record<string, string | undefined>>;
  db: Database;
  vault: Vault;
  audit: Audit;
  engines: Engines;
  facts: Facts;
  /** In start order. */
  modules: readonly Module[];
  loaded: LoadedSettings;
  settingsAbove(below: StoredValues): Settings;
  mask: Mask;
}

export interface ModuleView {
  module: Module;
  settings: SettingView[];
  /** True if this process still uses other values. */
  restartNeeded: boolean;
}

export type Change = Readonly<Record<string, string | number | boolean | null>>;

/** Number of characters of a secret that are shown. Short secrets get no hint, because it would reveal too much. */
const HINT_LENGTH = 4;
const MIN_HINTED = 16;

const getHint = (value: unknown): string | null =>
  typeof value === "string" && value.length >= MIN_HINTED ? value.slice(-HINT_LENGTH) : null;

/** Identifies the stored values that a process uses. */
const getState = (settings: readonly SettingView[]): string =>
  settings
    .filter(({ row, origin }) => row && origin === "dashboard")
    .map(({ name, row }) => `${name}@${row!.set_at.getTime()}`)
    .join();

/** Lists and changes the settings that modules mark as `editable`. */
export class SettingsEditor {
  readonly #parts: Parts;
  /** The last change. Changes run one after another. */
  #last: Promise<unknown> = Promise.resolve();
  /** State of each module's settings in this process. */
  readonly #active: Map<string, string>;
  #started: readonly StartedModule[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#active = new Map(
      parts.modules.map((module) => [module.name, getState(this.#present(module, parts.loaded.rows))]),
    );
  }

  /** Sets the running modules that changes are applied to. */
  attach(started: readonly StartedModule[]): void {
    this.#started = started;
  }

  async list(): Promise<ModuleView[]> {
    const rows = await readRows(this.#parts.db);
    return this.#parts.modules
      .filter((module) => listEditable(module).length > 0)
      .map((editable) => this.#view(editable, rows));
  }

  /** Stores values, removes those that are null, and checks the module's engines with the result. */
  change(caller: Caller, name: string, change: Change): Promise<{ view: ModuleView; checks: Finding[] }> {
    const module = this.#parts.modules.find(
      (candidate) => candidate.name === name && listEditable(candidate).length > 0,
    );
    if (!module) throw notFound("module");
    const result = this.#last.then(() => this.#change(caller, module, change));
    this.#last = result.catch(() => {});
    return result;
  }

  async #change(caller: Caller, module: Module, change: Change) {
    const { db, vault, mask, modules, settingsAbove, config, engines, facts } = this.#parts;
    const changed = this.#check(module, change);
    mask.add(listTexts(change));
    const unchanged = (await readRows(db)).filter((row) => row.module !== module.name || !(row.name in change));
    const added = changed
      .filter(({ value }) => value !== null)
      .map((setting) => this.#toRow(setting, setting.value, caller));
    const values = openStored([...unchanged, ...added], modules, vault, () => {});
    const entry = this.#started.find((started) => started.module === module);
    const settings = settingsAbove(values).get(module.name) ?? {};
    const next = entry && (await this.#try(entry, settings));
    const checks = next?.engines ? await checkEngines(next.engines) : [];
    await this.#store(module, changed, added, caller);
    const rows = await readRows(db);
    // Other processes on the same database read their settings when they start.
    if (entry && next && !config.databaseUrl && replaceEngines(entry, next, this.#started, engines, facts.slots))
      this.#active.set(module.name, getState(this.#present(module, rows)));
    return {
      view: this.#view(module, rows),
      checks: checks.map((check) => ({ ...check, detail: mask.hide(check.detail) })),
    };
  }

  /** Throws `validation_error` or `conflict`. */
  #check(module: Module, change: Change) {
    const { config, env } = this.#parts;
    const editable = new Map(listEditable(module).map((setting) => [setting.name, setting]));
    return Object.entries(change).map(([name, value]) => {
      const setting = editable.get(name);
      if (!setting) throw invalid(`values.${name}`, "Is not a setting that can be changed here.");
      if (value === null) return { ...setting, value };
      if (!Value.Check(setting.schema, value)) throw invalid(`values.${name}`, `Must be ${describe(setting.schema)}.`);
      const origin = findFixedOrigin(setting, config, env);
      if (origin === "environment")
        throw new ApiError("conflict", `${setting.schema.env} is set in the environment, which takes precedence.`);
      if (origin === "file")
        throw new ApiError(
          "conflict",
          `settings.${module.name}.${name} is set in vireo.config.ts, which takes precedence.`,
        );
      return { ...setting, value };
    });
  }

  #toRow(setting: EditableSetting, value: unknown, caller: Caller): StoredRow {
    const { type, id = null, name = null } = toActor(caller);
    return {
      module: setting.module,
      name: setting.name,
      value: sealSetting(this.#parts.vault, setting, value),
      hint: getHint(value),
      set_by_type: type,
      set_by_id: id,
      set_by_name: name,
      set_at: new Date(),
    };
  }

  /** Throws `validation_error` if the module fails to start with these settings. */
  async #try(entry: StartedModule, settings: Record<string, unknown>) {
    try {
      return await tryStart(entry, settings, this.#parts.config.startSeconds * 1000);
    } catch (error) {
      const { mask } = this.#parts;
      throw invalid("values", mask.hide(error instanceof Error ? error.message : String(error)));
    }
  }

  async #store(
    module: Module,
    changed: readonly EditableSetting[],
    added: readonly StoredRow[],
    caller: Caller,
  ): Promise<void> {
    const { db, audit } = this.#parts;
    const names = changed.map(({ name }) => name);
    if (names.length === 0) return;
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom("stored_settings").where("module", "=", module.name).where("name", "in", names).execute();
      if (added.length > 0)
        await trx
          .insertInto("stored_settings")
          .values([...added])
          .execute();
      const removed = names.filter((name) => !added.some((row) => row.name === name));
      await audit.record(trx, {
        action: "settings.changed",
        accountId: caller.accountId,
        subject: { type: "module", id: module.name },
        details: { set: added.map(({ name }) => name), removed },
      });
    });
  }

  #present(module: Module, rows: readonly StoredRow[]): SettingView[] {
    const { config, env } = this.#parts;
    return listEditable(module).map((setting) => {
      const row = rows.find(
        (candidate) => candidate.module === module.name && candidate.name === setting.name && candidate.value !== null,
      );
      const origin = findFixedOrigin(setting, config, env) ?? (row ? "dashboard" : "default");
      return { ...setting, origin, row };
    });
  }

  #view(module: Module, rows: readonly StoredRow[]): ModuleView {
    const settings = this.#present(module, rows);
    return { module, settings, restartNeeded: getState(settings) !== this.#active.get(module.name) };
  }
}
