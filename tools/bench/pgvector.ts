/** Vectors in pgvector, with an HNSW index as its authors propose it. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";

const literal = (vector: Float32Array) => `[${Array.from(vector, (value) => value.toFixed(6)).join(",")}]`;
const ROWS_AT_ONCE = 10_000;

/** Writes rows (a number and a vector) as `copy` reads them. */
async function writeCopy(file: string, vectors: Float32Array, dimensions: number): Promise<void> {
  const writer = Bun.file(file).writer();
  writer.write(Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1"));
  const rows = vectors.length / dimensions;
  const size = 2 + 4 + 4 + 4 + 4 + 4 * dimensions;
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - from);
    const view = new DataView(new ArrayBuffer(count * size));
    for (let at = 0; at < count; at++) {
      const start = at * size;
      view.setInt16(start, 2);
      view.setInt32(start + 2, 4);
      view.setInt32(start + 6, from + at);
      view.setInt32(start + 10, 4 + 4 * dimensions);
      view.setInt16(start + 14, dimensions);
      for (let i = 0; i < dimensions; i++) view.setFloat32(start + 18 + 4 * i, vectors[(from + at) * dimensions + i]!);
    }
    writer.write(view.buffer);
    await writer.flush();
  }
  writer.write(new Uint8Array([0xff, 0xff]));
  await writer.end();
}

export async function openPgvector(url: string, vectors: Float32Array, dimensions: number) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  const rows = vectors.length / dimensions;
  await sql.unsafe(`create extension if not exists vector; drop table if exists videos;
    create unlogged table videos (id int primary key, v vector(${dimensions}) not null); alter table videos alter v set storage plain`);
  const file = join(tmpdir(), `vireo-vectors-${process.pid}.copy`);
  await writeCopy(file, vectors, dimensions);
  await sql.unsafe(`copy videos from '${file}' (format binary)`);
  await rm(file);
  const started = performance.now();
  await sql.unsafe(`set maintenance_work_mem = '${Math.ceil(rows / 400) + 256}MB'; set max_parallel_maintenance_workers = 1;
    create index videos_v on videos using hnsw (v vector_ip_ops)`);
  const buildSeconds = (performance.now() - started) / 1000;
  await sql.unsafe("vacuum analyze videos");
  const [size] = await sql`select pg_relation_size('videos_v') as bytes`;
  return {
    buildSeconds,
    bytes: Number(size!.bytes),
    /** Searches with an `ef_search`: neighbours to keep in sight. More find more, and take longer. Default 40. */
    open(efSearch: number) {
      const own = postgres(url, { max: 1, connection: { "hnsw.ef_search": efSearch } });
      return async (vector: Float32Array): Promise<number[]> => {
        const found = await own`select id from videos order by v <#> ${literal(vector)}::vector limit 10`;
        return found.map(({ id }) => id);
      };
    },
    async end() {
      await sql.unsafe("drop table videos");
      await sql.end();
    },
  };
}
