import { type SqlBool, sql } from "kysely";
import type { Transaction } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import { fromNow } from "vireo/leases";
import type { Context } from "vireo/module";
import { type Caller, getCallerId } from "vireo/request";

type Drafts = Pick<Context, "db">;

/** Maximum size of a draft as JSON, in bytes. */
export const MAX_BYTES = 262_144;
/** Drafts that a person or key can have in an account. The ones that were changed last are kept. */
const MAX_DRAFTS = 500;
/** Days after which a draft that nobody changed is removed. */
const KEEP_DAYS = 90;

/** True for the drafts of the caller in their account. */
const isOwn = (caller: Caller) => sql<SqlBool>`(account_id = ${caller.accountId} and owner = ${getCallerId(caller)})`;

/** Reads a draft of the caller. Throws `not_found`. */
export async function readDraft({ db }: Drafts, caller: Caller, name: string) {
  const row = await db
    .selectFrom("drafts")
    .selectAll()
    .where(isOwn(caller))
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) throw notFound("draft");
  return {
    name,
    revision: row.revision,
    content: row.content as Record<string, unknown>,
    updatedAt: row.updated_at.getTime(),
  };
}

/** Drafts in a list. */
const MAX_LISTED = 100;

/** Lists drafts of the caller whose names start with `prefix`, the last changed first, without their content. */
export async function listDrafts({ db }: Drafts, caller: Caller, prefix: string) {
  const rows = await db
    .selectFrom("drafts")
    .select(["name", "revision", "updated_at"])
    .where(isOwn(caller))
    .where(sql<SqlBool>`starts_with(name, ${prefix})`)
    .orderBy("updated_at", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ name, revision, updated_at }) => ({ name, revision, updatedAt: updated_at.getTime() }));
}

export interface DraftInput {
  content: object;
  /** The revision that the caller has seen; 0 for none. */
  revision: number;
}

/**
 * Stores a draft of the caller over the revision that they have seen. Sending the same content again is no conflict.
 * @throws `draft_changed` if there is another one, `not_found` if it was deleted, `validation_error` if it is too large
 */
export async function writeDraft({ db }: Drafts, caller: Caller, name: string, { content, revision }: DraftInput) {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > MAX_BYTES) throw invalid("content", `Must have at most ${MAX_BYTES} bytes as JSON.`);
  return db.transaction().execute(async (trx) => {
    const stored =
      (revision === 0 && (await addDraft(trx, caller, name, text))) ||
      (await changeDraft(trx, caller, name, revision, text));
    if (stored) return { name, revision: stored.revision, updatedAt: stored.updated_at.getTime() };
    const { revision: current, updatedAt } = await readDraft({ db: trx }, caller, name);
    throw new ApiError("draft_changed", undefined, { members: { revision: current, updatedAt } });
  });
}

const toJson = (text: string) => sql<string>`${text}::text::jsonb`;

/** Adds a draft. Returns undefined if there is one already. */
async function addDraft(trx: Transaction, caller: Caller, name: string, text: string) {
  const own = { account_id: caller.accountId, owner: getCallerId(caller), name };
  const added = await trx
    .insertInto("drafts")
    .values({ ...own, content: toJson(text) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["revision", "updated_at"])
    .executeTakeFirst();
  if (added) await removeOldest(trx, caller);
  return added;
}

/** Changes a draft. Returns undefined if it has another revision and another content, or does not exist. */
const changeDraft = (trx: Transaction, caller: Caller, name: string, revision: number, text: string) =>
  trx
    .updateTable("drafts")
    .set({ content: toJson(text), revision: sql`revision + 1`, updated_at: fromNow() })
    .where(isOwn(caller))
    .where("name", "=", name)
    .where((eb) => eb.or([eb("revision", "=", revision), sql<boolean>`content = ${toJson(text)}`]))
    .returning(["revision", "updated_at"])
    .executeTakeFirst();

async function removeOldest(trx: Transaction, caller: Caller): Promise<void> {
  const old = trx
    .selectFrom("drafts")
    .select("name")
    .where(isOwn(caller))
    .orderBy("updated_at", "desc")
    .offset(MAX_DRAFTS);
  await trx.deleteFrom("drafts").where(isOwn(caller)).where("name", "in", old).execute();
}

/** Deletes a draft of the caller. Throws `not_found`. */
export async function deleteDraft({ db }: Drafts, caller: Caller, name: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("drafts")
    .where(isOwn(caller))
    .where("name", "=", name)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("draft");
}

/** Removes drafts that nobody has changed for long. */
export async function pruneDrafts({ db }: Drafts): Promise<void> {
  await db
    .deleteFrom("drafts")
    .where("updated_at", "<", fromNow(-KEEP_DAYS * 86_400_000))
    .execute();
}
