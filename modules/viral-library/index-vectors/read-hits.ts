import type { Query, VectorQuery } from "@lancedb/lancedb";
import type { Message } from "apache-arrow";
import type { StoredVector } from "./known-rows";

/** A row found by a query. */
export interface RawHit {
  row: number;
  /** Value of the requested column. */
  value: number;
  vector: StoredVector | undefined;
}

export type RowQuery = Query | VectorQuery;

interface BatchHeader {
  length: number;
  buffers: { offset: number; length: number }[];
}

/** The messages of an Arrow file follow its magic number and padding. */
const FIRST_MESSAGE = 64;
/** A marker and the length of the header precede the header of each message. */
const PREFIX_BYTES = 8;
const ROW_BYTES = 8;
const VALUE_BYTES = 4;

let arrow: Promise<typeof import("apache-arrow")> | undefined;

/**
 * Reads up to `limit` rows found by a query, with the value of a column (a 32-bit number). Only reads the numbers:
 * decoding the schema and the batch to objects takes several times as long, a noticeable part of a search.
 */
export async function readHits(query: RowQuery, column: string, limit: number): Promise<RawHit[]> {
  arrow ??= import("apache-arrow");
  query.withRowId().select(["_rowid", column]);
  // biome-ignore lint/complexity/useLiteralKeys: protected, but the only way to the bytes of an answer.
  const answers = await query["nativeExecute"]();
  const { Message } = await arrow;
  const hits: RawHit[] = [];
  while (hits.length < limit) {
    const file = await answers.next();
    if (!file) break;
    hits.push(...readNumbers(file, Message));
  }
  return hits;
}

/** Reads a batch of row ids and values, in any order of the two columns. */
function readNumbers(file: Uint8Array, decoder: typeof Message): RawHit[] {
  const view = new DataView(file.buffer, file.byteOffset);
  const findBody = (message: number) => message + PREFIX_BYTES + view.getInt32(message + PREFIX_BYTES / 2, true);
  // The schema comes first and has no body.
  const batch = findBody(FIRST_MESSAGE);
  const start = findBody(batch);
  const message = decoder.decode(file.subarray(batch + PREFIX_BYTES, start));
  const { length, buffers } = message.header() as BatchHeader;
  // A copy, because typed arrays must be aligned.
  const body = new Uint8Array(file.subarray(start, start + message.bodyLength)).buffer;
  // A column has two buffers: the null bitmap and the values.
  const values = buffers.filter((_, at) => at % 2 === 1);
  const find = (bytes: number) => values.find((one) => one.length === length * bytes)!.offset;
  // Halves of 64-bit numbers, because bigints are slow.
  const halves = new Uint32Array(body, find(ROW_BYTES), length * 2);
  return Array.from(new Float32Array(body, find(VALUE_BYTES), length), (value, at) => {
    return { row: halves[at * 2]! + halves[at * 2 + 1]! * 2 ** 32, value, vector: undefined };
  });
}

/** Like `readHits`, with vectors. */
export async function readHitsWithVectors(query: RowQuery, column: string): Promise<RawHit[]> {
  const hits: RawHit[] = [];
  const columns = ["_rowid", column, "vector"];
  for await (const batch of query.withRowId().select(columns)) {
    const [rows, values, vectors] = columns.map((name) => batch.getChild(name)!);
    for (let at = 0; at < batch.numRows; at++) {
      const vector = { values: vectors!.get(at).toArray(), scale: 1 };
      hits.push({ row: Number(rows!.get(at)), value: values!.get(at), vector });
    }
  }
  return hits;
}
