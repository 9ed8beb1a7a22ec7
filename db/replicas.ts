import { sql } from "kysely";
import {
  type Applied,
  apply,
  isContract,
  type Line,
  LOCK,
  MigrationError,
  pendingOf,
  readApplied,
  whileMigrating,
} from "#db/migrate";
import type { Database, Transaction } from "#db/tables";

/** How often a replica says that it is there, and after which silence it counts as gone. */
const BEAT_MS = 15_000;
const GONE = sql`interval '60 seconds'`;
const FORGOTTEN = sql`interval '1 day'`;

export interface Replica {
  /** A uuid, of this run of the process. */
  id: string;
  version: string;
  lines: readonly Line[];
}

/** A migration that waits for replicas which still use what it takes away. */
export interface Waiting extends Applied {
  /** Their versions. */
  versions: string[];
}

/** The last migration of each module that a program knows. */
const knownTo = (lines: readonly Line[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ module, migrations }) => {
      const last = Object.keys(migrations).sort().at(-1);
      return last === undefined ? [] : [[module, last]];
    }),
  );

/**
 * Says that a replica of this version works on the database, so that nothing is taken away from under it.
 * @param outdated called when the database could not be reached for so long that a newer version has taken something
 *   away meanwhile: the replica can only end.
 * @returns how many others there are, and `stop`, which takes it back.
 * @throws MigrationError where that has happened already.
 */
export async function enter(db: Database, { id, version, lines }: Replica, outdated: (reason: string) => void) {
  const knows = knownTo(lines);
  /** Whether it was there all the time. */
  const beat = async (on: Database | Transaction): Promise<boolean> => {
    const { rows } = await sql<{ was: boolean | null }>`
      with before as (select seen_at > now() - ${GONE} as was from vireo_replicas where id = ${id}::uuid)
      insert into vireo_replicas (id, version, knows) values (${id}::uuid, ${version}, ${knows}::jsonb)
      on conflict (id) do update set seen_at = now()
      returning (select was from before) as was`.execute(on);
    return rows[0]?.was === true;
  };
  /** Behind a migration under way; one that comes later sees the replica. */
  const announce = async () => {
    await db.transaction().execute(async (trx) => {
      await sql.raw(`set local statement_timeout = 0; select pg_advisory_xact_lock_shared(${LOCK})`).execute(trx);
      await beat(trx);
    });
    const applied = await readApplied(db);
    for (const line of lines) pendingOf(line, applied.get(line.module));
  };

  await announce();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from vireo_replicas where id <> ${id}::uuid and seen_at > now() - ${GONE}`.execute(db);
  const timer = setInterval(async () => {
    try {
      if (!(await beat(db))) await announce();
    } catch (error) {
      if (error instanceof MigrationError) outdated(error.message);
      // Else the database is away: the next beat tells.
    }
  }, BEAT_MS);
  timer.unref();
  return {
    others: rows[0]!.count,
    async stop(): Promise<void> {
      clearInterval(timer);
      await sql`delete from vireo_replicas where id = ${id}::uuid or seen_at < now() - ${FORGOTTEN}`.execute(db);
    },
  };
}

/** Versions at work that do not know a migration of a module they use. */
async function without(trx: Transaction, { module, name }: Applied): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select distinct version from vireo_replicas
    where seen_at > now() - ${GONE} and knows ? ${module} and (knows ->> ${module}) collate "C" < ${name}
    order by version limit 20`.execute(trx);
  return rows.map(({ version }) => version);
}

/**
 * Applies what takes something away, as far as no replica is at work that still uses it.
 * @returns what was applied, and what waits. Costs one query when there is nothing to do, and none where nothing ever was.
 */
export async function contract(
  db: Database,
  lines: readonly Line[],
): Promise<{ applied: Applied[]; waiting: Waiting[] }> {
  const applied: Applied[] = [];
  const waiting: Waiting[] = [];
  const contracting = lines.filter(({ migrations }) => Object.keys(migrations).some(isContract));
  if (contracting.length === 0) return { applied, waiting };
  const done = await readApplied(db);
  for (const line of contracting) {
    for (const name of pendingOf(line, done.get(line.module)).filter(isContract)) {
      const one = { module: line.module, name };
      await whileMigrating(db, async (trx) => {
        if ((await readApplied(trx)).get(line.module)?.has(name)) return;
        const versions = await without(trx, one);
        if (versions.length > 0) return void waiting.push({ ...one, versions });
        await apply(trx, line, name);
        applied.push(one);
      });
    }
  }
  return { applied, waiting };
}
