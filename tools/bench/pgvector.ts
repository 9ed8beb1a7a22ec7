/** The same vectors in pgvector, with an HNSW index as its authors propose it. */
import postgres from "postgres";
import { caption, SIZE, vectorOf } from "./synthetic";

const literal = (vector: Float32Array) => `[${Array.from(vector, (value) => value.toFixed(6)).join(",")}]`;

export async function openPgvector(url: string, rows: number) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  await sql.unsafe(`create extension if not exists vector; drop table if exists videos;
    create unlogged table videos (id int primary key, v vector(${SIZE}) not null); alter table videos alter v set storage plain`);
  for (let from = 0; from < rows; from += 5000) {
    const ids = Array.from({ length: Math.min(5000, rows - from) }, (_, at) => from + at);
    const vectors = ids.map((id) => literal(vectorOf(caption(id))));
    await sql`insert into videos select * from unnest(${ids}::int[], ${vectors}::text[]::vector[])`;
  }
  const started = performance.now();
  await sql.unsafe(`set maintenance_work_mem = '${Math.ceil(rows / 400) + 256}MB'; set max_parallel_maintenance_workers = 1;
    create index videos_v on videos using hnsw (v vector_ip_ops)`);
  const buildSeconds = (performance.now() - started) / 1000;
  await sql.unsafe("vacuum analyze videos");
  const [size] = await sql`select pg_relation_size('videos_v') as bytes`;
  const ids = (rows: postgres.RowList<postgres.Row[]>): number[] => rows.map(({ id }) => id);
  const nearest = async (q: string) =>
    ids(await sql`select id from videos order by v <#> ${literal(vectorOf(q))}::vector limit 10`);
  return {
    nearest,
    buildSeconds,
    bytes: Number(size!.bytes),
    /** Neighbours to keep in sight: more find more, and take longer. Default 40. */
    width: (value: number) => sql.unsafe(`set hnsw.ef_search = ${value}`),
    /** No index serves the sum. */
    exact: async (q: string) =>
      ids(await sql`select id from videos order by (v <#> ${literal(vectorOf(q))}::vector) + 0 limit 10`),
    async end() {
      await sql.unsafe("drop table videos");
      await sql.end();
    },
  };
}
