/** Rows of all contentTypes, by account and type. Every query is scoped to the account. */
import { type Selectable, sql } from "kysely";
import type { Database, Tables } from "vireo/database";
import { newUuid } from "vireo/ids";
import { containsText } from "vireo/list";
import type { Values } from "./migrations";

export type Row = Selectable<Tables["content"]>;

export interface ListOptions {
  limit: number;
  offset: number;
  /** Only rows whose name contains this text. */
  q?: string;
}

const selectRows = (db: Database, accountId: string, type: string) =>
  db.selectFrom("content").where("account_id", "=", accountId).where("type", "=", type);

/** Returns a page, newest first, and the total. */
export async function listRows(db: Database, accountId: string, type: string, { limit, offset, q }: ListOptions) {
  const all = selectRows(db, accountId, type);
  const matching = q ? all.where(containsText(sql`data->>'name'`, q)) : all;
  const [page, { total }] = await Promise.all([
    matching.selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).offset(offset).execute(),
    matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { page, total: Number(total) };
}

export const findRow = (db: Database, accountId: string, type: string, id: string): Promise<Row | undefined> =>
  selectRows(db, accountId, type).selectAll().where("id", "=", id).executeTakeFirst();

/** Returns the existing rows of any type, in no particular order. */
export async function findRows(db: Database, accountId: string, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("content").selectAll().where("account_id", "=", accountId).where("id", "in", ids).execute();
}

export const insertRow = (db: Database, accountId: string, type: string, data: Values): Promise<Row> =>
  db
    .insertInto("content")
    .values({ id: newUuid(), account_id: accountId, type, data })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Updates the given fields. The database merges them, so concurrent changes of different fields do not conflict. */
export const mergeRow = (
  db: Database,
  accountId: string,
  type: string,
  id: string,
  changes: Values,
): Promise<Row | undefined> =>
  db
    .updateTable("content")
    .set({ data: sql`data || ${changes}::jsonb`, updated_at: sql`clock_timestamp()` })
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** Returns true if the row existed. */
export async function deleteRow(db: Database, accountId: string, type: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("content")
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
