import { sql } from "kysely";
import type { Module } from "#core/module";
import { getContentType, isKey, type Storage } from "#core/storage/storage";
import { beginTransfer, insertLines, listTables, type StoredTable } from "#db/catalog";
import type { ModuleMigrations } from "#db/migrate";
import type { Database, Transaction } from "#db/tables";
import { parsePartName, sumRows } from "./format";
import { MEDIA } from "./media";
import type { Backup } from "./read";
import { createScratch, migrateScratch, openForLoading, replaceHome } from "./scratch";
import { toStream } from "./stream";
import { DamagedError } from "./tar";
import type { Throttle } from "./throttle";

interface Options {
  db: Database;
  storage: Storage;
  modules: readonly Pick<Module, "restored">[];
  lines: readonly ModuleMigrations[];
  /** True if no server has run since the backup. */
  moved: boolean;
  throttle: Throttle;
  progress(label: "Media" | "Tables", done: number, all: number): void;
  /** Makes the restored secrets readable for this server. Runs before anything is replaced. */
  secure(trx: Transaction): Promise<void>;
  /** Runs before anything is replaced. If it throws, the restore is rolled back. */
  guard(): Promise<void>;
}

export interface Restored {
  rows: number;
  /** Number of media files written to storage. */
  media: number;
  /** Number of media files that already were in storage. */
  present: number;
  /** Tables of the backup that belong to no module. */
  unknown: string[];
}

/**
 * Replaces the database with a backup: first the media, which are harmless on their own, then all rows in one
 * transaction. If the restore fails or is killed, the database is unchanged and the sweep removes unused media.
 */
export async function restoreBackup(backup: Backup, options: Options): Promise<Restored> {
  const { db, modules, lines, moved } = options;
  const media = await restoreMedia(backup, options);
  const { rows, unknown } = await db.transaction().execute(async (trx) => {
    await beginTransfer(trx);
    await sql`set local lock_timeout = '30s'`.execute(trx);
    const home = await createScratch(trx, lines, backup.header.migrations);
    const { known, unknown } = await matchTables(trx, backup);
    const close = await openForLoading(trx);
    const rows = await loadRows(trx, backup, known, options);
    await setSequences(trx, backup);
    await close();
    await migrateScratch(trx, lines);
    if (!moved) {
      await markCalled(trx);
      for (const module of modules) await module.restored?.(trx);
    }
    await options.secure(trx);
    await options.guard();
    await replaceHome(trx, home);
    return { rows, unknown };
  });
  return { ...media, rows, unknown };
}

async function restoreMedia({ archive, manifest }: Backup, { storage, throttle, progress }: Options) {
  const done = { media: 0, present: 0 };
  for await (const entry of archive.entries()) {
    const key = entry.name.startsWith(MEDIA) ? entry.name.slice(MEDIA.length) : undefined;
    if (key === undefined) continue;
    if (!isKey(key)) throw new DamagedError(`${entry.name} is not a valid media file name.`);
    // The file under a key never changes, so skip files that an earlier attempt has written.
    if ((await storage.open(key))?.size === entry.size) done.present++;
    else {
      await storage.put(key, toStream(entry.chunks()), { contentType: getContentType(key) });
      done.media++;
    }
    progress("Media", done.media + done.present, manifest.media.files);
    await throttle();
  }
  return done;
}

/** Finds the backup's tables in this database, with their columns in the backup's order. */
async function matchTables(trx: Transaction, { header }: Backup) {
  const columnsByTable = new Map((await listTables(trx)).map((table) => [table.name, table.columns]));
  const known = new Map<string, StoredTable>();
  const unknown: string[] = [];
  for (const [name, names] of Object.entries(header.tables)) {
    const existing = columnsByTable.get(name);
    if (!existing) {
      unknown.push(name);
      continue;
    }
    const columns = names.map((column) => {
      const match = existing.find((existingColumn) => existingColumn.name === column);
      if (!match) throw new Error(`The backup has a column ${name}.${column} that its migrations do not create.`);
      return match;
    });
    known.set(name, { name, columns });
  }
  return { known, unknown };
}

async function loadRows(
  trx: Transaction,
  { archive, manifest }: Backup,
  tables: ReadonlyMap<string, StoredTable>,
  { throttle, progress }: Options,
) {
  const rows: Record<string, number> = {};
  const all = sumRows(manifest.rows);
  let done = 0;
  for await (const entry of archive.entries()) {
    if (entry.name.startsWith(MEDIA)) break;
    const table = tables.get(parsePartName(entry.name) ?? "");
    if (!table) continue;
    const lines = Bun.zstdDecompressSync(await entry.bytes()).toString();
    const count = await insertLines(trx, table, lines);
    rows[table.name] = (rows[table.name] ?? 0) + count;
    done += count;
    progress("Tables", done, all);
    await throttle();
  }
  for (const name of tables.keys()) {
    const expected = manifest.rows[name] ?? 0;
    const loaded = rows[name] ?? 0;
    if (loaded !== expected) throw new DamagedError(`The table ${name} has ${loaded} of ${expected} rows.`);
  }
  return done;
}

async function setSequences(trx: Transaction, { manifest }: Backup): Promise<void> {
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await sql`select setval(to_regclass(quote_ident(${name})), ${value}::text::bigint)
      where to_regclass(quote_ident(${name})) is not null`.execute(trx);
  }
}

/**
 * Marks generations that were starting at the time of the backup. They may have been created and paid for, so they are
 * never called again.
 */
const markCalled = (trx: Transaction) =>
  trx
    .updateTable("generations")
    .set({ create_called_at: sql<Date>`coalesce(create_called_at, created_at)`, lease_until: null })
    .where("status", "in", ["pending", "processing"])
    .where("task", "is", null)
    .execute();
