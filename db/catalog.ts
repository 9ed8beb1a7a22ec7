import { sql } from "kysely";
import type { Database, Transaction } from "#db/tables";

export interface TableColumn {
  name: string;
  /** SQL type, such as "text[]". */
  type: string;
}

export interface StoredTable {
  name: string;
  columns: readonly TableColumn[];
}

/** Target size of a batch, in characters. `fetchLines` fetches few large rows or many small ones at a time. */
const BATCH_CHARS = 512 * 1024;
const BATCH_ROWS = { first: 20, max: 5000 };

/** Lifts time limits and sets canonical output formats for a transaction. Returns the start time of the transaction. */
export async function beginTransfer(trx: Transaction): Promise<Date> {
  await sql
    .raw(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
       set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex';
       set local extra_float_digits = 3`,
    )
    .execute(trx);
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(trx);
  return rows[0]!.now;
}

/** Opens a transaction that reads one consistent snapshot of the database. */
export const readSnapshot = <Result>(
  db: Database,
  work: (trx: Transaction, takenAt: Date) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => work(trx, await beginTransfer(trx)));

/** Lists the tables of the current schema by name, without generated columns. */
export async function listTables(trx: Transaction): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`.execute(trx);
  return rows;
}

/**
 * Reads the rows of a table in batches, each row as a JSON array of its columns. Values are in PostgreSQL's text
 * format, so nothing is rounded and SQL null differs from JSON null.
 */
export async function* readLines(trx: Transaction, { name, columns }: StoredTable): AsyncGenerator<string[]> {
  const texts = columns.map((column) => sql`${sql.ref(column.name)}::text`);
  yield* fetchLines(
    trx,
    sql`select array_to_json(array[${sql.join(texts)}]::text[])::text as line from ${sql.table(name)}`,
  );
}

/** Reads the column `line` of a query with a cursor, so memory use is constant. */
export async function* fetchLines(trx: Transaction, query: ReturnType<typeof sql>): AsyncGenerator<string[]> {
  await sql`declare vireo_lines no scroll cursor for ${query}`.execute(trx);
  for (let count = BATCH_ROWS.first; ; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from vireo_lines`.execute(trx);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const mean = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
    count = Math.max(1, Math.min(BATCH_ROWS.max, Math.round(BATCH_CHARS / mean)));
  }
  await sql`close vireo_lines`.execute(trx);
}

/** Inserts rows written by `readLines`, for the same columns. Returns the number of rows. */
export async function insertLines(trx: Transaction, { name, columns }: StoredTable, lines: string): Promise<number> {
  const names = columns.map((column) => sql.ref(column.name));
  const values = columns.map(({ type }, at) => sql`(r ->> ${sql.raw(String(at))})::${sql.raw(type)}`);
  const rows = `[${lines.trimEnd().replaceAll("\n", ",")}]`;
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${rows}::text::jsonb) as r`.execute(trx);
  return Number(numAffectedRows);
}

/** Reads the current values of sequences. Not part of a snapshot, so read them after the rows. */
export async function readSequences(trx: Transaction): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(trx);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
