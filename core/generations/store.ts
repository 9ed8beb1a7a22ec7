/** Reads and changes the rows of generations, always within an account. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { GenerationStatus } from "#core/database/tables";
import { endings } from "#core/generations/endings";
import { type Adoption, type Generation, type GenerationKind, NO_ENGINE } from "#core/generations/generation";
import { filterByLabels, type LabelBody, type LabelFilter, titleOrder, toLabelColumns } from "#core/generations/labels";
import { countUpTo, type ListOrder, listFew, listForms, listPage } from "#core/http/list";
import { type Page, window } from "#core/http/schema";
import { newUuid, toUuid } from "#core/ids";
import { ApiError, notFound } from "#core/request/errors";
import { readRowCount } from "#db/row-counts";
import { prepareSelect } from "#db/rows";
import type { Database, Tables, Transaction } from "#db/tables";
import { transact } from "#db/transaction";

export interface ListFilter extends LabelFilter {
  status?: GenerationStatus;
  source?: "generated" | "upload" | "clip";
  /** Comma-separated public ids. */
  ids?: string;
}

type Listed = SelectQueryBuilder<Tables, "generations", object>;

export type ChooseFiles = (trx: Transaction, keys: string[]) => Promise<string[]>;

/** Slot of edits. A generation of another kind that such an engine makes alone is a clip. */
const CLIP_SLOT = "edit";
/** Conditions for rows of a source. */
const isUpload = sql<boolean>`engine = ${sql.lit(NO_ENGINE)}`;
const isClip = sql<boolean>`(slot = ${sql.lit(CLIP_SLOT)} and engine <> ${sql.lit(NO_ENGINE)} and first_call is null)`;
const sources = {
  upload: isUpload,
  clip: isClip,
  generated: sql<boolean>`engine <> ${sql.lit(NO_ENGINE)}
    and (slot is distinct from ${sql.lit(CLIP_SLOT)} or first_call is not null)`,
};

/** Orders other than the default, newest first. */
const orders: Readonly<Record<string, ListOrder>> = {
  oldest: { by: sql`created_at`, direction: "asc" },
  title: { by: titleOrder, direction: "asc" },
};

export async function listGenerations(
  db: Database,
  accountId: string,
  { kind, prefix }: GenerationKind,
  { status, source, q, tag, folder, sort = "newest", ids, ...page }: Page & ListFilter,
) {
  const all = db.selectFrom("generations").where("account_id", "=", accountId).where("kind", "=", kind);
  const selected = source ? all.where(sources[source]) : all;
  const order = orders[sort];
  const filter = (rows: Listed) =>
    filterByLabels(status ? rows.where("status", "=", status) : rows, { q, tag, folder });
  if (ids !== undefined) {
    const uuids = ids.split(",").flatMap((id) => toUuid(prefix, id.trim()) ?? []);
    return listPage(filter(selected).where("id", "in", uuids), page, undefined, order);
  }
  if (q !== undefined) {
    const hasFew = async () =>
      status !== undefined &&
      (await readRowCount(db, { table: "generations", owner: accountId, list: kind, status })) < MAX_MATCHES;
    const found =
      (await findByLabels(db, selected, { tag, folder })) ??
      ((await hasFew())
        ? readFirst(db, selected.where("status", "=", status!))
        : findByText(db, accountId, q, selected));
    const limit = found ? MAX_MATCHES : MAX_SHORT_MATCHES;
    const few = await listFew(db, { all, matching: filter(found ?? inOrder(selected)) }, page, limit, order);
    if (few) return few;
    // PostgreSQL expects few matches before a page deep in the list, and would sort all of them.
    const isDeep = !order && window(page).offset > 0;
    const candidates = isDeep ? { rows: filter(readFirst(db, inOrder(selected))) } : undefined;
    return listPage(filter(selected), page, async () => limit, order, candidates);
  }
  const matching = filter(selected);
  if (tag !== undefined || folder !== undefined) return listPage(matching, page, undefined, order);
  const countListed = async () => {
    const countAll = () => readRowCount(db, { table: "generations", owner: accountId, list: kind, status });
    if (!source) return countAll();
    // Most rows are generated, so the others are counted.
    const listed = status ? all.where("status", "=", status) : all;
    const count = async (others: typeof isClip) => {
      const counted = listed.where(others).select((eb) => eb.fn.countAll<number>().as("count"));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    };
    if (source !== "generated") return count(sources[source]);
    const [total, uploads, clips] = await Promise.all([countAll(), count(isUpload), count(isClip)]);
    return total - uploads - clips;
  };
  return listPage(matching, page, countListed, order);
}

/** Matches of a text search that are counted. Of more, a list has the next ones soon enough. */
const MAX_MATCHES = 10_000;
/** The same for a text that is too short for the index. */
const MAX_SHORT_MATCHES = 1_000;
/** Length of the shortest text that the index finds, in bytes. */
const MIN_INDEXED = 3;

/** Restricts a list to rows with a tag and in a folder, which indexes find. Undefined if there are many, or neither is given. */
async function findByLabels(db: Database, rows: Listed, labels: Pick<LabelFilter, "tag" | "folder">) {
  if (labels.tag === undefined && labels.folder === undefined) return undefined;
  const found = filterByLabels(rows, labels);
  return (await countUpTo(db, found, MAX_MATCHES)) < MAX_MATCHES ? readFirst(db, found) : undefined;
}

/** An offset makes PostgreSQL read these rows by their index before it looks at other conditions. */
const readFirst = (db: Database, rows: Listed): Listed =>
  db.selectFrom(rows.selectAll().offset(sql.lit(0)).as("generations")) as Listed;

/**
 * Restricts a list of the library to rows whose texts may contain `q`, which an index finds. Undefined if `q` is too short
 * for it.
 */
function findByText(db: Database, accountId: string, q: string, rows: Listed): Listed | undefined {
  const forms = listForms(q);
  if (forms.some((form) => Buffer.byteLength(form) < MIN_INDEXED)) return undefined;
  const mayContain = forms.map(
    (form) => sql`generation_grams(account_id, prompt, title, tags) @> text_grams(${accountId}, ${form})`,
  );
  return readFirst(db, rows.where(sql<boolean>`(${sql.join(mayContain, sql` or `)})`));
}

/** Makes PostgreSQL read rows in the order of the list, by its index. */
const inOrder = (rows: Listed): Listed => rows.orderBy("created_at", "desc").orderBy("id", "desc");

/** Stores a completed generation for an existing file. */
export const adoptFile = (trx: Transaction, kind: string, { kind: _, accountId, ...values }: Adoption) =>
  trx
    .insertInto("generations")
    .values({
      ...values,
      id: newUuid(),
      account_id: accountId,
      kind,
      status: "completed",
      engine: NO_ENGINE,
      files: {},
      credits: 0,
      progress: 100,
      completed_at: new Date(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Selects a generation of some kinds by one of its columns. Clients poll this. */
const selectBy = (column: "id" | "task") =>
  prepareSelect<Generation>(
    `select * from generations where account_id = $1 and kind = any($2) and ${column} = $3 limit 1`,
  );
const selectById = selectBy("id");
const selectByTask = selectBy("task");

/** Finds by public id, raw uuid or the vendor's task id. */
export async function findGeneration(db: Database, accountId: string, kinds: readonly GenerationKind[], id: string) {
  const uuids = kinds.map(({ prefix }) => toUuid(prefix, id)).filter((uuid) => uuid !== undefined);
  const isPublicId = kinds.some(({ prefix }) => id.startsWith(`${prefix}_`)) && uuids.length > 0;
  const names = kinds.map(({ kind }) => kind);
  const [uuid] = uuids;
  if (uuid) {
    const [row] = await selectById(db, accountId, names, uuid);
    if (row || isPublicId) return row;
  }
  const [row] = await selectByTask(db, accountId, names, id);
  return row;
}

/** Like `findGeneration`, but throws `not_found`. */
export async function getGeneration(
  db: Database,
  accountId: string,
  kind: GenerationKind,
  id: string,
): Promise<Generation> {
  const row = await findGeneration(db, accountId, [kind], id);
  if (!row) throw notFound(kind.noun ?? kind.kind);
  return row;
}

export async function labelGeneration(
  db: Database,
  accountId: string,
  kind: GenerationKind,
  id: string,
  labels: LabelBody,
) {
  const row = await getGeneration(db, accountId, kind, id);
  const columns = toLabelColumns(labels);
  if (Object.keys(columns).length === 0) return row;
  return db
    .updateTable("generations")
    .set(columns)
    .where("id", "=", row.id)
    .where("account_id", "=", accountId)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound(kind.noun ?? kind.kind));
}

/** Resolves when the generation has ended, at the time limit, or when the server stops. */
export async function waitForEnd(
  db: Database,
  id: string,
  limitMs: number,
  stopping: AbortSignal,
): Promise<Generation | undefined> {
  const until = Date.now() + limitMs;
  for (;;) {
    // Listen before reading, so that an ending in between is not missed. Check again each second, because it may end in
    // another process.
    const left = until - Date.now();
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(ended.resolve, Math.max(0, Math.min(1000, left)));
    const resolve = () => ended.resolve();
    endings.once(id, resolve);
    stopping.addEventListener("abort", resolve);
    try {
      const row = await db.selectFrom("generations").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || row.status === "completed" || row.status === "failed" || left <= 0 || stopping.aborted) return row;
      await ended.promise;
    } finally {
      clearTimeout(timer);
      endings.off(id, resolve);
      stopping.removeEventListener("abort", resolve);
    }
  }
}

/** Finds queued and running edits: at most one. */
export const findRunningChildren = (db: Database, { id, account_id }: Generation) =>
  db
    .selectFrom("generations")
    .select("id")
    .where("parent_id", "=", id)
    .where("account_id", "=", account_id)
    .where("status", "in", ["pending", "processing"])
    .execute();

/** Deletes the rows. Returns the keys of files that are no longer referenced. */
export async function removeGeneration(db: Database, row: Generation, choose?: ChooseFiles) {
  return transact(db, async (trx) => {
    const deleted = await trx
      .deleteFrom("generations")
      .where("id", "=", row.id)
      .where("account_id", "=", row.account_id)
      .where("status", "in", ["completed", "failed"])
      .returning("files")
      .executeTakeFirst();
    if (!deleted) throw new ApiError("conflict", "Its state has just changed. Try again.");
    const keys = Object.values(deleted.files).map((file) => file.key);
    const removed = choose ? await choose(trx, keys) : keys;
    await trx
      .deleteFrom("generations")
      .where("account_id", "=", row.account_id)
      .where("parent_id", "=", row.id)
      .execute();
    return removed;
  });
}

/** Locks a generation until the transaction ends. Throws if it does not exist. */
export async function lockGeneration(trx: Transaction, id: string): Promise<void> {
  await trx.selectFrom("generations").select("id").where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

export async function hasRunningChildren(trx: Transaction, id: string): Promise<boolean> {
  const children = trx.selectFrom("generations").select("id").where("parent_id", "=", id);
  const running = children.where("status", "in", ["pending", "processing"]).limit(1);
  return (await running.executeTakeFirst()) !== undefined;
}

/** Replaces the facts of a completed generation. Returns undefined if it does not exist. */
export const updateFacts = (on: Database, { id, account_id }: Generation, facts: Record<string, unknown>) =>
  on
    .updateTable("generations")
    .set({ facts })
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where("status", "=", "completed")
    .returningAll()
    .executeTakeFirst();

/** Frees the Idempotency-Key of a generation. */
export async function releaseKey(db: Database, { id, account_id }: Generation): Promise<void> {
  const own = db.updateTable("generations").where("id", "=", id).where("account_id", "=", account_id);
  await own.set({ idempotency_key: null }).execute();
}
