/**
 * Indexes of LanceDB on vectors that the bundled encoder made: recall@10 against exact search, CPU and wall time of a query,
 * and what building costs.
 *
 *     bun tools/bench/vectors.ts                    100,000 texts
 *     ROWS=1000000 bun tools/bench/vectors.ts       2 GB of disk, 3 GB of memory
 *
 * QUERIES (100) others are asked for.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled, createCaptions, questions as make } from "./library";
import { shown, timesOf } from "./rounds";

const ROWS = Number(process.env.ROWS ?? 100_000);
const AT_ONCE = 10_000;
const NEIGHBOURS = 10;
const never = new AbortController().signal;
const partitions = Math.round(Math.sqrt(ROWS));

async function measure<T>(work: () => Promise<T>) {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpu: (user + system) / 1000, wall: performance.now() - started };
}
const inSeconds = ({ cpu, wall }: { cpu: number; wall: number }) =>
  `${(wall / 1000).toFixed(0)} s, ${(cpu / 1000).toFixed(0)} s of CPU time`;

const questions = await bundled.engine.embed(make(Number(process.env.QUERIES ?? 100)), never);
const { connect, Index } = await import("@lancedb/lancedb");
const directory = await mkdtemp(join(tmpdir(), "vireo-vectors-"));
const connection = await connect(directory);
const { Field, FixedSizeList, Float32, Int32, Schema } = await import("apache-arrow");
const { makeArrowTable } = await import("@lancedb/lancedb");
const schema = new Schema([
  new Field("at", new Int32()),
  new Field("vector", new FixedSizeList(bundled.engine.dimensions!, new Field("item", new Float32()))),
]);
const table = await connection.createEmptyTable("videos", schema);
const write = createCaptions();
const filled = await measure(async () => {
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    const texts = Array.from({ length: Math.min(AT_ONCE, ROWS - from) }, write);
    const vectors = await bundled.engine.embed(texts, never);
    const rows = vectors.map((vector, at) => ({ at: from + at, vector }));
    await table.add(makeArrowTable(rows as never, { schema }));
  }
});
console.log(`${ROWS} texts embedded and written in ${inSeconds(filled)}`);

const search = (vector: Float32Array) => table.query().nearestTo(vector).distanceType("dot");
type Search = ReturnType<typeof search>;
async function findAll(prepare: (query: Search) => Search) {
  const found: number[][] = [];
  const times: number[] = [];
  for (const vector of questions) {
    const started = performance.now();
    const rows = await prepare(search(vector)).select(["at", "_distance"]).limit(NEIGHBOURS).toArray();
    times.push(performance.now() - started);
    found.push(rows.map(({ at }) => Number(at)));
  }
  return { found, times };
}
const exact = (await findAll((query) => query.bypassVectorIndex())).found.map((found) => new Set(found));

async function report(name: string, prepare: (query: Search) => Search): Promise<void> {
  await findAll(prepare);
  const { result, cpu } = await measure(() => findAll(prepare));
  const hits = result.found.flatMap((found, at) => found.filter((row) => exact[at]!.has(row))).length;
  const recall = hits / (NEIGHBOURS * questions.length);
  const each = (cpu / questions.length).toFixed(1);
  console.log(`  ${name}: recall ${recall.toFixed(3)}, CPU ${each} ms, ${shown(timesOf(result.times))}`);
}

const dot = { distanceType: "dot", numPartitions: partitions } as const;
const indexes = {
  "IVF_FLAT, as it ships": { config: Index.ivfFlat(dot), refines: [0] },
  IVF_RQ: { config: Index.ivfRq(dot), refines: [3, 10, 30] },
};
const only = process.env.ONLY ?? "";
for (const [name, { config, refines }] of Object.entries(indexes)) {
  if (!name.includes(only)) continue;
  const built = await measure(() => table.createIndex("vector", { config, replace: true }));
  console.log(`${name}: built in ${inSeconds(built)}`);
  for (const probes of [32, 64, 128, 256]) {
    for (const refine of refines)
      await report(`${probes} probes${refine ? `, refined ${refine}` : ""}`, (query) =>
        refine ? query.nprobes(probes).refineFactor(refine) : query.nprobes(probes),
      );
  }
}
connection.close();
await rm(directory, { recursive: true });
await bundled.stop();
process.exit(0);
