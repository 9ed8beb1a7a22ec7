import { CompiledQuery, type Insertable, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import type { Database, Tables, Transaction } from "#db/tables";

/** Replaces unpaired surrogates, as in truncated text: JSON allows them, but jsonb does not. */
const repair = (_: string, value: unknown): unknown => (typeof value === "string" ? value.toWellFormed() : value);

/**
 * Inserts rows as one parameter. Each connection keeps every statement prepared, so one statement per number of rows
 * would fill it with copies.
 * @param rows at least one, without bytes and bigints. A column that is missing in some rows is null there.
 * @example
 * import { newUuid } from "vireo/ids";
 * const rows = ["Order beans", "Clean the mill"].map((text) => ({ id: newUuid(), account_id: accountId, text }));
 * await insertRows(trx, "notes", rows).execute();
 */
export function insertRows<Table extends keyof Tables & string>(
  trx: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const values = JSON.stringify(rows, repair);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  return trx
    .insertInto(table)
    .columns(columns as never)
    .expression(
      sql`select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${values}::text::jsonb)` as never,
    ) as never;
}

/**
 * Adds `values` to the jsonb column of an account's row, keeping its other fields. Returns false if the row was deleted.
 * @example
 * const id = "01890a5d-ac96-774b-bcce-b302099a8057";
 * const isStored = await mergeJson(context.db, ["notes", "facts"], { id, accountId }, { words: 3 });
 */
export async function mergeJson(
  db: Database,
  [table, column]: readonly [table: keyof Tables & string, column: string],
  { id, accountId }: { id: string; accountId: string },
  values: object,
): Promise<boolean> {
  const merged = sql`${sql.ref(column)} || ${JSON.stringify(values)}::text::jsonb`;
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${merged} where id = ${id} and account_id = ${accountId}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/**
 * Returns a function that runs this SELECT and returns its rows. Kysely builds and compiles other queries each time,
 * which takes longer than everything else about a short one.
 * @param text the statement, with its parameters as $1, $2 …
 */
export function prepareSelect<Row>(text: string) {
  const query = CompiledQuery.raw(text);
  return async (db: Database, ...parameters: readonly unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows;
}

/**
 * True if a row was refused because there is one with the same key.
 * @example isUniqueViolation(Object.assign(new Error("duplicate key"), { code: "23505" })); // true
 */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === "23505";
