import { sql } from "kysely";
import type { Log } from "#core/observability/log";
import type { Storage } from "#core/storage/storage";
import { beginTransfer, fetched, tablesOf } from "#db/catalog";
import type { Database } from "#db/tables";
import { keysIn, MAY_HAVE_KEYS } from "./referenced-keys";
import { createSketch } from "./sweep-sketch";

interface Options {
  db: Database;
  storage: Storage;
  /** How long a file is kept that nobody needs, ms: what is about to get its row is younger. */
  graceMs: number;
  log: Log;
}

export interface Swept {
  /** Files in storage. */
  files: number;
  removed: number;
  /** Bytes. */
  freed: number;
}

const DAY_MS = 86_400_000;

/** Tells one database from another, from its own copies too. */
async function identify(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select (select system_identifier from pg_control_system()) || '-' || oid as id
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]!.id;
}

/** Every storage key that stands in any row. */
async function mentioned(db: Database, signal: AbortSignal) {
  const sketch = createSketch();
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await beginTransfer(trx);
      for (const { name } of await tablesOf(trx)) {
        const rows = sql`
          select line from (select t::text as line from ${sql.table(name)} t) r where line like ${MAY_HAVE_KEYS}::text`;
        for await (const lines of fetched(trx, rows)) {
          signal.throwIfAborted();
          for (const line of lines) for (const key of keysIn(line)) sketch.add(key);
        }
      }
    });
  return sketch;
}

/** Removes stored files that no row mentions and that are older than the grace period. */
export const createSweep =
  ({ db, storage, graceMs, log }: Options) =>
  async (signal: AbortSignal): Promise<Swept | undefined> => {
    if (graceMs === 0) return undefined;
    if (!(await storage.claim(await identify(db)))) {
      log.warn("media are not swept: the bucket is another database's", {
        advice:
          "Give each installation a bucket of its own. If the other one is gone, delete the object vireo-sweeper.",
      });
      return undefined;
    }
    // What is old now and in no row a moment later will be in none.
    const before = Date.now() - graceMs;
    const needed = await mentioned(db, signal);
    const swept: Swept = { files: 0, removed: 0, freed: 0 };
    for await (const files of storage.list()) {
      swept.files += files.length;
      for (const { key, size, lastModified } of files) {
        if (lastModified.getTime() >= before || needed.has(key)) continue;
        signal.throwIfAborted();
        await storage.remove(key);
        swept.removed++;
        swept.freed += size;
      }
    }
    log.info("media swept", { ...swept, graceDays: graceMs / DAY_MS });
    return swept;
  };
