import type { Table } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";

/** A row id consists of the number of a file of the table and the row in it. */
const ROWS_PER_FILE = 2 ** 32;
/** Length of an id. Ids are UUIDs, kept as text, because writing them as text takes a noticeable part of a search. */
const ID_BYTES = 36;
/** Vectors of larger tables are read from the table when needed. */
const MAX_VECTOR_BYTES = 128 * 1024 ** 2;
/** Maximum fraction of time spent on loading, however often rows are written. */
const LOAD_SHARE = 0.05;
/** Number of rows copied at a time, so that other work of this process can run in between. */
const ROWS_AT_ONCE = 250;

/** A vector: its values times `scale`. */
export interface StoredVector {
  values: Int8Array | Float32Array;
  scale: number;
}

export interface KnownRow {
  id: string;
  account: string;
  /** Undefined if vectors are not wanted or the table is too large to hold them in memory. */
  vector: StoredVector | undefined;
}

/** Rows of one file of the table. */
interface File {
  ids: Buffer;
  /** Numbers of accounts. 0 for a missing row. */
  accounts: Uint32Array;
  vectors: Int8Array;
  scales: Float32Array;
}

interface RawRow {
  _rowid: bigint;
  id: string;
  account: string;
  vector?: { toArray(): Float32Array };
}

const getFile = (row: number): number => Math.floor(row / ROWS_PER_FILE);
const getPlace = (row: number): number => row % ROWS_PER_FILE;

const readId = (ids: Buffer, place: number): string => ids.toString("latin1", place * ID_BYTES, (place + 1) * ID_BYTES);

/** Writes a vector as integers from -127 to 127, and returns their scale. Cosines change by less than 0.002. */
function compress(vector: Float32Array, into: Int8Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at]!));
  const factor = 127 / largest || 0;
  // Conversion to integers truncates towards 0.
  for (let at = 0; at < vector.length; at++) into[at] = vector[at]! * factor + (vector[at]! < 0 ? -0.5 : 0.5);
  return largest / 127;
}

/**
 * Caches ids, accounts and compressed vectors of the table's rows by LanceDB's row ids, because reading columns takes
 * LanceDB longer than finding the rows. A row id is never reused: changed and compacted rows get new ones. So the cache
 * never becomes wrong, only incomplete, and missing rows are read from the table.
 */
export class KnownRows {
  readonly #table: Table;
  readonly #dimensions: number;
  readonly #files = new Map<number, File>();
  /** Numbers of accounts, as used in files. */
  readonly #numbers = new Map<string, number>();
  readonly #accounts = [""];
  /** Number of rows per account. */
  #counts = new Map<string, number>();
  #keepsVectors = true;
  #loading: Promise<void> | undefined;
  #loadAgainAt = Number.NEGATIVE_INFINITY;

  constructor(table: Table, dimensions: number) {
    this.#table = table;
    this.#dimensions = dimensions;
  }

  get keepsVectors(): boolean {
    return this.#keepsVectors;
  }

  /** Returns the fraction of known rows that belong to these accounts, 0 to 1. */
  computeShare(accounts: Iterable<string>): number {
    let all = 0;
    let own = 0;
    for (const count of this.#counts.values()) all += count;
    for (const account of new Set(accounts)) own += this.#counts.get(account) ?? 0;
    return all === 0 ? 0 : own / all;
  }

  /** Returns these rows by row id. Leaves out rows that have been deleted since. */
  async resolve(rows: readonly number[], withVectors: boolean): Promise<Map<number, KnownRow>> {
    const known = new Map<number, KnownRow>();
    const missing: number[] = [];
    for (const row of rows) {
      const entry = this.#find(row, withVectors);
      if (entry) known.set(row, entry);
      else missing.push(row);
    }
    if (missing.length > 0) {
      void this.#load();
      for (const [row, found] of await this.#read(missing)) known.set(row, found);
    }
    return known;
  }

  #find(row: number, withVectors: boolean): KnownRow | undefined {
    const file = this.#files.get(getFile(row));
    const place = getPlace(row);
    const account = this.#accounts[file?.accounts[place] ?? 0];
    if (!file || !account) return undefined;
    const id = readId(file.ids, place);
    if (!withVectors || file.vectors.length === 0) return { id, account, vector: undefined };
    const values = file.vectors.subarray(place * this.#dimensions, (place + 1) * this.#dimensions);
    return { id, account, vector: { values, scale: file.scales[place]! } };
  }

  async #read(rows: readonly number[]): Promise<Map<number, KnownRow>> {
    const query = this.#table
      .query()
      .withRowId()
      .select(["_rowid", "id", "account", ...(this.#keepsVectors ? ["vector"] : [])]);
    const rawRows: RawRow[] = await query
      .where(`_rowid in (${rows.join(", ")})`)
      .limit(rows.length)
      .toArray();
    return new Map(
      rawRows.map(({ _rowid, id, account, vector }) => [
        Number(_rowid),
        { id, account, vector: vector && { values: vector.toArray(), scale: 1 } },
      ]),
    );
  }

  /** Reads the rows of unknown files, one load at a time. */
  #load(): Promise<void> | undefined {
    if (this.#loading || performance.now() < this.#loadAgainAt) return this.#loading;
    const started = performance.now();
    this.#loading = this.#loadFiles()
      // Searches read missing rows from the table.
      .catch(() => {})
      .finally(() => {
        const took = performance.now() - started;
        this.#loadAgainAt = performance.now() + took / LOAD_SHARE;
        this.#loading = undefined;
      });
    return this.#loading;
  }

  async #loadFiles(): Promise<void> {
    const sizes = await this.#measureFiles();
    for (const file of this.#files.keys()) if (!sizes.has(file)) this.#files.delete(file);
    const bytes = this.#dimensions * [...sizes.values()].reduce((all, size) => all + size, 0);
    const keepsVectors = bytes <= MAX_VECTOR_BYTES;
    // Read every file again, with or without vectors.
    if (keepsVectors !== this.#keepsVectors) this.#files.clear();
    this.#keepsVectors = keepsVectors;
    const missing = [...sizes.keys()].filter((file) => !this.#files.has(file));
    if (missing.length > 0) await this.#readFiles(new Map(missing.map((file) => [file, sizes.get(file)!])));
    this.#countAccounts();
  }

  /** Number of rows per file, including deleted ones. */
  async #measureFiles(): Promise<Map<number, number>> {
    const sizes = new Map<number, number>();
    const note = (row: number) => {
      if (row >= 0) sizes.set(getFile(row), Math.max(sizes.get(getFile(row)) ?? 0, getPlace(row) + 1));
    };
    for await (const batch of this.#table.query().withRowId().select(["_rowid"])) {
      // Rows of a file are consecutive.
      let last = -1;
      for (const id of batch.getChild("_rowid")!.toArray() as BigUint64Array) {
        const row = Number(id);
        if (row !== last + 1 || getPlace(row) === 0) note(last);
        last = row;
      }
      note(last);
    }
    return sizes;
  }

  async #readFiles(sizes: ReadonlyMap<number, number>): Promise<void> {
    const files = new Map([...sizes].map(([file, size]) => [file, this.#createFile(size)]));
    const query = this.#table
      .query()
      .withRowId()
      .select(["_rowid", "id", "account", ...(this.#keepsVectors ? ["vector"] : [])]);
    // Files are numbered in the order in which they are written.
    for await (const batch of query.where(`_rowid >= ${Math.min(...files.keys()) * ROWS_PER_FILE}`)) {
      for (let from = 0; from < batch.numRows; from += ROWS_AT_ONCE) {
        this.#copyRows(batch, from, Math.min(from + ROWS_AT_ONCE, batch.numRows), files);
        await new Promise(setImmediate);
      }
    }
    for (const [name, file] of files) this.#files.set(name, file);
  }

  #copyRows(batch: RecordBatch, from: number, to: number, files: ReadonlyMap<number, File>): void {
    const [rows, ids, accounts, vectors] = ["_rowid", "id", "account", "vector"].map((name) => batch.getChild(name));
    const numbers: Float32Array | undefined = vectors?.data[0]?.children[0]?.values;
    for (let at = from; at < to; at++) {
      const row = Number(rows!.get(at));
      const file = files.get(getFile(row));
      const place = getPlace(row);
      if (!file || place >= file.accounts.length) continue;
      file.ids.write(ids!.get(at), place * ID_BYTES, "latin1");
      file.accounts[place] = this.#number(accounts!.get(at));
      if (!numbers) continue;
      const into = file.vectors.subarray(place * this.#dimensions, (place + 1) * this.#dimensions);
      file.scales[place] = compress(numbers.subarray(at * this.#dimensions, (at + 1) * this.#dimensions), into);
    }
  }

  #createFile(size: number): File {
    const vectorCount = this.#keepsVectors ? size : 0;
    return {
      ids: Buffer.alloc(size * ID_BYTES),
      accounts: new Uint32Array(size),
      vectors: new Int8Array(vectorCount * this.#dimensions),
      scales: new Float32Array(vectorCount),
    };
  }

  #number(account: string): number {
    const known = this.#numbers.get(account);
    if (known !== undefined) return known;
    const number = this.#accounts.push(account) - 1;
    this.#numbers.set(account, number);
    return number;
  }

  #countAccounts(): void {
    const counts = new Uint32Array(this.#accounts.length);
    for (const { accounts } of this.#files.values()) for (const number of accounts) counts[number]!++;
    this.#counts = new Map(this.#accounts.slice(1).map((account, at) => [account, counts[at + 1]!]));
  }
}
