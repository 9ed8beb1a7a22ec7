import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database, Transaction } from "#db/tables";

/**
 * One module's migrations, by names that sort in the order they were written: `001_notes`, `002_tags`.
 *
 * An older version may work on the same database while a newer one is rolled out, so a migration only adds (expand).
 * What takes away something that the version before still uses is named `003_contract_…`: it waits until no replica
 * of such a version is left (`contract`), and until then the code must do without it.
 */
export interface Line {
  module: string;
  migrations: Readonly<Record<string, Migration>>;
}

export interface Applied {
  module: string;
  name: string;
}

/** The database cannot be brought to what the program expects. The message is for the operator. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export const isContract = (name: string): boolean => /^\d+_contract_/.test(name);

/** A migration that waits for a table would hold up everybody behind it: it lets others pass, and tries again. */
const LOCK_WAIT = "10s";
const LOCK_ATTEMPTS = 6;
const LOCK_PAUSE_MS = 1000;
const LOCK_NOT_AVAILABLE = "55P03";

const UNDEFINED_TABLE = "42P01";

/** "vireo" in ASCII; whoever migrates holds this advisory lock. */
export const LOCK = 0x76_69_72_65_6f;

export async function readApplied(db: Database | Transaction): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<Applied>`select module, name from vireo_migrations`.execute(db);
  const applied = new Map<string, Set<string>>();
  for (const { module, name } of rows) applied.set(module, (applied.get(module) ?? new Set()).add(name));
  return applied;
}

/** Undefined where the database is new. */
const readAppliedOrNone = (db: Database) =>
  readApplied(db).catch((error) => {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  });

/** The line's names that are still to be applied, in order; throws when the line and the database do not fit. */
export function pendingOf({ module, migrations }: Line, applied: ReadonlySet<string> = new Set()): string[] {
  const names = Object.keys(migrations).sort();
  const unknown = [...applied].filter((name) => isContract(name) && !Object.hasOwn(migrations, name)).sort();
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database lacks what this program needs of "${module}": a newer version has taken it away (${unknown.join(", ")}). Run that version, or restore a backup made before it.`,
    );
  }
  const pending = names.filter((name) => !applied.has(name));
  const last = [...applied].sort().at(-1);
  const late = pending.find((name) => last !== undefined && name < last && !isContract(name));
  if (late !== undefined) {
    throw new MigrationError(
      `The migration ${module}/${late} sorts before ${last}, which is applied already: new migrations go at the end of their line. Rename it.`,
    );
  }
  return pending;
}

/** In a transaction of its own, under the lock: a replica that waited here finds the work done. */
async function applyNext(db: Database, line: Line): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await whileMigrating(db, async (trx) => {
        const name = pendingOf(line, (await readApplied(trx)).get(line.module)).find((one) => !isContract(one));
        if (name !== undefined) await apply(trx, line, name);
        return name;
      });
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) throw error;
      await Bun.sleep(LOCK_PAUSE_MS);
    }
  }
}

/** One at a time among all processes, without a limit to its time. */
export const whileMigrating = <Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> =>
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
export async function apply(trx: Transaction, { module, migrations }: Line, name: string): Promise<void> {
  try {
    await migrations[name]!.up(trx);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${module}/${name} failed and changed nothing: ${reason}`, { cause: error });
  }
  await sql`insert into vireo_migrations (module, name) values (${module}, ${name})`.execute(trx);
}

/** What `migrate` would apply, in order; all of it where the database is new. Throws MigrationError as `migrate` does. */
export async function pendingMigrations(db: Database, lines: readonly Line[]): Promise<Applied[]> {
  const applied = await readAppliedOrNone(db);
  return lines.flatMap((line) =>
    pendingOf(line, applied?.get(line.module)).map((name) => ({ module: line.module, name })),
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
 * Brings the database up to date: module after module in the order given, each module's migrations
 * by name, each in a transaction with its record. Costs one query when there is nothing to do. Any
 * number of processes may run it at once. What modules that are not given have applied stays.
 *
 * Those that take something away are left to `contract` (db/replicas.ts). Migrations run in a transaction, so they
 * cannot `create index concurrently`.
 * @returns what this call has applied.
 * @throws MigrationError before anything is changed, when a newer version took away what a line needs, or a line has
 *   a new migration in its middle; and when a migration fails, with those before it kept.
 */
export async function migrate(db: Database, lines: readonly Line[]): Promise<Applied[]> {
  let applied = await readAppliedOrNone(db);
  if (!applied) {
    await createTable(db);
    applied = new Map();
  }
  const behind = lines.filter((line) => !pendingOf(line, applied.get(line.module)).every(isContract));
  const done: Applied[] = [];
  for (const line of behind) {
    for (let name = await applyNext(db, line); name; name = await applyNext(db, line)) {
      done.push({ module: line.module, name });
    }
  }
  return done;
}
