import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import type { Tables, Transaction } from "#db/tables";

/** Replaces half of a surrogate pair, as in a text that was cut: JSON allows it, but jsonb does not. */
const repair = (_: string, value: unknown): unknown => (typeof value === "string" ? value.toWellFormed() : value);

/**
 * Inserts rows as one parameter. Each connection keeps every statement prepared, so a text for each number of rows would
 * fill it with copies.
 * @param rows at least one, without bytes and bigints. A column that a row lacks, and another one has, is null.
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
