import { sql } from "kysely";
import { readLastBackups } from "#core/backups/last";
import type { Config } from "#core/config/config";
import type { SettingsList } from "#core/config/stored";
import { getFreeBytes } from "#core/disk";
import type { Health, Model, Provider, SlotName } from "#core/engine";
import type { Facts } from "#core/facts";
import { formatBytes } from "#core/format-bytes";
import type { Engines } from "#core/generations/engines";
import { getLandlockVersion } from "#core/process/confinement";
import type { Storage } from "#core/storage/storage";
import { withDeadline } from "#core/timing";
import type { Database } from "#db/tables";

/** The result of one check. */
export interface Finding {
  name: string;
  /** `warning`: works now, but needs attention soon. */
  state: "ok" | "warning" | "failed";
  detail: string;
  advice?: string;
  /** Configuration that the advice is about. Only the command line shows it. */
  setting?: string;
}

interface Parts {
  config: Config;
  facts: Facts;
  db: Database;
  engines: Engines;
  /** Checks of the modules, by name. */
  checks: ReadonlyMap<string, () => Promise<Health>>;
  storage: Storage;
  settings: SettingsList;
}

/** Time limit of one check, if a page waits for it. */
const CHECK_MS = 8_000;
/** Time limit on the command line, where a slow machine may load every engine first. */
export const PATIENT_CHECK_MS = 60_000;
const LOW_DISK_BYTES = 2 * 1024 ** 3;
const SOON_MS = 60 * 86_400_000;
const MODELS_SHOWN = 4;

type Result = Omit<Finding, "name">;

async function runCheck(name: string, work: () => Promise<Result>, limitMs = CHECK_MS): Promise<Finding> {
  const late = () => new Error(`No response within ${limitMs / 1000} s.`);
  try {
    return { name, ...(await withDeadline(limitMs, late, work)) };
  } catch (error) {
    return { name, state: "failed", detail: error instanceof Error ? error.message : String(error) };
  }
}

async function checkDatabase({ config, db }: Parts): Promise<Result> {
  const began = performance.now();
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const ms = Math.round(performance.now() - began);
  return {
    state: "ok",
    detail: `PostgreSQL ${rows[0]?.version} ${config.databaseUrl ? "external" : "embedded"}, responds in ${ms} ms`,
  };
}

async function checkDisk({ config }: Parts): Promise<Result> {
  const free = await getFreeBytes(config.dataDir);
  const detail = `${formatBytes(free)} free in ${config.dataDir}`;
  if (free >= LOW_DISK_BYTES) return { state: "ok", detail };
  return { state: "warning", detail, advice: "Free some space. Renders and uploads fail when the disk is full." };
}

const OLD_BACKUP_MS = 36 * 3_600_000;

/** Backups may be scheduled less than daily, so an old one is only a warning. */
async function checkBackups({ config, db }: Parts): Promise<Result> {
  const { to } = config.backup;
  if (!to) {
    const advice = "Schedule backups in the server's configuration, or run vireo backup regularly.";
    return { state: "warning", detail: "not scheduled", advice, setting: "BACKUP_TO" };
  }
  const { completed, failed } = await readLastBackups(db);
  const detail = completed ? `${completed.name} (${completed.startedAt.toISOString()})` : "none yet";
  if (failed)
    return { state: "failed", detail: `The last backup failed: ${failed.error}`, advice: `Last good: ${detail}.` };
  if (completed && Date.now() - completed.startedAt.getTime() < OLD_BACKUP_MS) return { state: "ok", detail };
  return { state: "warning", detail, advice: "Start the server, or run vireo backup run." };
}

/** Shows which settings come from the dashboard, and whether the environment or the file overrides one. */
async function checkSettings({ settings }: Parts): Promise<Result> {
  const views = (await settings.list()).flatMap(({ module, settings }) =>
    settings.map(({ name, origin, row, schema }) => ({ name: `${module.name}.${name}`, origin, row, env: schema.env })),
  );
  const used = views.filter(({ origin }) => origin === "dashboard").map(({ name }) => name);
  const hidden = views.find(({ row, origin }) => row && origin !== "dashboard");
  const detail = used.length > 0 ? `from the dashboard: ${used.join(", ")}` : "none from the dashboard";
  if (!hidden) return { state: "ok", detail };
  const [winner, setting] =
    hidden.origin === "environment" ? ["The server's environment", hidden.env] : ["vireo.config.ts", undefined];
  const advice = `${winner} takes precedence over ${hidden.name} from the dashboard.`;
  return { state: "warning", detail, advice, setting: setting || undefined };
}

/** Warning if child processes that decode untrusted media are not confined. */
export const UNCONFINED =
  "Processes that decode media are not confined, because this system has no Landlock. Use Linux 5.13 or newer, or run Vireo in a container or as a user of its own.";

function checkConfinement(): Finding {
  const name = "child processes";
  const version = getLandlockVersion();
  if (version > 0) return { name, state: "ok", detail: `confined by Landlock (version ${version})` };
  return { name, state: "warning", detail: "not confined", advice: UNCONFINED };
}

function checkAddress({ config }: Parts): Finding {
  const name = "public address";
  if (config.publicUrl) return { name, state: "ok", detail: config.publicUrl };
  return {
    name,
    state: "warning",
    detail: "not set: vendors cannot call back, so their tasks are polled",
    advice: "Add the server's public address to its configuration if it can be reached from outside.",
    setting: "PUBLIC_URL",
  };
}

function checkRetirement(models: readonly Model[]): Pick<Finding, "state" | "advice"> {
  const at = (model: Model) => Date.parse(model.retiredAt ?? "");
  const [gone] = models.filter((model) => at(model) < Date.now());
  if (gone && gone === models[0])
    return {
      state: "failed",
      advice: `The default model ${gone.id} was retired on ${gone.retiredAt}. Choose another one.`,
    };
  const [soon] = models.filter((model) => at(model) >= Date.now() && at(model) < Date.now() + SOON_MS);
  return soon
    ? { state: "warning", advice: `The model ${soon.id} will be retired on ${soon.retiredAt}.` }
    : { state: "ok" };
}

/** Models with the dates that the vendor names now. An engine that lists no models may name the one it uses. */
function addShutdowns(models: readonly Model[], shutdowns: Health["shutdowns"] = {}): readonly Model[] {
  if (models.length === 0) return Object.entries(shutdowns).map(([id, retiredAt]) => ({ id, title: id, retiredAt }));
  return models.map((model) => ({ ...model, retiredAt: shutdowns[model.id] ?? model.retiredAt }));
}

async function checkEngine(engine: Provider & { models?: readonly Model[] }): Promise<Result> {
  const { models = [] } = engine;
  const health = await engine.check?.();
  const more = models.length > MODELS_SHOWN ? ` and ${models.length - MODELS_SHOWN} more` : "";
  const can =
    models.length > 0
      ? `models ${models
          .slice(0, MODELS_SHOWN)
          .map(({ id }) => id)
          .join(", ")}${more}`
      : "";
  if (health && !health.ok) return { state: "failed", detail: health.detail, advice: health.advice || undefined };
  const detail = [health?.detail, can].filter(Boolean).join("; ") || "configured";
  return { ...checkRetirement(addShutdowns(models, health?.shutdowns)), detail };
}

const toResult = ({ ok, detail, advice }: Health): Result => ({
  state: ok ? "ok" : "failed",
  detail,
  advice: advice || undefined,
});

/** Checks some engines. Never throws. */
export const checkEngines = (engines: { readonly [slot: string]: Provider | undefined }): Promise<Finding[]> =>
  Promise.all(
    Object.entries(engines).flatMap(([slot, one]) =>
      one ? [runCheck(`${slot}:${one.name}`, () => checkEngine(one))] : [],
    ),
  );

/** Runs all checks at once. Never throws. */
export async function examine(parts: Parts, limitMs?: number): Promise<Finding[]> {
  const run = (name: string, work: () => Promise<Result>) => runCheck(name, work, limitMs);
  const { config, engines, storage } = parts;
  const filled = engines.slots().filter((slot) => engines.of(slot).length > 0);
  const known = new Set<string>(filled.flatMap((slot) => engines.of(slot).map(({ name }) => name)));
  const unknown = Object.entries(config.providers).flatMap(([slot, names]) =>
    [names]
      .flat()
      .filter((name) => !known.has(name))
      .map(
        (name): Finding => ({
          name: `${slot}:${name}`,
          state: "failed",
          detail: `configured for ${slot}, but there is no engine named ${name}`,
          advice: "Set the engine's key, or correct `providers`.",
        }),
      ),
  );
  const missing = Object.entries(parts.facts.slots).flatMap(([slot, { missing: advice }]): Finding[] =>
    advice === undefined || filled.includes(slot as SlotName)
      ? []
      : [{ name: slot, state: "warning", detail: "no engine", advice }],
  );
  const checked = await Promise.all([
    run("database", () => checkDatabase(parts)),
    run("storage", async () => {
      await storage.check();
      return { state: "ok", detail: storage.kind };
    }),
    run("disk", () => checkDisk(parts)),
    run("backups", () => checkBackups(parts)),
    run("vendor settings", () => checkSettings(parts)),
    ...filled.flatMap((slot) =>
      engines.of(slot).map((engine) => run(`${slot}:${engine.name}`, () => checkEngine(engine))),
    ),
    ...[...parts.checks].map(([name, check]) => run(name, async () => toResult(await check()))),
  ]);
  return [...checked, checkConfinement(), checkAddress(parts), ...unknown, ...missing];
}
