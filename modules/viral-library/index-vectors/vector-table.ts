import type { Table, VectorQuery } from "@lancedb/lancedb";
import { type Fingerprint, fingerprintOf } from "./fingerprint";
import { createTurns } from "./turns";

export interface VectorRow {
  id: string;
  /** Account's id, or `shared`. */
  account: string;
  vector: Float32Array;
  /** What full-text search looks in. */
  text: string;
  username: string;
  hashtags: string[];
  views: number;
  duration: number | null;
}

/** A row that is near by meaning. */
export interface Near {
  id: string;
  /** Cosine between query and video, -1 to 1. */
  similarity: number;
}

/** A row that shares words with the query. */
export interface Matching {
  id: string;
  vector: Float32Array;
  words: { bm25: number; text: string; username: string; hashtags: readonly string[] };
}

export interface Window {
  /** SQL condition. */
  where: string;
  limit: number;
}

/** Rows that changed since the last compaction, from which a new one pays in the middle of an import. */
const COMPACT_AFTER = 10_000;
/** The same at its end: searches read every row whose words are not in the index yet. */
export const COMPACT_AT_REST = 500;
/**
 * More of those, as in the middle of an import, are found by meaning only, until the next compaction: reading their
 * words would take a search 8 ms per 1,000 rows.
 */
const MOST_UNREAD = 1000;
/** How long it is believed how many there are. */
const UNREAD_TRUST_MS = 1000;
/**
 * Pieces from which it pays as well: each write leaves one, however few its rows, and every search opens them all. A
 * large table is written anew for it, and so it may have more.
 */
const PIECES = 24;
const ROWS_PER_PIECE = 5000;
/** Versions this old are removed: readers of other processes have long moved on. */
const KEEP_MS = 10 * 60_000;

const quoted = (ids: readonly string[]) => ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(", ");

interface RawRow {
  id: string;
  text: string;
  username: string;
  hashtags: Iterable<string>;
  vector: { toArray(): Float32Array };
  _distance: number;
  _score: number;
}

/** One table of vectors. Writes follow one another; reads go on beside them. */
export async function openTable(table: Table) {
  const { Index, makeArrowTable } = await import("@lancedb/lancedb");
  const schema = await table.schema();
  const dimensions: number = schema.fields.find(({ name }) => name === "vector")!.type.listSize;
  const turn = createTurns();
  let changed = (await table.indexStats("id_idx"))?.numUnindexedRows ?? 0;
  let prepared = false;
  const isPrepared = async () => {
    prepared ||= (await table.listIndices()).some(({ columns }) => columns.includes("text"));
    return prepared;
  };

  let unread = { rows: 0, at: Number.NEGATIVE_INFINITY };
  async function hasManyUnread(): Promise<boolean> {
    const now = performance.now();
    if (now - unread.at > UNREAD_TRUST_MS) {
      unread = { ...unread, at: now };
      unread = { rows: (await table.indexStats("text_idx"))?.numUnindexedRows ?? 0, at: now };
    }
    return unread.rows > MOST_UNREAD;
  }

  async function isScattered(): Promise<boolean> {
    const { numRows, fragmentStats } = await table.stats();
    return fragmentStats.numSmallFragments > PIECES + numRows / ROWS_PER_PIECE;
  }

  const near = (vector: Float32Array, nprobes: number | null): VectorQuery => {
    const query = table.query().nearestTo(vector).distanceType("dot");
    return nprobes === null ? query.bypassVectorIndex() : query.nprobes(nprobes);
  };

  async function* idsInParts(): AsyncGenerator<string[]> {
    for await (const batch of table.query().select(["id"])) yield [...batch.getChild("id")!];
  }

  return {
    /** Numbers in each of its vectors. */
    dimensions,

    /** Sees what other processes wrote, and makes the indexes of ids and words where they are missing. The writer's to call, before it writes. */
    prepare: (): Promise<void> =>
      turn(async () => {
        await table.checkoutLatest();
        if (await isPrepared()) return;
        await table.createIndex("id", { config: Index.btree() });
        await table.createIndex("text", { config: Index.fts({ withPosition: false }) });
      }),

    /** Adds rows, or replaces those with the same ids. */
    upsert: (rows: readonly VectorRow[]): Promise<void> =>
      turn(async () => {
        if (rows.length === 0) return;
        const data = makeArrowTable(rows as unknown as Record<string, unknown>[], { schema });
        await table.mergeInsert("id").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data);
        changed += rows.length;
      }),

    remove: (ids: readonly string[]): Promise<void> =>
      turn(async () => {
        if (ids.length === 0) return;
        await table.delete(`id in (${quoted(ids)})`);
        changed += ids.length;
      }),

    /** The nearest by meaning. `nprobes`: partitions to look into; null: exact. */
    async nearest(vector: Float32Array, { where, limit }: Window, nprobes: number | null): Promise<Near[]> {
      const rows: RawRow[] = await near(vector, nprobes)
        .where(where)
        .select(["id", "_distance"])
        .limit(limit)
        .toArray();
      return rows.map((row) => ({ id: row.id, similarity: 1 - row._distance }));
    },

    /** Those that share words with the text, best first. */
    async matching(text: string, { where, limit }: Window): Promise<Matching[]> {
      if (!(await isPrepared())) return [];
      const query = table.query().fullTextSearch(text, { columns: ["text"] });
      const rows: RawRow[] = await ((await hasManyUnread()) ? query.fastSearch() : query)
        .where(where)
        .select(["id", "text", "username", "hashtags", "vector", "_score"])
        .limit(limit)
        .toArray();
      return rows.map((row) => ({
        id: row.id,
        vector: row.vector.toArray(),
        words: { bm25: row._score, text: row.text, username: row.username, hashtags: [...row.hashtags] },
      }));
    },

    /** Ids alone, for measuring one way of searching by the other. */
    async nearestIds(vector: Float32Array, limit: number, nprobes: number | null): Promise<string[]> {
      const rows: RawRow[] = await near(vector, nprobes).select(["id", "_distance"]).limit(limit).toArray();
      return rows.map(({ id }) => id);
    },

    /** Of every row. */
    async ids(): Promise<string[]> {
      const all: string[] = [];
      for await (const part of idsInParts()) all.push(...part);
      return all;
    },

    /** Of what is there now, whoever wrote it: a moment ago it may have been another process's table to write. */
    async fingerprint(): Promise<Fingerprint> {
      await table.checkoutLatest();
      return fingerprintOf(idsInParts());
    },

    /** Rows that this process has written, and no compaction has seen yet. */
    changed: () => changed,

    count: (where?: string): Promise<number> => table.countRows(where),

    /** Vectors of some rows, spread over the table. */
    async sample(count: number): Promise<Float32Array[]> {
      const step = Math.max(1, Math.floor((await table.countRows()) / count));
      const rows: RawRow[] = [];
      for (let at = 0; at < count; at++) {
        rows.push(
          ...(await table
            .query()
            .select(["vector"])
            .limit(1)
            .offset(at * step)
            .toArray()),
        );
      }
      return rows.map(({ vector }) => Float32Array.from(vector.toArray()));
    },

    /** Divides the vectors into partitions, so that a search looks into few; what comes later is looked through whole until `compact`. */
    async partition(partitions: number): Promise<void> {
      const config = Index.ivfFlat({ distanceType: "dot", numPartitions: partitions });
      await table.createIndex("vector", { config, replace: true });
      await table.createIndex("account", { config: Index.bitmap(), replace: true });
      await table.createIndex("username", { config: Index.btree(), replace: true });
      await table.createIndex("hashtags", { config: Index.labelList(), replace: true });
    },

    /** Parts of the vectors' index: each compaction adds one for the rows that came, and a search looks into every one. */
    segments: async (): Promise<number> => (await table.indexStats("vector_idx"))?.numIndices ?? 0,

    /** Merges small files, brings indexes up to date, removes old versions; nothing where fewer rows have changed. */
    compact: (after = COMPACT_AFTER): Promise<void> =>
      turn(async () => {
        if (changed === 0 || (changed < after && !(await isScattered()))) return;
        changed = 0;
        await table.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_MS) });
      }),

    close: (): Promise<void> => turn(async () => table.close()),
  };
}

export type VectorTable = Awaited<ReturnType<typeof openTable>>;
