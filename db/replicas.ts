import { sql } from "kysely";
import {
  type Applied,
  apply,
  findPending,
  isContract,
  LOCK,
  MigrationError,
  type ModuleMigrations,
  readApplied,
  withMigrationLock,
} from "#db/migrate";
import type { Database, Transaction } from "#db/tables";

/** Heartbeat interval of a replica, and the time without a heartbeat after which it counts as stopped. */
const HEARTBEAT_MS = 15_000;
const GONE = sql`interval '60 seconds'`;
const FORGOTTEN = sql`interval '1 day'`;

export interface Replica {
  /** UUID of this run of the process. */
  id: string;
  version: string;
  lines: readonly ModuleMigrations[];
}

/** A contraction that waits for replicas that still use what it removes. */
export interface WaitingMigration extends Applied {
  /** Versions of those replicas. */
  versions: string[];
}

/** Maps each module to the last migration that this version knows. */
const getLastMigrations = (lines: readonly ModuleMigrations[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ module, migrations }) => {
      const last = Object.keys(migrations).sort().at(-1);
      return last === undefined ? [] : [[module, last]];
    }),
  );

/**
 * Registers a replica of this version and keeps it registered, so that no contraction removes something it uses.
 * @param outdated called if the replica was cut off from the database and a newer version has removed something it
 *   uses. The replica can only exit.
 * @returns the number of other replicas, and `stop`, which removes the registration.
 * @throws MigrationError if that has already happened.
 */
export async function registerReplica(
  db: Database,
  { id, version, lines }: Replica,
  outdated: (reason: string) => void,
) {
  const knows = getLastMigrations(lines);
  /** Returns whether the replica was registered without interruption. */
  const sendHeartbeat = async (on: Database | Transaction): Promise<boolean> => {
    const { rows } = await sql<{ was: boolean | null }>`
      with before as (select seen_at > now() - ${GONE} as was from vireo_replicas where id = ${id}::uuid)
      insert into vireo_replicas (id, version, knows) values (${id}::uuid, ${version}, ${knows}::jsonb)
      on conflict (id) do update set seen_at = now()
      returning (select was from before) as was`.execute(on);
    return rows[0]?.was === true;
  };
  /** Waits for a running migration; later ones see this replica. */
  const register = async () => {
    await db.transaction().execute(async (trx) => {
      await sql.raw(`set local statement_timeout = 0; select pg_advisory_xact_lock_shared(${LOCK})`).execute(trx);
      await sendHeartbeat(trx);
    });
    const applied = await readApplied(db);
    for (const line of lines) findPending(line, applied.get(line.module));
  };

  await register();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from vireo_replicas where id <> ${id}::uuid and seen_at > now() - ${GONE}`.execute(db);
  const timer = setInterval(async () => {
    try {
      if (!(await sendHeartbeat(db))) await register();
    } catch (error) {
      if (error instanceof MigrationError) outdated(error.message);
      // Otherwise the database is unreachable; the next heartbeat tries again.
    }
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    others: rows[0]!.count,
    async stop(): Promise<void> {
      clearInterval(timer);
      await sql`delete from vireo_replicas where id = ${id}::uuid or seen_at < now() - ${FORGOTTEN}`.execute(db);
    },
  };
}

/** Lists running versions that use a module but do not know the given migration. */
async function findDependentVersions(trx: Transaction, { module, name }: Applied): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select distinct version from vireo_replicas
    where seen_at > now() - ${GONE} and knows ? ${module} and (knows ->> ${module}) collate "C" < ${name}
    order by version limit 20`.execute(trx);
  return rows.map(({ version }) => version);
}

/**
 * Applies contractions that no running replica depends on.
 * @returns the applied ones and the waiting ones. Costs one query if nothing is pending, none without contractions.
 */
export async function applyContractions(
  db: Database,
  lines: readonly ModuleMigrations[],
): Promise<{ applied: Applied[]; waiting: WaitingMigration[] }> {
  const applied: Applied[] = [];
  const waiting: WaitingMigration[] = [];
  const contracting = lines.filter(({ migrations }) => Object.keys(migrations).some(isContract));
  if (contracting.length === 0) return { applied, waiting };
  const done = await readApplied(db);
  for (const line of contracting) {
    for (const name of findPending(line, done.get(line.module)).filter(isContract)) {
      const migration = { module: line.module, name };
      await withMigrationLock(db, async (trx) => {
        if ((await readApplied(trx)).get(line.module)?.has(name)) return;
        const versions = await findDependentVersions(trx, migration);
        if (versions.length > 0) return void waiting.push({ ...migration, versions });
        await apply(trx, line, name);
        applied.push(migration);
      });
    }
  }
  return { applied, waiting };
}
