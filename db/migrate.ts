import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database, Transaction } from "#db/tables";

/**
 * One module's migrations. Their names sort in the order they were written: `001_notes`, `002_tags`.
 *
 * During a rollout an older version works on the same database, so migrations only add (expand). A migration that
 * removes something the previous version uses is named `003_contract_…`. It is applied by `applyContractions` when no
 * replica of such a version is left, so the code must not depend on it.
 */
export interface ModuleMigrations {
  module: string;
  migrations: Readonly<Record<string, Migration>>;
}

export interface Applied {
  module: string;
  name: string;
}

/** The database cannot be migrated to this version. The message is for the operator. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export const isContract = (name: string): boolean => /^\d+_contract_/.test(name);

/** A migration that waits for a table lock blocks later queries, so it gives up and retries. */
const LOCK_WAIT = "10s";
const LOCK_ATTEMPTS = 6;
const LOCK_RETRY_MS = 1000;
const LOCK_NOT_AVAILABLE = "55P03";

const UNDEFINED_TABLE = "42P01";

/** Advisory lock held while migrating: "vireo" in ASCII. */
export const LOCK = 0x76_69_72_65_6f;

export async function readApplied(db: Database | Transaction): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<Applied>`select module, name from vireo_migrations`.execute(db);
  const applied = new Map<string, Set<string>>();
  for (const { module, name } of rows) applied.set(module, (applied.get(module) ?? new Set()).add(name));
  return applied;
}

/** Undefined if the database is new. */
const readAppliedOrNone = (db: Database) =>
  readApplied(db).catch((error) => {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  });

/** True if the database is new: Vireo has never used it. */
export const isNew = async (db: Database): Promise<boolean> => !(await readAppliedOrNone(db))?.size;

/** Lists a module's pending migrations in order. Throws MigrationError if they do not match the database. */
export function findPending(
  { module, migrations }: ModuleMigrations,
  applied: ReadonlySet<string> = new Set(),
): string[] {
  const names = Object.keys(migrations).sort();
  const unknown = [...applied].filter((name) => isContract(name) && !Object.hasOwn(migrations, name)).sort();
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was migrated by a newer version of "${module}", which removed something this version needs (${unknown.join(", ")}). Run that version, or restore an earlier backup.`,
    );
  }
  const pending = names.filter((name) => !applied.has(name));
  const last = [...applied].sort().at(-1);
  const late = pending.find((name) => last !== undefined && name < last && !isContract(name));
  if (late !== undefined) {
    throw new MigrationError(
      `The migration ${module}/${late} sorts before ${last}, which is already applied. Rename it so that it sorts last.`,
    );
  }
  return pending;
}

/** Applies one migration in its own transaction, under the lock. Returns its name; undefined if none is pending. */
async function applyNext(db: Database, line: ModuleMigrations): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withMigrationLock(db, async (trx) => {
        const name = findPending(line, (await readApplied(trx)).get(line.module)).find(
          (migration) => !isContract(migration),
        );
        if (name !== undefined) await apply(trx, line, name);
        return name;
      });
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) throw error;
      await Bun.sleep(LOCK_RETRY_MS);
    }
  }
}

/** Runs the work in a transaction under the migration lock, without a time limit. */
export const withMigrationLock = <Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql
      .raw(
        `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
        select pg_advisory_xact_lock(${LOCK}); set local lock_timeout = '${LOCK_WAIT}'`,
      )
      .execute(trx);
    return work(trx);
  });

/** Applies one migration and records it. */
export async function apply(trx: Transaction, { module, migrations }: ModuleMigrations, name: string): Promise<void> {
  try {
    await migrations[name]!.up(trx);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${module}/${name} failed and was rolled back: ${reason}`, { cause: error });
  }
  await sql`insert into vireo_migrations (module, name) values (${module}, ${name})`.execute(trx);
}

/**
 * Applies all migrations of a new database, also contractions, in one transaction, which takes half the time. Changes
 * nothing and returns undefined if one fails or if another process was first. The caller then applies them one by one.
 */
const applyAll = (db: Database, lines: readonly ModuleMigrations[]): Promise<Applied[] | undefined> =>
  withMigrationLock(db, async (trx) => {
    if ((await readApplied(trx)).size > 0) return undefined;
    const done: Applied[] = [];
    const pending = lines.flatMap((line) => findPending(line).map((name) => ({ line, name })));
    // No replica uses a new database yet, so contractions need not wait. They still come last, as elsewhere.
    const expansions = pending.filter(({ name }) => !isContract(name));
    const contractions = pending.filter(({ name }) => isContract(name));
    for (const { line, name } of [...expansions, ...contractions]) {
      await apply(trx, line, name);
      done.push({ module: line.module, name });
    }
    return done;
  }).catch(() => undefined);

/** Lists what `migrate` would apply, in order. Throws MigrationError as `migrate` does. */
export async function pendingMigrations(db: Database, lines: readonly ModuleMigrations[]): Promise<Applied[]> {
  const applied = await readAppliedOrNone(db);
  return lines.flatMap((line) =>
    findPending(line, applied?.get(line.module)).map((name) => ({ module: line.module, name })),
  );
}

async function createTable(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql
      .raw(
        `select pg_advisory_xact_lock(${LOCK});
        create table if not exists vireo_migrations (
          module text not null,
          name text not null,
          applied_at timestamptz not null default now(),
          primary key (module, name)
        )`,
      )
      .execute(trx);
  });
}

/**
 * Applies pending migrations: modules in the given order, their migrations by name, each in a transaction together
 * with its record; those of a new database all in one. Costs one query if nothing is pending. Any number of processes may
 * call it at the same time.
 *
 * Contractions are left to `applyContractions` (db/replicas.ts). Migrations run in a transaction, so they cannot
 * `create index concurrently`.
 * @param onApplied called after each migration.
 * @returns the migrations this call applied.
 * @throws MigrationError before any change, if a newer version removed something or a new migration does not sort
 *   last; and if a migration fails, keeping those before it.
 */
export async function migrate(
  db: Database,
  lines: readonly ModuleMigrations[],
  onApplied: (migration: Applied) => void = () => {},
): Promise<Applied[]> {
  let applied = await readAppliedOrNone(db);
  if (!applied?.size) {
    if (!applied) await createTable(db);
    const done = await applyAll(db, lines);
    done?.forEach(onApplied);
    if (done) return done;
    applied = await readApplied(db);
  }
  const behind = lines.filter((line) => !findPending(line, applied.get(line.module)).every(isContract));
  const done: Applied[] = [];
  for (const line of behind) {
    for (let name = await applyNext(db, line); name; name = await applyNext(db, line)) {
      const migration = { module: line.module, name };
      done.push(migration);
      onApplied(migration);
    }
  }
  return done;
}
