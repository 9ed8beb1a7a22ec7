/**
 * Deletes accounts after their grace period, with everything that belongs to them. Each step is one transaction and can
 * be repeated, so a crash anywhere leaves the rest to the next run:
 *
 *     mark as begun ─► let modules clean up outside services ─► delete rows in batches, noting their media
 *     ─► delete the account, clear names in the audit log ─► remove noted media that no row refers to
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Audit } from "#core/audit";
import type { Log } from "#core/observability/log";
import { findKeys, MAY_HAVE_KEYS } from "#core/storage/referenced-keys";
import type { Storage } from "#core/storage/storage";
import { findReferencedKeys, ownsStorage } from "#core/storage/sweep";
import { insertRows } from "#db/rows";
import type { Database, Transaction } from "#db/tables";

/** Cleans up what an account has outside of our database. */
type CloseAccount = (accountId: string, signal: AbortSignal) => Promise<void>;

interface PurgeDeps {
  db: Database;
  storage: Storage;
  audit: Audit;
  log: Log;
  /** `closeAccount` of the modules that have it. */
  closers: readonly CloseAccount[];
}

/** Rows deleted in one transaction. */
const BATCH = 1_000;
/** The account's own deletion. Audit entries outlive the account. */
const KEPT = new Set(["accounts", "audit_log"]);

/** Rows of one table that belong to an account. */
interface OwnedRows {
  table: string;
  where: RawBuilder<SqlBool>;
}

export async function purgeAccounts(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  for (const id of await beginPurges(deps.db)) {
    signal.throwIfAborted();
    await purgeAccount(deps, id, signal);
  }
  await removeMedia(deps, signal);
}

/** From here on, deletion is final. Accounts with a running job wait until it ends. */
async function beginPurges(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update accounts set purge_began_at = coalesce(purge_began_at, clock_timestamp())
    where delete_at <= clock_timestamp() and not exists (
      select from generations where account_id = accounts.id and status = 'processing' and lease_until > now())
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

async function purgeAccount(deps: PurgeDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const { db, audit, log, closers } = deps;
  for (const close of closers) {
    await close(accountId, signal).catch((error) =>
      log.warn("could not clean up outside services of a deleted account", { accountId, error }),
    );
    signal.throwIfAborted();
  }
  let rows = 0;
  for (const owned of await listOwnedRows(db, accountId)) {
    for (let deleted = BATCH; deleted >= BATCH; rows += deleted) {
      signal.throwIfAborted();
      deleted = await db.transaction().execute((trx) => deleteBatch(trx, owned));
    }
  }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("accounts").where("id", "=", accountId).execute();
    await sql`delete from row_counts where owner = ${accountId}`.execute(trx);
    await sql`delete from rate_limits where key like ${`%${accountId}%`}`.execute(trx);
    const subject = { type: "account", id: accountId };
    await audit.record(trx, { action: "account.deleted", accountId, subject });
    await clearNames(trx, accountId);
  });
  log.info("deleted an account with its data", { accountId, rows });
}

/** Deletes a batch of rows and notes the media that they refer to. Returns the number of rows. */
async function deleteBatch(trx: Transaction, { table, where }: OwnedRows): Promise<number> {
  const { rows } = await sql<{ line: string | null }>`
    delete from ${sql.table(table)} as t
    where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${BATCH})) and ${where}
    returning case when t::text like ${MAY_HAVE_KEYS}::text then t::text end as line`.execute(trx);
  const keys = new Set(rows.flatMap(({ line }) => (line === null ? [] : findKeys(line))));
  if (keys.size > 0) {
    const values = [...keys].map((key) => ({ name: key.replace("/", " ") }));
    await insertRows(trx, "media_to_remove", values)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  }
  return rows.length;
}

/**
 * Lists the rows of an account in all tables: those with its id, and those deleted with them. Referring tables come
 * first, so that no row is deleted unseen.
 */
async function listOwnedRows(db: Database, accountId: string): Promise<OwnedRows[]> {
  const [tables, references] = await Promise.all([listTablesWithAccount(db), listCascades(db)]);
  const owned: OwnedRows[] = [];
  const visited = new Set<string>(KEPT);
  const visit = (table: string, where: RawBuilder<SqlBool>): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { child, column, parent, key } of references) {
      if (parent !== table) continue;
      const inherited = sql<SqlBool>`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(parent)} where ${where})`;
      visit(child, tables.has(child) ? sql<SqlBool>`account_id = ${accountId}` : inherited);
    }
    owned.push({ table, where });
  };
  for (const table of tables) visit(table, sql<SqlBool>`account_id = ${accountId}`);
  return owned;
}

async function listTablesWithAccount(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'account_id' and a.atttypid = 'uuid'::regtype and not a.attisdropped
    order by c.relname`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

interface Reference {
  child: string;
  column: string;
  parent: string;
  key: string;
}

async function listCascades(db: Database): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as child, a.attname as column, parent.relname as parent, k.attname as key
    from pg_constraint c
      join pg_class child on child.oid = c.conrelid
      join pg_class parent on parent.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and c.confdeltype = 'c' and c.conparentid = 0 and cardinality(c.conkey) = 1
      and c.connamespace = current_schema()::regnamespace
    order by child.relname`.execute(db);
  return rows;
}

/** Removes names of people, keys and resources from the audit log. Ids and actions stay. */
async function clearNames(trx: Transaction, accountId: string): Promise<void> {
  const actors = sql`(
    select subject_id from audit_log where account_id = ${accountId} and subject_type in ('person', 'key'))`;
  await sql`update audit_log set actor_name = null where actor_id in ${actors}`.execute(trx);
  await sql`update stored_settings set set_by_name = null where set_by_id in ${actors}`.execute(trx);
  await sql`update audit_log set actor_name = null, subject_name = null where account_id = ${accountId}`.execute(trx);
}

/** Removes noted media that no row refers to anymore. */
async function removeMedia({ db, storage, log }: PurgeDeps, signal: AbortSignal): Promise<void> {
  const some = await db.selectFrom("media_to_remove").select("name").limit(1).executeTakeFirst();
  if (!some) return;
  if (!(await ownsStorage(db, storage))) {
    log.warn("media of deleted accounts not removed: the bucket belongs to another database");
    return;
  }
  const referenced = await findReferencedKeys(db, signal);
  for (;;) {
    signal.throwIfAborted();
    const rows = await db.selectFrom("media_to_remove").select("name").limit(BATCH).execute();
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name);
    for (const name of names) {
      const key = name.replace(" ", "/");
      if (!referenced.has(key)) await storage.remove(key);
    }
    await db.deleteFrom("media_to_remove").where("name", "in", names).execute();
  }
}
