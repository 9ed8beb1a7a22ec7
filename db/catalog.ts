import { sql } from "kysely";
import type { Transaction } from "#db/tables";

export interface TableColumn {
  name: string;
  /** As SQL writes it: "text[]". */
  type: string;
}

export interface StoredTable {
  name: string;
  columns: readonly TableColumn[];
}

/** Rows fetched at a time are about so many characters: few of the large ones, many of the small ones. */
const BATCH_CHARS = 512 * 1024;
const BATCH_ROWS = { first: 20, most: 5000 };

/** Lets a transaction take its time, and has every value written in its plain form. Returns the moment it began. */
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

/** The tables of the schema in use, by name, without what the database derives by itself. */
export async function tablesOf(trx: Transaction): Promise<StoredTable[]> {
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
 * The rows of a table, some at a time, each as one line of JSON: the columns in their order, as the texts that
 * Postgres writes and reads for their types, so that nothing is rounded and null differs from JSON's null.
 */
export async function* linesOf(trx: Transaction, { name, columns }: StoredTable): AsyncGenerator<string[]> {
  const texts = columns.map((column) => sql`${sql.ref(column.name)}::text`);
  yield* fetched(
    trx,
    sql`select array_to_json(array[${sql.join(texts)}]::text[])::text as line from ${sql.table(name)}`,
  );
}

/** What a query gives as `line`, by a cursor, so that memory does not grow with it. */
export async function* fetched(trx: Transaction, query: ReturnType<typeof sql>): AsyncGenerator<string[]> {
  await sql`declare vireo_lines no scroll cursor for ${query}`.execute(trx);
  for (let count = BATCH_ROWS.first; ; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from vireo_lines`.execute(trx);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const mean = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
    count = Math.max(1, Math.min(BATCH_ROWS.most, Math.round(BATCH_CHARS / mean)));
  }
  await sql`close vireo_lines`.execute(trx);
}

/** Adds rows that `linesOf` gave, in the columns that it gave them for. */
export async function insertLines(trx: Transaction, { name, columns }: StoredTable, lines: string): Promise<number> {
  const names = columns.map((column) => sql.ref(column.name));
  const values = columns.map(({ type }, at) => sql`(r ->> ${sql.raw(String(at))})::${sql.raw(type)}`);
  const rows = `[${lines.trimEnd().replaceAll("\n", ",")}]`;
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${rows}::text::jsonb) as r`.execute(trx);
  return Number(numAffectedRows);
}

/** Where the sequences are. Not part of any snapshot: read after the rows, they are never behind them. */
export async function sequencesOf(trx: Transaction): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(trx);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
