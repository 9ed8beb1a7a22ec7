import type { Table, VectorQuery } from "@lancedb/lancedb";
import type { Schema } from "apache-arrow";
import { computeFingerprint, type Fingerprint } from "./fingerprint";
import { KnownRows, type StoredVector } from "./known-rows";
import { type RawHit, type RowQuery, readHits, readHitsWithVectors } from "./read-hits";

export interface VectorRow {
  id: string;
  /** Id of the account, or `shared`. */
  account: string;
  vector: Float32Array;
  /** Text for full-text search. */
  text: string;
  username: string;
  hashtags: string[];
  views: number;
  duration: number | null;
  /** Time of publication, or of creation for own media. Milliseconds since the epoch. */
  published: number | null;
}

/** A row with a similar meaning. */
export interface Neighbour {
  id: string;
  /** Cosine of query and video, -1 to 1. */
  similarity: number;
}

/** A row that contains words of the query. */
export interface TextMatch {
  id: string;
  vector: StoredVector;
  bm25: number;
}

export interface Window {
  /** Only rows of these accounts. */
  accounts: readonly string[];
  /** An additional SQL condition. */
  where?: string;
  limit: number;
}

/** Number of changed rows after which a compaction pays off during an import. */
const COMPACT_AFTER = 10_000;
/** Same as above, at the end of an import. Lower, because full-text search reads every unindexed row. */
export const COMPACT_AT_REST = 500;
/**
 * With more unindexed rows than this, full-text search skips them until the next compaction, though they are still
 * found by meaning. Reading them would take 8 ms per 1,000 rows and search.
 */
const MAX_UNINDEXED = 1000;
/** Time for which the number of unindexed rows is cached. */
const UNINDEXED_TRUST_MS = 1000;
/**
 * Number of small fragments after which a compaction pays off. Each write leaves a fragment and every search opens all
 * of them. A large table may have more, because compaction rewrites it.
 */
const MAX_FRAGMENTS = 24;
const ROWS_PER_FRAGMENT = 5000;
/** Versions older than this are removed, because no reader of another process still uses them. */
const KEEP_MS = 10 * 60_000;

/**
 * Accounts with at least this fraction of all rows are searched without a condition, which costs LanceDB half a
 * millisecond. Rows of other accounts are dropped afterwards.
 */
const LARGE_SHARE = 0.5;

const quoteIds = (ids: readonly string[]) => ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(", ");

type Condition = Partial<Omit<Window, "limit">>;

const toSql = ({ accounts, where }: Condition): string =>
  [...(accounts ? [`account in (${quoteIds(accounts)})`] : []), ...(where ? [where] : [])].join(" and ");

interface RawRow {
  id: string;
  vector: { toArray(): Float32Array };
}

type LanceDb = typeof import("@lancedb/lancedb");

export async function openTable(table: Table): Promise<VectorTable> {
  const lancedb = await import("@lancedb/lancedb");
  const changedRows = (await table.indexStats("id_idx"))?.numUnindexedRows ?? 0;
  return new VectorTable(lancedb, table, await table.schema(), changedRows);
}

/** A table of vectors. Writes run one after another; reads run concurrently. */
export class VectorTable {
  /** Dimension of its vectors. */
  readonly dimensions: number;
  /** False for a table of an earlier version, which cannot be filtered by date. */
  readonly hasDates: boolean;
  readonly #lancedb: LanceDb;
  readonly #table: Table;
  readonly #schema: Schema;
  readonly #serialize = createSerializer();
  readonly #known: KnownRows;
  #changedRows: number;
  #isPrepared = false;
  #unindexed = { rows: 0, at: Number.NEGATIVE_INFINITY };

  constructor(lancedb: LanceDb, table: Table, schema: Schema, changedRows: number) {
    this.#lancedb = lancedb;
    this.#table = table;
    this.#schema = schema;
    this.#changedRows = changedRows;
    this.dimensions = schema.fields.find(({ name }) => name === "vector")!.type.listSize;
    this.#known = new KnownRows(table, this.dimensions);
    this.hasDates = schema.fields.some(({ name }) => name === "published");
  }

  /** Number of rows that this process has written since the last compaction. */
  get changedRows(): number {
    return this.#changedRows;
  }

  /** Prepares the table for writing: loads the latest version, and creates missing indexes of ids and text. */
  prepare(): Promise<void> {
    const { Index } = this.#lancedb;
    return this.#serialize(async () => {
      await this.#table.checkoutLatest();
      if (await this.#checkPrepared()) return;
      await this.#table.createIndex("id", { config: Index.btree() });
      await this.#table.createIndex("text", { config: Index.fts({ withPosition: false }) });
    });
  }

  /** Adds rows, or replaces those with the same ids. */
  upsert(rows: readonly VectorRow[]): Promise<void> {
    return this.#serialize(async () => {
      if (rows.length === 0) return;
      const known = this.hasDates ? rows : rows.map(({ published: _published, ...row }) => row);
      const data = this.#lancedb.makeArrowTable(known as Record<string, unknown>[], { schema: this.#schema });
      await this.#table.mergeInsert("id").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data);
      this.#changedRows += rows.length;
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#serialize(async () => {
      if (ids.length === 0) return;
      await this.#table.delete(`id in (${quoteIds(ids)})`);
      this.#changedRows += ids.length;
    });
  }

  /** Finds the nearest rows by meaning. `nprobes` is the number of partitions to search, null for an exact search. */
  async findNearest(vector: Float32Array, window: Window, nprobes: number | null): Promise<Neighbour[]> {
    const hits = await this.#find(window, () => this.#queryNearest(vector, nprobes), "_distance");
    return hits.map(({ id, value }) => ({ id, similarity: 1 - value }));
  }

  /** Finds rows that share words with the text, best first. */
  async findMatching(text: string, window: Window): Promise<TextMatch[]> {
    if (!(await this.#checkPrepared())) return [];
    const isFast = await this.#hasManyUnindexed();
    const createQuery = () => {
      const query = this.#table.query().fullTextSearch(text, { columns: ["text"] });
      return isFast ? query.fastSearch() : query;
    };
    const hits = await this.#find(window, createQuery, "_score", { withVectors: true });
    return hits.flatMap(({ id, vector, value }) => (vector ? [{ id, vector, bm25: value }] : []));
  }

  /** Returns the ids of the nearest rows, for comparing approximate with exact search. */
  async findNearestIds(vector: Float32Array, limit: number, nprobes: number | null): Promise<string[]> {
    const rows: RawRow[] = await this.#queryNearest(vector, nprobes).select(["id", "_distance"]).limit(limit).toArray();
    return rows.map(({ id }) => id);
  }

  async listIds(): Promise<string[]> {
    const all: string[] = [];
    for await (const ids of this.#readIds()) all.push(...ids);
    return all;
  }

  /** Loads the latest version, which another process may have written. */
  async getFingerprint(): Promise<Fingerprint> {
    await this.#table.checkoutLatest();
    return computeFingerprint(this.#readIds());
  }

  count(condition?: Condition): Promise<number> {
    return this.#table.countRows(condition && toSql(condition));
  }

  /** Returns the size of its rows in bytes. */
  async measure(): Promise<number> {
    return (await this.#table.stats()).totalBytes;
  }

  /** Returns vectors of rows sampled across the table. */
  async sample(count: number): Promise<Float32Array[]> {
    const step = Math.max(1, Math.floor((await this.#table.countRows()) / count));
    const rows: RawRow[] = [];
    for (let at = 0; at < count; at++) {
      const query = this.#table.query().select(["vector"]).limit(1);
      rows.push(...(await query.offset(at * step).toArray()));
    }
    return rows.map(({ vector }) => Float32Array.from(vector.toArray()));
  }

  /**
   * Partitions the vectors, so that a search reads only a few partitions. Later rows are searched exactly until
   * `compact`.
   */
  async partition(partitions: number): Promise<void> {
    const { Index } = this.#lancedb;
    const config = Index.ivfFlat({ distanceType: "dot", numPartitions: partitions });
    await this.#table.createIndex("vector", { config, replace: true });
    await this.#table.createIndex("account", { config: Index.bitmap(), replace: true });
    await this.#table.createIndex("username", { config: Index.btree(), replace: true });
    await this.#table.createIndex("hashtags", { config: Index.labelList(), replace: true });
  }

  /** Returns the number of segments of the vector index. Each compaction adds one, and a search reads all of them. */
  async countSegments(): Promise<number> {
    return (await this.#table.indexStats("vector_idx"))?.numIndices ?? 0;
  }

  /** Merges fragments, updates indexes and removes old versions, unless fewer than `after` rows have changed. */
  compact(after = COMPACT_AFTER): Promise<void> {
    return this.#serialize(async () => {
      if (this.#changedRows === 0 || (this.#changedRows < after && !(await this.#isFragmented()))) return;
      this.#changedRows = 0;
      await this.#table.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_MS) });
    });
  }

  close(): Promise<void> {
    return this.#serialize(async () => this.#table.close());
  }

  async #checkPrepared(): Promise<boolean> {
    this.#isPrepared ||= (await this.#table.listIndices()).some(({ columns }) => columns.includes("text"));
    return this.#isPrepared;
  }

  async #hasManyUnindexed(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#unindexed.at > UNINDEXED_TRUST_MS) {
      this.#unindexed.at = now;
      const rows = (await this.#table.indexStats("text_idx"))?.numUnindexedRows ?? 0;
      this.#unindexed = { rows, at: now };
    }
    return this.#unindexed.rows > MAX_UNINDEXED;
  }

  async #isFragmented(): Promise<boolean> {
    const { numRows, fragmentStats } = await this.#table.stats();
    return fragmentStats.numSmallFragments > MAX_FRAGMENTS + numRows / ROWS_PER_FRAGMENT;
  }

  /**
   * Reads a window of the rows found by a query, with the value of a column. Leaves out rows that have been deleted
   * since.
   */
  async #find(window: Window, createQuery: () => RowQuery, column: string, { withVectors = false } = {}) {
    const { accounts, where, limit } = window;
    const reads = withVectors && !this.#known.keepsVectors;
    const read = (query: RowQuery, most: number) =>
      reads ? readHitsWithVectors(query.limit(most), column) : readHits(query.limit(most), column, most);
    const resolve = async (hits: readonly RawHit[]) => {
      const rows = hits.map(({ row }) => row);
      const known = await this.#known.resolve(rows, withVectors);
      return hits.flatMap(({ row, value, vector }) => {
        const entry = known.get(row);
        return entry ? [{ id: entry.id, account: entry.account, value, vector: vector ?? entry.vector }] : [];
      });
    };
    const share = where ? 0 : this.#known.computeShare(accounts);
    if (share >= LARGE_SHARE) {
      const most = Math.ceil(limit / share);
      const hits = await read(createQuery(), most);
      const own = (await resolve(hits)).filter(({ account }) => accounts.includes(account));
      if (own.length >= limit || hits.length < most) return own.slice(0, limit);
    }
    return resolve(await read(createQuery().where(toSql(window)), limit));
  }

  #queryNearest(vector: Float32Array, nprobes: number | null): VectorQuery {
    const query = this.#table.query().nearestTo(vector).distanceType("dot");
    return nprobes === null ? query.bypassVectorIndex() : query.nprobes(nprobes);
  }

  async *#readIds(): AsyncGenerator<string[]> {
    for await (const batch of this.#table.query().select(["id"])) yield [...batch.getChild("id")!];
  }
}

/** Runs work one at a time, in the order of the calls. A failure affects only its own caller. */
function createSerializer(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
}
