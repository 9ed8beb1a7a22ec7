import { sql } from "kysely";
import type { Database, Transaction } from "#db/tables";

/** Owner id under which rows without an owner are counted, such as those of a shared library. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Columns by which a table is counted. */
export interface CountedBy {
  /** A uuid column, such as "account_id". */
  owner: string;
  /** A text column that splits the table into lists, such as "kind". */
  list?: string;
  /** A text[] column: a row counts in each of these lists, and in the one without a name. */
  tags?: string;
  status?: string;
  /** A timestamptz column that never changes: rows of each month (UTC) are counted as well. */
  month?: string;
}

/**
 * Creates the table of row counts. A list needs its total on every page, and counting a million rows takes 100 ms.
 * Each connection has a row of its own, so transactions never wait for each other's counts; readers add them up.
 */
export const createRowCounts = (db: Database | Transaction) =>
  sql`create table row_counts (
    name text not null,
    owner uuid not null,
    list text not null,
    status text not null,
    backend int not null,
    count bigint not null,
    primary key (name, owner, list, status, backend)
  ) with (fillfactor = 50)`.execute(db);

/** Counts of connections, which are few beside their sums. */
export const createRowCountsIndex = (db: Database | Transaction) =>
  sql`create index row_counts_unmerged on row_counts (backend) where backend <> 0`.execute(db);

const rows = (from: string, sign: number) => `select r.*, ${sign} as sign from ${from} as r`;

/** Builds a statement that adds rows with a `sign` to the counts of a table. */
function add(
  table: string,
  { owner, list, tags, status, month }: CountedBy,
  from: string,
  backend = "pg_backend_pid()",
): string {
  const lists = tags ? `array_append(${tags}, '')` : `array[${list ? `${list}::text` : "''"}]`;
  const names = month
    ? `array['${table}', '${table} ' || to_char(${month} at time zone 'UTC', 'YYYY-MM')]`
    : `array['${table}']`;
  return `insert into row_counts as c (name, owner, list, status, backend, count)
    select in_name, coalesce(${owner}, '${NOBODY}'), in_list, ${status ? `${status}::text` : "''"}, ${backend}, sum(sign)
    from (${from}) as changed cross join unnest(${lists}) as in_list cross join unnest(${names}) as in_name
    group by 1, 2, 3, 4 having sum(sign) <> 0
    on conflict (name, owner, list, status, backend) do update set count = c.count + excluded.count;`;
}

/**
 * Starts counting a table's rows, within each transaction that changes them, or counts them anew. For migrations.
 * Triggers run once per statement: one per row would update the same count for each of thousands of rows, and pass all
 * its versions every time.
 * @example
 * import type { Migration } from "vireo/database";
 * const migrations: Record<string, Migration> = {
 *   "002_counts": { up: (db) => countRows(db, "notes", { owner: "account_id" }) },
 * };
 */
export async function countRows(db: Database | Transaction, table: string, by: CountedBy): Promise<void> {
  const start = (event: string, past: string, rows: string) =>
    `create or replace trigger ${table}_count_${past} after ${event} on ${table} referencing ${rows}
      for each statement execute function ${table}_count();`;
  await sql
    .raw(
      `lock table ${table} in share row exclusive mode;
      delete from row_counts where name = '${table}' or name like '${table} ____-__';
      create or replace function ${table}_count() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${add(table, by, rows("changed", 1))}
        elsif tg_op = 'DELETE' then ${add(table, by, rows("changed", -1))}
        else ${add(table, by, `${rows("before", -1)} union all ${rows("changed", 1)}`)}
        end if;
        return null;
      end $$;
      ${start("insert", "inserted", "new table as changed")}
      ${start("delete", "deleted", "old table as changed")}
      ${start("update", "updated", "old table as before new table as changed")}
      ${add(table, by, rows(table, 1), "0")}`,
    )
    .execute(db);
}

/**
 * Subtracts the rows of a partition before it is dropped, because dropping runs no trigger. The rows must not change
 * until the transaction ends.
 */
export async function uncountPartition(
  trx: Transaction,
  table: string,
  partition: string,
  by: CountedBy,
): Promise<void> {
  await sql.raw(add(table, by, rows(partition, -1))).execute(trx);
}

export interface RowCount {
  table: string;
  /** Null counts rows without an owner. */
  owner: string | null;
  /** One list, or several lists to add up. */
  list?: string | readonly string[] | undefined;
  /** Undefined counts every status. */
  status?: string | undefined;
}

/**
 * Returns the number of rows, for tables that `countRows` counts.
 * @example
 * const total = await readRowCount(context.db, { table: "notes", owner: accountId });
 */
export async function readRowCount(db: Database, { table, owner, list = "", status }: RowCount): Promise<number> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(count), 0)::int as total from row_counts
    where name = ${table} and owner = ${owner ?? NOBODY} and list = any(${[list].flat()}::text[])
    ${status === undefined ? sql`` : sql`and status = ${status}`}`.execute(db);
  return rows[0]!.total;
}

/**
 * Returns the number of rows of each month that has some, newest first, for tables that `countRows` counts by month.
 * @param months of which rows are counted
 * @example
 * const counts = await readMonthCounts(context.db, { table: "notes", owner: accountId }, ["2026-10", "2026-11"]);
 */
export async function readMonthCounts(
  db: Database,
  { table, owner, list = "", status }: RowCount,
  months: readonly string[],
): Promise<{ month: string; count: number }[]> {
  const names = months.map((month) => `${table} ${month}`);
  const { rows } = await sql<{ month: string; count: number }>`
    select right(name, 7) as month, sum(count)::int as count from row_counts
    where name = any(${names}::text[]) and owner = ${owner ?? NOBODY} and list = any(${[list].flat()}::text[])
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    group by name having sum(count) <> 0 order by name desc`.execute(db);
  return rows;
}

const MERGED_AT_ONCE = 10_000;

/** Adds up the counts of closed connections, which leaves about one row per connection and count. */
export async function mergeRowCounts(db: Database): Promise<void> {
  while ((await mergeSome(db)) === MERGED_AT_ONCE);
}

/** Returns the number of rows that were added to others. Reads them by the index of `createRowCountsIndex`. */
async function mergeSome(db: Database): Promise<number> {
  const { rows } = await sql<{ merged: number; zeros: string[] }>`with merged as (
      delete from row_counts where ctid = any(array(
        select ctid from row_counts where backend <> 0 and backend not in (select pid from pg_stat_activity)
        limit ${MERGED_AT_ONCE} for update skip locked
      )) returning *
    ),
    sums as (
      insert into row_counts as c (name, owner, list, status, backend, count)
      select name, owner, list, status, 0, sum(count) from merged group by 1, 2, 3, 4
      on conflict (name, owner, list, status, backend) do update set count = c.count + excluded.count
      returning ctid, count
    )
    select (select count(*)::int from merged) as merged,
      array(select ctid::text from sums where count = 0) as zeros`.execute(db);
  const { merged, zeros } = rows[0]!;
  if (zeros.length > 0)
    await sql`delete from row_counts where ctid = any(${zeros}::text[]::tid[]) and backend = 0 and count = 0`.execute(
      db,
    );
  return merged;
}
