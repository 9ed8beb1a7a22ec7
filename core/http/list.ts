import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Page, type Pagination, window } from "#core/http/schema";
import { isUuid } from "#core/ids";
import { invalid } from "#core/request/errors";
import type { Database } from "#db/tables";

interface ListedRow {
  id: string;
  /** When the row was created, in microseconds since the epoch. */
  list_position: string;
}

/** The time of a partitioned table that is searched first. */
const RECENT_MS = 2 * 86_400_000;

/**
 * Returns the canonical form of names, tags and search terms: characters composed (NFC), without outer white space. macOS
 * sends file names with decomposed characters, other systems with composed ones.
 * @example toName(" Cafe\u0301 "); // "Café"
 */
export const toName = (text: string): string => text.normalize("NFC").trim();

/**
 * Returns tags in their canonical form, each once.
 * @example toTags(["coffee", " coffee ", ""]); // ["coffee"]
 */
export const toTags = (tags: readonly string[]): string[] => [...new Set(tags.map(toName).filter(Boolean))];

/**
 * Returns a name composed and decomposed, to find it. Earlier versions stored names as they were sent.
 * @example listForms("Café").length; // 2
 */
export const listForms = (name: string): string[] => [...new Set([toName(name), toName(name).normalize("NFD")])];

/**
 * Condition for texts that contain this part, in upper or lower case. Comparing bytes takes half the time of `ilike`.
 * @example
 * import { sql } from "vireo/database";
 * const found = await context.db.selectFrom("notes").selectAll().where(containsText(sql.ref("text"), "brew")).execute();
 */
export function containsText(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  const patterns = listForms(part).map((form) => sql`lower(${`%${form.replace(/[\\%_]/g, "\\$&")}%`}::text)`);
  return sql<SqlBool>`lower(${text}) collate "C" like any(array[${sql.join(patterns)}])`;
}

/**
 * Counts matching rows, at most `limit`: for totals that are not maintained.
 * @example
 * const matching = context.db.selectFrom("notes").where("account_id", "=", accountId);
 * const total = await countUpTo(context.db, matching, 1_000);
 */
export async function countUpTo<DB, TB extends keyof DB>(
  db: Database,
  matching: SelectQueryBuilder<DB, TB, object>,
  limit: number,
): Promise<number> {
  const some = matching.select(sql.lit(1).as("one")).limit(limit);
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as counted`.execute(db);
  return Number(rows[0]!.total);
}

/** Position of a row in a list, opaque to clients. */
const toCursor = (row: ListedRow): string => Buffer.from(`${row.list_position}.${row.id}`).toString("base64url");

function parseCursor(cursor: string) {
  const [position = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(".");
  if (!/^\d{1,16}$/.test(position) || !isUuid(id)) {
    throw invalid("cursor", "Not a cursor. Send the nextCursor of the previous page.");
  }
  return { position, id };
}

function isAfterCursor(cursor: string) {
  const { position, id } = parseCursor(cursor);
  return sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${position}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

/** An order other than newest first. Rows with equal values are ordered by id. */
export interface ListOrder {
  by: RawBuilder<unknown>;
  direction: "asc" | "desc";
}

/** Another way to find the rows of a page. */
export interface Candidates<DB, TB extends keyof DB> {
  /** Selects `id` and `created_at` of the same rows, such as from one index. */
  rows: SelectQueryBuilder<DB, TB, object>;
  /** Number of rows before the page that it leaves out. */
  omitted?: number;
}

/**
 * Reads one page of matching rows, newest first, and their total. The table needs the columns `created_at` and `id`,
 * and an index that ends in both.
 * @param readTotal returns the total, for tables that maintain a count (`readRowCount`). By default the rows are
 * counted.
 * @param order another order. Its pages have no cursors.
 * @param candidates finds the rows of the page in a cheaper way. By default, they are found by their own conditions.
 * @throws ApiError `validation_error` for a cursor that no list returned
 * @example
 * const matching = context.db.selectFrom("notes").where("account_id", "=", accountId);
 * const { rows, pagination } = await listPage(matching, { pageSize: "50" });
 */
export async function listPage<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, object>,
  query: Page,
  readTotal: () => Promise<number> = () => countAll(matching),
  order?: ListOrder,
  candidates?: Candidates<DB, TB>,
) {
  const checked = checkOrder(query, order);
  const [rows, total] = await Promise.all([readPage(matching, query, checked, candidates), readTotal()]);
  return toPage(rows, total, query, order);
}

/**
 * Reads one page like `listPage`, and the total, by passing the matching rows once: for conditions that no index orders.
 * Returns undefined if there are `limit` matching rows or more.
 * @param all rows of the account, by whose ids the page is read
 * @param matching those of `all` that are listed
 * @example
 * import { sql } from "vireo/database";
 * const all = context.db.selectFrom("notes").where("account_id", "=", accountId);
 * const matching = all.where(containsText(sql.ref("text"), "brew"));
 * const few = await listFew(context.db, { all, matching }, { pageSize: "50" }, 1_000);
 */
export async function listFew<DB, TB extends keyof DB>(
  db: Database,
  { all, matching }: Record<"all" | "matching", SelectQueryBuilder<DB, TB, object>>,
  query: Page,
  limit: number,
  order?: ListOrder,
) {
  const { by, direction } = checkOrder(query, order);
  const { pageSize, offset } = window(query);
  const { cursor } = query;
  const found = matching.select(["id", "created_at", by.as("place")] as never).limit(limit);
  const way = sql.raw(direction);
  const { rows } = await sql<{ total: number; ids: string[] | null }>`with found as materialized (${found})
    select total, case when total < ${limit} then array(select id from found
      where ${cursor === undefined ? sql.lit(true) : isAfterCursor(cursor)}
      order by place ${way}, id ${way} limit ${pageSize + 1} offset ${cursor === undefined ? offset : 0}) end as ids
    from (select count(*) as total from found) as counted`.execute(db);
  const { total, ids } = rows[0]!;
  if (!ids) return undefined;
  const page = all.where("id" as never, "=", sql`any(${ids}::uuid[])` as never);
  const read = sortRows(page, { by, direction }).selectAll().select(listPosition).execute();
  return toPage(await read, total, query, order);
}

/**
 * Reads one page like `listPage`, of a table partitioned by `created_at` (`maintainPartitions`). PostgreSQL plans a query
 * for every partition that its condition allows. So this searches the two days before the start of the page first, and the
 * others only if these have too few rows.
 * @param readTotal returns the total. Counting would look into every partition.
 * @example
 * const matching = context.db.selectFrom("notes").where("account_id", "=", accountId);
 * const readTotal = () => readRowCount(context.db, { table: "notes", owner: accountId });
 * const { rows, pagination } = await listPartitionedPage(matching, {}, readTotal);
 */
export async function listPartitionedPage<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, object>,
  query: Page,
  readTotal: () => Promise<number>,
) {
  const [rows, total] = await Promise.all([readRecent(matching, query), readTotal()]);
  return toPage(rows, total, query);
}

async function readRecent<DB, TB extends keyof DB>(matching: SelectQueryBuilder<DB, TB, object>, query: Page) {
  const { pageSize, offset } = window(query);
  const { cursor } = query;
  if (cursor === undefined && offset > 0) return readPage(matching, query);
  const createdAt = sql.ref("created_at");
  const end = cursor === undefined ? Date.now() : Number(parseCursor(cursor).position) / 1000;
  const earlier = cursor === undefined ? matching : matching.where(createdAt, "<=", new Date(Math.ceil(end)));
  const recent = earlier.where(createdAt, ">", new Date(end - RECENT_MS));
  const rows = await readPage(recent, query);
  return rows.length > pageSize ? rows : readPage(earlier, query);
}

const readPage = <DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, object>,
  query: Page,
  order: ListOrder = checkOrder(query, undefined),
  candidates?: Candidates<DB, TB>,
) => {
  const { pageSize, offset } = window(query);
  const { cursor } = query;
  return selectPage(matching, { cursor, offset, limit: pageSize + 1, order, candidates })
    .selectAll()
    .select(listPosition)
    .execute();
};

const listPosition = sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as("list_position");

/** Returns the order of a list. Throws `validation_error` if its pages have no cursors. */
function checkOrder({ cursor }: Page, order: ListOrder | undefined): ListOrder {
  if (order && cursor !== undefined) throw invalid("cursor", "Only for lists in the default order. Use page instead.");
  return order ?? { by: sql.ref("created_at"), direction: "desc" };
}

const sortRows = <DB, TB extends keyof DB, Row>(rows: SelectQueryBuilder<DB, TB, Row>, { by, direction }: ListOrder) =>
  rows.orderBy(by, direction).orderBy("id" as never, direction);

/** Builds the page. `found` has one extra row if there are more. */
function toPage<Row>(found: readonly Row[], total: number, query: Page, order?: ListOrder) {
  const { page, pageSize } = window(query);
  const rows = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  const pagination: Pagination = { total, page, pageSize, hasMore };
  if (hasMore && !order) pagination.nextCursor = toCursor(rows.at(-1) as unknown as ListedRow);
  return { rows, pagination };
}

interface Selected<DB, TB extends keyof DB> {
  cursor: string | undefined;
  offset: number;
  limit: number;
  order: ListOrder;
  candidates: Candidates<DB, TB> | undefined;
}

function selectPage<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, object>,
  { cursor, offset, limit, order, candidates }: Selected<DB, TB>,
) {
  const sort = <Row>(rows: SelectQueryBuilder<DB, TB, Row>) => sortRows(rows, order);
  const from = <Row>(rows: SelectQueryBuilder<DB, TB, Row>) =>
    cursor === undefined ? rows : rows.where(isAfterCursor(cursor));
  const skipped = cursor === undefined ? offset - (candidates?.omitted ?? 0) : 0;
  if (!candidates && skipped === 0) return sort(from(matching)).limit(limit);
  // Ids alone come from the index, so that rows before the page are not read.
  const ids = sort(from((candidates?.rows ?? matching).select("id" as never)))
    .limit(limit)
    .offset(skipped);
  return sort(matching.where("id" as never, "in", ids as never));
}

async function countAll<DB, TB extends keyof DB>(matching: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return Number((counted as { total: number }).total);
}
