import type { Query, VectorQuery } from "@lancedb/lancedb";
import type { MessageReader } from "apache-arrow";
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
const ROW_BYTES = 8;
const VALUE_BYTES = 4;

/**
 * Reads up to `limit` rows found by a query, with the value of a column (a 32-bit number). Only reads the numbers:
 * decoding the schema and the batch to objects takes several times as long, a noticeable part of a search.
 */
export async function readHits(query: RowQuery, column: string, limit: number): Promise<RawHit[]> {
  const { MessageReader } = await import("apache-arrow");
  query.withRowId().select(["_rowid", column]);
  // biome-ignore lint/complexity/useLiteralKeys: protected, but the only way to the bytes of an answer.
  const answers = await query["nativeExecute"]();
  const hits: RawHit[] = [];
  while (hits.length < limit) {
    const file = await answers.next();
    if (!file) break;
    hits.push(...readNumbers(new MessageReader(file.subarray(FIRST_MESSAGE))));
  }
  return hits;
}

/** Reads a batch of row ids and values, in any order of the two columns. */
function readNumbers(reader: MessageReader): RawHit[] {
  // The schema comes first.
  reader.readMessage();
  const message = reader.readMessage()!;
  const { length, buffers } = message.header() as BatchHeader;
  const body = reader.readMessageBody(message.bodyLength);
  // A column has two buffers: the null bitmap and the values.
  const values = buffers.filter((_, at) => at % 2 === 1);
  const find = (bytes: number) => body.byteOffset + values.find((one) => one.length === length * bytes)!.offset;
  const rows = new BigUint64Array(body.buffer, find(ROW_BYTES), length);
  return Array.from(new Float32Array(body.buffer, find(VALUE_BYTES), length), (value, at) => {
    return { row: Number(rows[at]), value, vector: undefined };
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
