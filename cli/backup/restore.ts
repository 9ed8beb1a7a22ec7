import { sql } from "kysely";
import type { Module } from "#core/module";
import { contentTypeOf, isKey, type Storage } from "#core/storage/storage";
import { beginTransfer, insertLines, type StoredTable, tablesOf } from "#db/catalog";
import type { Line } from "#db/migrate";
import type { Database, Transaction } from "#db/tables";
import { tableOfPart } from "./format";
import { MEDIA } from "./media";
import type { Rest } from "./pace";
import type { Backup } from "./read";
import { makeScratch, migrateScratch, moveHome, openForLoading } from "./scratch";
import { DamagedError } from "./tar";

interface Options {
  db: Database;
  storage: Storage;
  modules: readonly Pick<Module, "restored">[];
  lines: readonly Line[];
  /** No server has worked on the rows since they were copied. */
  moved: boolean;
  rest: Rest;
  progress(label: "Media" | "Tables", done: number, all: number): void;
  /** Asked before anything is put in place: what it throws undoes all. */
  guard(): Promise<void>;
}

export interface Restored {
  rows: number;
  /** Media that were brought into storage, and those that lay there already. */
  media: number;
  present: number;
  /** Tables of the backup that belong to nobody here. */
  unknown: string[];
}

/** A stream that is read no faster than it is taken. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });

async function restoreMedia({ archive, manifest }: Backup, { storage, rest, progress }: Options) {
  const done = { media: 0, present: 0 };
  for await (const entry of archive.entries()) {
    const key = entry.name.startsWith(MEDIA) ? entry.name.slice(MEDIA.length) : undefined;
    if (key === undefined) continue;
    if (!isKey(key)) throw new DamagedError(`${entry.name} is no name of a stored file.`);
    // A file never changes under its key: what an earlier try has brought need not be brought again.
    if ((await storage.open(key))?.size === entry.size) done.present++;
    else {
      await storage.put(key, streamOf(entry.chunks()), { contentType: contentTypeOf(key) });
      done.media++;
    }
    progress("Media", done.media + done.present, manifest.media.files);
    await rest();
  }
  return done;
}

/** The backup's tables as they are here; in the order of the backup's columns. */
async function match(trx: Transaction, { header }: Backup) {
  const here = new Map((await tablesOf(trx)).map((table) => [table.name, table.columns]));
  const known = new Map<string, StoredTable>();
  const unknown: string[] = [];
  for (const [name, columns] of Object.entries(header.tables)) {
    const types = here.get(name);
    if (!types) unknown.push(name);
    else {
      known.set(name, {
        name,
        columns: columns.map((column) => {
          const found = types.find((one) => one.name === column);
          if (!found) throw new Error(`The backup has a column ${name}.${column}, which its migrations do not make.`);
          return found;
        }),
      });
    }
  }
  return { known, unknown };
}

async function loadRows(
  trx: Transaction,
  { archive, manifest }: Backup,
  tables: ReadonlyMap<string, StoredTable>,
  options: Options,
) {
  const rows: Record<string, number> = {};
  const all = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for await (const entry of archive.entries()) {
    if (entry.name.startsWith(MEDIA)) break;
    const table = tables.get(tableOfPart(entry.name) ?? "");
    if (!table) continue;
    const lines = Bun.zstdDecompressSync(await entry.bytes()).toString();
    const count = await insertLines(trx, table, lines);
    rows[table.name] = (rows[table.name] ?? 0) + count;
    done += count;
    options.progress("Tables", done, all);
    await options.rest();
  }
  for (const name of tables.keys()) {
    const wanted = manifest.rows[name] ?? 0;
    if ((rows[name] ?? 0) !== wanted) throw new DamagedError(`${name} has ${rows[name] ?? 0} of ${wanted} rows.`);
  }
  return done;
}

async function setSequences(trx: Transaction, { manifest }: Backup): Promise<void> {
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await sql`select setval(to_regclass(quote_ident(${name})), ${value}::text::bigint)
      where to_regclass(quote_ident(${name})) is not null`.execute(trx);
  }
}

/** What was on its way at an engine when the rows were copied may be made by now, and paid for: it is not asked for twice. */
const markCalled = (trx: Transaction) =>
  trx
    .updateTable("generations")
    .set({ create_called_at: sql<Date>`coalesce(create_called_at, created_at)`, lease_until: null })
    .where("status", "in", ["pending", "processing"])
    .where("task", "is", null)
    .execute();

/**
 * Puts a backup in the place of what the database holds: first the media, which harm nobody, then all rows in one
 * transaction. Where it fails or is killed, the database is as it was; media that came too early go with a sweep.
 */
export async function restoreBackup(backup: Backup, options: Options): Promise<Restored> {
  const { db, modules, lines, moved } = options;
  const media = await restoreMedia(backup, options);
  const { rows, unknown } = await db.transaction().execute(async (trx) => {
    await beginTransfer(trx);
    await sql`set local lock_timeout = '30s'`.execute(trx);
    const home = await makeScratch(trx, lines, backup.header.migrations);
    const { known, unknown } = await match(trx, backup);
    const close = await openForLoading(trx);
    const rows = await loadRows(trx, backup, known, options);
    await setSequences(trx, backup);
    await close();
    await migrateScratch(trx, lines);
    if (!moved) {
      await markCalled(trx);
      for (const module of modules) await module.restored?.(trx);
    }
    await options.guard();
    await moveHome(trx, home);
    return { rows, unknown };
  });
  return { ...media, rows, unknown };
}
