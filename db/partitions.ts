/**
 * Tables partitioned by `created_at`, one partition per day, so that old rows are dropped with their partition instead
 * of one by one.
 *
 * `<table>_first` holds all rows from before the table was partitioned, and the rest of that day. `<table>_default`
 * takes rows without a matching partition, so an insert never fails. It stays empty unless no server ran for a week.
 */
import { sql } from "kysely";
import { type CountedBy, uncountPartition } from "#db/row-counts";
import type { Database, Transaction } from "#db/tables";
import { lockUntilEnd } from "#db/transaction";

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 7;
/** With a longer retention, a partition covers several days, because each read looks into every partition. */
const MAX_PARTITIONS = 60;
const DELETED_AT_ONCE = 5000;
/** Creating and dropping partitions wait at most this long for a lock, because later queries queue behind them. */
const LOCK_WAIT = "200ms";
const LOCK_NOT_AVAILABLE = "55P03";

export interface Partitioned {
  table: string;
  /** Retention in days. */
  days: number;
  /** SQL condition. A partition with a matching row is kept. */
  unless?: string;
  /** Columns that the rows are counted by, if the table uses `countRows`. */
  countedBy?: CountedBy;
}

interface Partition {
  name: string;
  /** Upper bound of `created_at`, exclusive. Null for the default partition. */
  until: Date | null;
}

const toDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
const fromDay = (day: number): string => new Date(day * DAY_MS).toISOString();
const toName = (table: string, day: number): string => `${table}_${fromDay(day).slice(0, 10).replaceAll("-", "")}`;

/**
 * For migrations: attaches `<table>_first` as the first partition of the new partitioned table, which has the same
 * columns, and adds partitions for the coming days.
 * @example
 * import { type Migration, sql } from "vireo/database";
 * const migration: Migration = {
 *   async up(db) {
 *     await sql`alter table notes rename to notes_first`.execute(db);
 *     await sql`create table notes (like notes_first) partition by range (created_at)`.execute(db);
 *     await attachFirstPartition(db, "notes");
 *   },
 * };
 */
export async function attachFirstPartition(trx: Database | Transaction, table: string): Promise<void> {
  const { rows } = await sql<{ last: Date }>`
    select greatest(clock_timestamp(), max(created_at)) as last from ${sql.table(`${table}_first`)}`.execute(trx);
  const tomorrow = toDay(rows[0]!.last) + 1;
  await sql
    .raw(
      `alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${fromDay(tomorrow)}');
      create table ${table}_default partition of ${table} default`,
    )
    .execute(trx);
  await addPartitions(trx, { table, days: DAYS_AHEAD }, rows[0]!.last);
}

/**
 * Adds partitions for the coming days, drops those older than the retention, and deletes old rows that remain in
 * others.
 * @example
 * import type { Started } from "vireo/module";
 * const schedules: Started["schedules"] = {
 *   tidy: { cron: "0 4 * * *", run: () => maintainPartitions(context.db, { table: "notes", days: 30 }) },
 * };
 */
export async function maintainPartitions(db: Database, partitioned: Partitioned, now?: Date): Promise<void> {
  const at = now ?? (await readNow(db));
  await unlessLocked(db, (trx) => addPartitions(trx, partitioned, at));
  await unlessLocked(db, (trx) => dropPartitions(trx, partitioned, at));
  await deleteStragglers(db, partitioned, at);
}

const readNow = async (db: Database): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]!.now;

/** Runs the work unless the tables stay locked, for example by a backup. The next run is early enough. */
async function unlessLocked(db: Database, work: (trx: Transaction) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await lockUntilEnd(trx, "vireo:partitions");
      await sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`).execute(trx);
      await work(trx);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}

async function listPartitions(db: Database | Transaction, table: string): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select c.relname as name,
      (regexp_match(pg_get_expr(c.relpartbound, c.oid), ${"TO \\('(.*)'\\)"}))[1]::timestamptz as until
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(quote_ident(${table})) order by until`.execute(db);
  return rows;
}

async function addPartitions(trx: Database | Transaction, { table, days }: Partitioned, now: Date): Promise<void> {
  const bounds = (await listPartitions(trx, table)).flatMap(({ until }) => until ?? []);
  const { rows } = await sql<{ last: Date | null }>`
    select max(created_at) as last from ${sql.table(`${table}_default`)}`.execute(trx);
  const stray = rows[0]!.last;
  const width = Math.ceil(days / MAX_PARTITIONS);
  // Days that already have rows in the default partition stay there.
  let from = Math.max(toDay(now), ...bounds.map(toDay), ...(stray ? [toDay(stray) + 1] : []));
  for (; from <= toDay(now) + DAYS_AHEAD; from += width) {
    await sql
      .raw(
        `create table ${toName(table, from)} partition of ${table}
          for values from ('${fromDay(from)}') to ('${fromDay(from + width)}')`,
      )
      .execute(trx);
  }
}

async function dropPartitions(
  trx: Transaction,
  { table, days, unless, countedBy }: Partitioned,
  now: Date,
): Promise<void> {
  const oldest = now.getTime() - days * DAY_MS;
  for (const { name, until } of await listPartitions(trx, table)) {
    if (!until || until.getTime() > oldest) continue;
    if (unless && (await hasRow(trx, name, unless))) continue;
    if (countedBy) {
      await sql`lock table ${sql.table(name)} in share row exclusive mode`.execute(trx);
      await uncountPartition(trx, table, name, countedBy);
    }
    await sql`drop table ${sql.table(name)}`.execute(trx);
  }
}

async function hasRow(trx: Transaction, table: string, condition: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ${sql.raw(condition)} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Deletes old rows from the first and the default partition, which hold more than one day. Deletes through the parent
 * table, so that its triggers count them.
 */
async function deleteStragglers(db: Database, { table, days, unless }: Partitioned, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * DAY_MS);
  const names = (await listPartitions(db, table)).map(({ name }) => name);
  for (const name of names.filter((partition) => partition === `${table}_first` || partition === `${table}_default`)) {
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where created_at < ${oldest} and tableoid = ${name}::regclass and ctid = any(array(
          select ctid from ${sql.table(name)}
          where created_at < ${oldest} ${unless ? sql`and not (${sql.raw(unless)})` : sql``}
          limit ${sql.lit(DELETED_AT_ONCE)}
        ))`.execute(db);
      deleted = Number(numAffectedRows);
    }
  }
}
