import { sql } from "kysely";
import type { Config } from "#core/config/config";
import type { Health, Provider } from "#core/engine";
import type { Engines } from "#core/generations/engines";
import type { Jobs } from "#core/jobs/jobs";
import type { Log } from "#core/observability/log";
import type { Storage } from "#core/storage/storage";
import { withDeadline } from "#core/timing";
import type { Database } from "#db/tables";

/** Time limit, so that a check does not delay the response. */
const CHECK_MS = 5_000;
const CACHE_MS = 1_000;

export interface ReadinessParts {
  config: Config;
  engines: Engines;
  /** Checks of the modules, by name. */
  checks: ReadonlyMap<string, () => Promise<Health>>;
  db: Database;
  jobs: Jobs;
  storage: Storage;
  log: Log;
}

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

export interface Readiness {
  /** True if every vital check passed. A vendor outage is reported, but the server is still ready. */
  ok: boolean;
  /** Checks database, queue and storage. */
  vital: Check[];
  /** Checks of engines and modules. */
  others: Check[];
}

/**
 * Returns a function that checks the server at most once a second, because anyone may call it and a check writes to
 * storage.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  let last: { at: number; readiness: Promise<Readiness> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= CACHE_MS) last = { at: now, readiness: checkReadiness(parts) };
    return last.readiness;
  };
}

async function checkReadiness(parts: ReadinessParts): Promise<Readiness> {
  const { config, db, jobs, storage, engines, checks, log } = parts;
  const run = (name: string, work: () => Promise<string>) => runCheck(name, work, log);
  const [vital, others] = await Promise.all([
    Promise.all([
      run("database", async () => {
        await sql`select 1`.execute(db);
        return config.databaseUrl ? "PostgreSQL at DATABASE_URL" : "embedded PostgreSQL";
      }),
      run("queue", async () => {
        await jobs.check();
        return "pg-boss";
      }),
      run("storage", async () => {
        await storage.check();
        return storage.kind;
      }),
    ]),
    Promise.all([
      ...engines
        .slots()
        .flatMap((slot) =>
          engines
            .of(slot)
            .map((engine: Provider) => run(`${slot}:${engine.name}`, async () => describe(await engine.check?.()))),
        ),
      ...[...checks].map(([name, check]) => run(name, async () => describe(await check()))),
    ]),
  ]);
  return { ok: vital.every((check) => check.ok), vital, others };
}

function describe(health: Health | undefined): string {
  if (health && !health.ok) throw new Error(health.detail);
  return health?.detail ?? "configured";
}

async function runCheck(name: string, work: () => Promise<string>, log: Log): Promise<Check> {
  const late = () => new Error(`no response within ${CHECK_MS} ms`);
  try {
    return { name, ok: true, detail: await withDeadline(CHECK_MS, late, work) };
  } catch (error) {
    // Engine messages are written for users; database errors are only logged.
    const isForUsers = name.includes(":") && error instanceof Error;
    if (!isForUsers) log.warn("not ready", { check: name, error });
    return { name, ok: false, detail: isForUsers ? error.message : "not available; see the log" };
  }
}
