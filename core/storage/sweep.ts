import { sql } from "kysely";
import type { Log } from "#core/observability/log";
import type { Storage } from "#core/storage/storage";
import { fetchLines, listTables, readSnapshot } from "#db/catalog";
import type { Database } from "#db/tables";
import { createBloomFilter } from "./bloom-filter";
import { findKeys, MAY_HAVE_KEYS } from "./referenced-keys";

interface Options {
  db: Database;
  storage: Storage;
  /** Minimum time in milliseconds that unused files are kept. Longer than it takes to write the row of a new file. */
  graceMs: number;
  log: Log;
}

interface Swept {
  /** Number of files in storage. */
  files: number;
  removed: number;
  /** Size in bytes. */
  freed: number;
}

const DAY_MS = 86_400_000;

/** Identifies a database, also among its copies. */
async function getDatabaseId(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select (select system_identifier from pg_control_system()) || '-' || oid as id
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]!.id;
}

/** Collects the storage keys in all rows of all tables. */
export async function findReferencedKeys(db: Database, signal: AbortSignal) {
  const keys = createBloomFilter();
  await readSnapshot(db, async (trx) => {
    for (const { name } of await listTables(trx)) {
      const rows = sql`
        select line from (select t::text as line from ${sql.table(name)} t) r where line like ${MAY_HAVE_KEYS}::text`;
      for await (const lines of fetchLines(trx, rows)) {
        signal.throwIfAborted();
        for (const line of lines) for (const key of findKeys(line)) keys.add(key);
      }
    }
  });
  return keys;
}

/** False if the files belong to another database, such as the original of a copied database. */
export const ownsStorage = async (db: Database, storage: Storage): Promise<boolean> =>
  storage.claim(await getDatabaseId(db));

/** Creates the job that removes stored files that are no longer referenced and older than the grace period. */
export const createSweep =
  ({ db, storage, graceMs, log }: Options) =>
  async (signal: AbortSignal): Promise<Swept | undefined> => {
    if (graceMs === 0) return undefined;
    if (!(await ownsStorage(db, storage))) {
      log.warn("unused media not removed: the bucket belongs to another database", {
        advice:
          "Use a separate bucket for each installation. If the other one no longer exists, delete the object vireo-sweeper.",
      });
      return undefined;
    }
    // A file that is old and unreferenced now will never be referenced.
    const before = Date.now() - graceMs;
    const referenced = await findReferencedKeys(db, signal);
    const swept: Swept = { files: 0, removed: 0, freed: 0 };
    for await (const files of storage.list()) {
      swept.files += files.length;
      for (const { key, size, lastModified } of files) {
        if (lastModified.getTime() >= before || referenced.has(key)) continue;
        signal.throwIfAborted();
        await storage.remove(key);
        swept.removed++;
        swept.freed += size;
      }
    }
    log.info("removed unused media", { ...swept, graceDays: graceMs / DAY_MS });
    return swept;
  };
