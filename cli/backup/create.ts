import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Module } from "#core/module";
import { keysIn } from "#core/storage/referenced-keys";
import type { Storage } from "#core/storage/storage";
import { beginTransfer, linesOf, type StoredTable, sequencesOf, tablesOf } from "#db/catalog";
import type { Applied } from "#db/migrate";
import type { Database, Transaction } from "#db/tables";
import { type ArchiveWriter, writeArchive } from "./archive";
import { CONFIG, FORMAT, HEADER, type Header, MANIFEST, type Manifest, partName, toJson } from "./format";
import { copyMedia } from "./media";
import type { Rest } from "./pace";
import type { Sink } from "./sink";

interface Options {
  db: Database;
  storage: Storage;
  modules: readonly Pick<Module, "rebuilt">[];
  version: string;
  /** Path of the configuration file, if there is one. */
  config: string | undefined;
  sink: Sink;
  rest: Rest;
  progress(label: "Tables" | "Media", done: number, all: number): void;
}

/** Counts of the current minutes, and who is at work. */
const PASSING = ["rate_limits", "vireo_replicas"];
/** Characters of rows that are packed together, which is what memory must hold. */
const PART_CHARS = 2 * 1024 * 1024;

/** Adds a table's rows and collects the storage keys in them; returns how many rows there are. */
async function copyTable(trx: Transaction, table: StoredTable, to: ArchiveWriter, keys: Set<string>, rest: Rest) {
  let rows = 0;
  let parts = 0;
  let waiting: string[] = [];
  let chars = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const text = `${waiting.join("\n")}\n`;
    for (const key of keysIn(text)) keys.add(key);
    waiting = [];
    chars = 0;
    await to.add(partName(table.name, ++parts), Bun.zstdCompressSync(text));
  };
  for await (const lines of linesOf(trx, table)) {
    rows += lines.length;
    for (const line of lines) {
      waiting.push(line);
      chars += line.length;
      if (chars >= PART_CHARS) await flush();
    }
    await rest();
  }
  await flush();
  return rows;
}

const readMigrations = async (trx: Transaction): Promise<Applied[]> =>
  (await sql<Applied>`select module, name from vireo_migrations order by module, name`.execute(trx)).rows;

/**
 * Writes the database as it is at one moment, and the media that its rows mention, beside whoever works with it.
 * Left out is what is made anew from the rows: vectors, tables that modules call `rebuilt`, and the queue of jobs,
 * for all that waits stands in rows, where the sweeps find it.
 */
export async function createBackup(options: Options): Promise<Manifest & { takenAt: Date }> {
  const { db, storage, modules, version, config, sink, rest, progress } = options;
  const rebuilt = new Set([...PASSING, ...modules.flatMap((module) => module.rebuilt ?? [])]);
  const archive = writeArchive(sink, rest);
  const keys = new Set<string>();
  try {
    // The snapshot ends with the rows: held for hours, it would keep the database from clearing up.
    const { takenAt, rows, sequences } = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const takenAt = await beginTransfer(trx);
        const tables = (await tablesOf(trx)).filter(({ name }) => !rebuilt.has(name));
        const header: Header = {
          ...{ format: FORMAT, vireo: version, takenAt: takenAt.getTime(), migrations: await readMigrations(trx) },
          tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
        };
        await archive.add(HEADER, toJson(header));
        const rows: Record<string, number> = {};
        for (const [done, table] of tables.entries()) {
          rows[table.name] = await copyTable(trx, table, archive, keys, rest);
          progress("Tables", done + 1, tables.length);
        }
        return { takenAt, rows, sequences: await sequencesOf(trx) };
      });
    if (config) await archive.add(CONFIG, await readFile(config));
    const media = await copyMedia(storage, keys, archive, rest, (done) => progress("Media", done, keys.size));
    const manifest: Manifest = { rows, sequences, media, files: archive.files };
    await archive.add(MANIFEST, toJson(manifest));
    await archive.end();
    return { ...manifest, takenAt };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}
