/**
 * LanceDB beside pgvector on vectors that the bundled encoder made, at equal recall.
 *
 *     PGVECTOR_URL=postgres://… bun tools/bench/vectors.ts    100,000 texts; a superuser, and the extension installed
 *     ROWS=1000000 …                                          6 GB of disk, 3 GB of memory here and 4 GB in PostgreSQL
 *
 * The texts are captions, questions and sentences of tools/training/text. Where there are too few, further vectors are means
 * of two of theirs, about what the encoder makes of both texts in a row. QUERIES (200) others are asked for in ROUNDS (3).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import { readTokenVectors } from "#plugins/embedder/token-vectors";
import { rounds, shown } from "./rounds";

const ROWS = Number(process.env.ROWS ?? 100_000);
const QUERIES = Number(process.env.QUERIES ?? 200);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const NEIGHBOURS = 10;
const INDEX = "00000000-0000-4000-8000-000000000000";
const root = join(import.meta.dir, "../..");
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

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

/** Vectors in pgvector, with an HNSW index as its authors propose it. */
async function openPgvector(url: string, vectors: Float32Array, dimensions: number) {
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

/** Random whole numbers below a limit, the same in each run. */
function createRandom(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % limit;
  };
}

/** Texts of one line each, questions apart. */
async function readTexts(): Promise<{ texts: string[]; questions: string[] }> {
  const all = new Set<string>();
  for await (const file of new Bun.Glob("tools/training/text/{videos,sentences}*.txt").scan(root)) {
    for (const line of (await Bun.file(join(root, file)).text()).split("\n")) {
      if (!line.startsWith("//")) for (const part of line.split("|")) if (part.trim()) all.add(part.trim());
    }
  }
  const random = createRandom();
  const texts = [...all].sort();
  const questions = Array.from({ length: QUERIES }, () => texts.splice(random(texts.length), 1)[0]!);
  return { texts: texts.slice(0, ROWS), questions };
}

const model = readTokenVectors(join(root, "plugins/embedder/model"));
const { dimensions } = model;

/** Vectors of texts, then means of two of these. */
function embed(texts: readonly string[], count: number): Float32Array {
  const vectors = new Float32Array(count * dimensions);
  for (let at = 0; at < texts.length; at += 1000) {
    vectors.set(model.embed(texts.slice(at, at + 1000)), at * dimensions);
  }
  const random = createRandom();
  for (let row = texts.length; row < count; row++) {
    const [a, b] = [rowOf(vectors, random(texts.length)), rowOf(vectors, random(texts.length))];
    const sum = a.map((value, at) => value + b[at]!);
    const length = Math.hypot(...sum) || 1;
    for (let at = 0; at < dimensions; at++) vectors[row * dimensions + at] = sum[at]! / length;
  }
  return vectors;
}
const rowOf = (vectors: Float32Array, at: number) => vectors.subarray(at * dimensions, (at + 1) * dimensions);

/** A function of its own, which is compiled at once. */
function multiply(a: Float32Array, all: Float32Array, start: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * all[start + i]!;
  return sum;
}

/** The rows nearest to each query, by comparing with all of them. */
function findExact(vectors: Float32Array, queries: readonly Float32Array[]): number[][] {
  const best = queries.map(() => [] as { row: number; value: number }[]);
  for (let row = 0; row < ROWS; row++) {
    const start = row * dimensions;
    for (const [at, query] of queries.entries()) {
      const value = multiply(query, vectors, start);
      const own = best[at]!;
      if (own.length === NEIGHBOURS && value <= own[NEIGHBOURS - 1]!.value) continue;
      own.push({ row, value });
      own.sort((a, b) => b.value - a.value);
      own.length = Math.min(own.length, NEIGHBOURS);
    }
  }
  return best.map((rows) => rows.map(({ row }) => row));
}

async function openLance(location: string, vectors: Float32Array) {
  const store = createVectors(location);
  await store.create(INDEX, dimensions);
  const { connect, makeArrowTable } = await import("@lancedb/lancedb");
  const connection = await connect(location);
  const raw = await connection.openTable(`videos_${INDEX.replaceAll("-", "")}`);
  const schema = await raw.schema();
  for (let from = 0; from < ROWS; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, ROWS - from) }, (_, at) => ({
      id: String(from + at),
      account: "shared",
      vector: rowOf(vectors, from + at),
      text: "",
      username: "",
      hashtags: [],
      views: 0,
      duration: null,
      published: null,
    }));
    await raw.add(makeArrowTable(rows as never, { schema }));
  }
  connection.close();
  await store.fit();
  store.forget();
  const table = (await store.open(INDEX))!;
  await table.prepare();
  const started = performance.now();
  await table.partition(Math.round(Math.sqrt(ROWS)));
  console.log(`LanceDB: indexed in ${seconds(started)}`);
  await store.fit();
  return { table: (await store.open(INDEX))!, close: () => store.close() };
}

const started = performance.now();
const { texts, questions } = await readTexts();
const vectors = embed(texts, ROWS);
const queries = new Map(questions.map((q) => [q, embed([q], 1)]));
console.log(`${texts.length} texts, ${ROWS - texts.length} means of two, after ${seconds(started)}`);
const exact = findExact(vectors, [...queries.values()]);
console.log(`exact neighbours found after ${seconds(started)}`);
const right = new Map(questions.map((q, at) => [q, new Set(exact[at])]));

const directory = await mkdtemp(join(tmpdir(), "vireo-vectors-"));
const { table, close } = await openLance(directory, vectors);
const pgvector = await openPgvector(process.env.PGVECTOR_URL!, vectors, dimensions);
console.log(`pgvector: indexed in ${pgvector.buildSeconds.toFixed(1)} s, ${(pgvector.bytes / 1e6).toFixed(0)} MB`);

async function measureRecall(find: (q: string) => Promise<readonly number[]>): Promise<number> {
  let hits = 0;
  for (const q of questions) for (const row of await find(q)) if (right.get(q)!.has(row)) hits++;
  return hits / (NEIGHBOURS * questions.length);
}
const lanceWith = (nprobes: number) => async (q: string) =>
  (await table.findNearestIds(queries.get(q)!, NEIGHBOURS, nprobes)).map(Number);
function pgvectorWith(width: number) {
  const find = pgvector.open(width);
  return (q: string) => find(queries.get(q)!);
}

const works: Record<string, (q: string) => Promise<readonly number[]>> = {};
for (const nprobes of [16, 64, 128, 256]) works[`LanceDB, ${nprobes} probes`] = lanceWith(nprobes);
for (const width of [40, 100, 200, 400]) works[`pgvector, ef_search ${width}`] = pgvectorWith(width);
const recalls: Record<string, number> = {};
for (const [name, find] of Object.entries(works)) recalls[name] = await measureRecall(find);
console.log(`\n${ROWS} vectors, ${NEIGHBOURS} neighbours, ${availableParallelism()} cores`);
const { medians, all } = await rounds(works, questions, ROUNDS);
for (const [name, times] of Object.entries(medians)) {
  const spread = all.map((round) => round[name]!.p50.toFixed(1)).join(", ");
  console.log(`  ${name}: recall ${recalls[name]!.toFixed(3)}, ${shown(times)} (p50 of each round: ${spread})`);
}
await pgvector.end();
await close();
await rm(directory, { recursive: true });
process.exit(0);
