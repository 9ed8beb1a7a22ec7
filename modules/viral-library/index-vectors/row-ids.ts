import type { Table } from "@lancedb/lancedb";

/** A video's id as bytes. Ids are UUIDs. */
const ID_BYTES = 16;
const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
const toId = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, ID_BYTES)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Rows per fragment of the map. A row id is the number of a file of the table, and the row in it. */
const LOW_BITS = 32n;
const LOW_MASK = 0xffffffffn;
/** Loading takes at most this share of the time, however often rows are written. */
const LOAD_SHARE = 0.05;

/**
 * The ids of videos by LanceDB's row ids. Reading a column takes LanceDB longer than finding the rows. A row id never
 * stands for another row: changed and compacted rows get new ones. So nothing in here becomes wrong, only incomplete.
 */
export class RowIds {
  readonly #table: Table;
  #files = new Map<bigint, Uint8Array>();
  #loading: Promise<void> | undefined;
  #loadAgainAt = Number.NEGATIVE_INFINITY;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The ids of these rows, in their order. Rows that have been deleted meanwhile are left out. */
  async resolve(rows: readonly bigint[]): Promise<Map<bigint, string>> {
    const ids = new Map(rows.map((row) => [row, this.#find(row)]));
    const missing = rows.filter((row) => ids.get(row) === undefined);
    if (missing.length > 0) {
      void this.#load();
      for (const [row, id] of await this.#read(missing)) ids.set(row, id);
    }
    return new Map([...ids].filter((entry): entry is [bigint, string] => entry[1] !== undefined));
  }

  #find(row: bigint): string | undefined {
    const file = this.#files.get(row >> LOW_BITS);
    const at = Number(row & LOW_MASK) * ID_BYTES;
    if (!file || at + ID_BYTES > file.length) return undefined;
    const bytes = file.subarray(at, at + ID_BYTES);
    return bytes.some((byte) => byte !== 0) ? toId(bytes) : undefined;
  }

  async #read(rows: readonly bigint[]): Promise<Map<bigint, string>> {
    const query = this.#table.query().withRowId().select(["_rowid", "id"]);
    const found: { _rowid: bigint; id: string }[] = await query
      .where(`_rowid in (${rows.join(", ")})`)
      .limit(rows.length)
      .toArray();
    return new Map(found.map(({ _rowid, id }) => [BigInt(_rowid), id]));
  }

  /** Reads all ids, one load at a time. */
  #load(): Promise<void> | undefined {
    if (this.#loading || performance.now() < this.#loadAgainAt) return this.#loading;
    const started = performance.now();
    this.#loading = this.#readAll()
      .then((files) => {
        this.#files = files;
      })
      // Searches read the ids that they miss from the table.
      .catch(() => {})
      .finally(() => {
        const took = performance.now() - started;
        this.#loadAgainAt = performance.now() + took / LOAD_SHARE;
        this.#loading = undefined;
      });
    return this.#loading;
  }

  async #readAll(): Promise<Map<bigint, Uint8Array>> {
    const files = new Map<bigint, Uint8Array>();
    for await (const batch of this.#table.query().withRowId().select(["_rowid", "id"])) {
      const ids = batch.getChild("id")!;
      const rows = batch.getChild("_rowid")!.toArray() as BigUint64Array;
      for (const [at, row] of rows.entries()) {
        const offset = Number(row & LOW_MASK) * ID_BYTES;
        const file = growTo(files, row >> LOW_BITS, offset + ID_BYTES);
        file.set(toBytes(ids.get(at) as string), offset);
      }
    }
    return files;
  }
}

/** The bytes of a file, at least as long as that. */
function growTo(files: Map<bigint, Uint8Array>, name: bigint, length: number): Uint8Array {
  const known = files.get(name);
  if (known && known.length >= length) return known;
  const grown = new Uint8Array(Math.max(length, 2 * (known?.length ?? 0)));
  if (known) grown.set(known);
  files.set(name, grown);
  return grown;
}
