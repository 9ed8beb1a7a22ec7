/**
 * Search through everything (HTTP handling, embedding, both indexes, Postgres) beside LanceDB alone with the query's
 * vector at hand, on synthetic vectors in clusters. ROWS (100000) and QUERIES (200) are taken from the environment.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot, migrationLines } from "#core/boot";
import type { Slots } from "#core/engine";
import { newUuid } from "#core/ids";
import { createLog } from "#core/log";
import { defineModule } from "#core/module";
import { viralLibrary } from "#modules/viral-library/index";
import type { Analysis } from "#modules/viral-library/schema";
import { createVectors } from "#modules/viral-library/vectors";
import { createEmbedder } from "#plugins/embedder/embedder";
import { ADMIN } from "#test/app";
import { freshDatabase } from "#test/database";
import { stopCluster } from "#test/db/cluster";

const ROWS = Number(process.env.ROWS ?? 100_000);
const QUERIES = Number(process.env.QUERIES ?? 200);
const SIZE = 256;
const CLUSTERS = 500;

/** Numbers from a seed, -0.5 to 0.5. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}
const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};
const centres = Array.from({ length: CLUSTERS }, (_, at) => {
  const random = noise(at + 1);
  return unit(Float32Array.from({ length: SIZE }, random));
});
/** The same text, the same vector: near the centre of some cluster. */
function synthetic(text: string): Float32Array {
  const hash = Bun.hash.xxHash32(text);
  const random = noise(hash);
  return unit(centres[hash % CLUSTERS]!.map((value) => value + random() * 0.12));
}
const vocabulary = Array.from({ length: 4000 }, (_, at) => `w${Math.floor(at ** 1.3).toString(36)}`);
function sentence(seed: number, length: number): string {
  const random = noise(seed * 7919 + 13);
  // Few words are common, most are rare.
  return Array.from({ length }, () => vocabulary[Math.floor((random() + 0.5) ** 3 * vocabulary.length)]).join(" ");
}

const log = createLog({ level: "silent", format: "text" });
const real = createEmbedder({ dtype: "q8", offline: true, cacheDir: tmpdir(), log });
/** Costs what the bundled model costs for questions; rows get their vectors for nothing. */
const engine: Slots["embed"] = {
  name: "synthetic",
  model: "synthetic",
  dimensions: SIZE,
  async embed(texts, signal) {
    if (texts.length === 1) await real.engine.embed(texts, signal);
    return texts.map(synthetic);
  },
};
const modules = [viralLibrary, defineModule({ name: "synthetic", start: () => ({ engines: { embed: engine } }) })];

const database = await freshDatabase(migrationLines(modules));
const dataDir = await mkdtemp(join(tmpdir(), "vireo-search-"));
const { db } = database;
const analysis: Analysis = {
  hook: "",
  summary: "",
  whyItPerformed: [],
  attributesToCopy: [],
  hooksToTest: [],
  keyframes: [],
  durationSeconds: 1,
  tags: [],
  analyzedAt: 0,
  basis: "caption",
};
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

let started = performance.now();
for (let from = 0; from < ROWS; from += 2000) {
  const rows = Array.from({ length: Math.min(2000, ROWS - from) }, (_, at) => ({
    id: newUuid(),
    account_id: null,
    tiktok_id: String(from + at),
    tiktok_url: "https://example.com/v",
    username: `user_${(from + at) % 5000}`,
    description: sentence(from + at, 12),
    stats: { views: from + at, likes: 0, comments: 0, shares: 0, saves: 0 },
    hashtags: [],
    analysis,
    analysis_due: false,
  }));
  await db.insertInto("viral_videos").values(rows).execute();
}
console.log(`${ROWS} rows in Postgres: ${seconds(started)} s`);

const vireo = await boot({
  modules,
  env: {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    VIREO_ADMIN_KEY: ADMIN,
    LOG_LEVEL: "info",
    RATE_LIMIT_PER_MINUTE: "1000000000",
  },
});
const ask = async (path: string) => {
  const request = new Request(`http://localhost/api/v1/viral-library/${path}`, {
    headers: { authorization: `Bearer ${ADMIN}` },
  });
  const response = await vireo.handle(request);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as { total: number };
};
started = performance.now();
const index = async () => db.selectFrom("viral_indexes").selectAll().executeTakeFirst();
for (;;) {
  const now = await index();
  if (now?.ready_at && (ROWS < 20_000 || now.partitioned_rows !== null)) break;
  await Bun.sleep(500);
}
const { id, nprobes } = (await index())!;
console.log(`indexed and partitioned: ${seconds(started)} s, nprobes ${nprobes}`);

const vectors = createVectors(join(dataDir, "vectors"));
const table = (await vectors.open(id))!;
const never = new AbortController().signal;
const questions = Array.from({ length: QUERIES }, (_, at) => sentence(10_000_000 + at, 3));
const window = { where: `account in ('${newUuid()}', 'shared')`, limit: 20 };

async function measure(name: string, work: (q: string, at: number) => Promise<unknown>) {
  for (const [at, q] of questions.slice(0, 20).entries()) await work(`${q} `, at);
  const times: number[] = [];
  for (const [at, q] of questions.entries()) {
    const from = performance.now();
    await work(q, at);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  console.log(`${name}: p50 ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms`);
  return at(0.95);
}

await measure("exact vectors, LanceDB alone", (q) => table.nearest(synthetic(q), window, null));
await measure("vectors, LanceDB alone", (q) => table.nearest(synthetic(q), window, nprobes));
await measure("words, LanceDB alone", (q) => table.matching(q, synthetic(q), window));
const alone = await measure("vectors and words, LanceDB alone", (q) =>
  Promise.all([table.nearest(synthetic(q), window, nprobes), table.matching(q, synthetic(q), window)]),
);
const embedding = await measure("one embedding", (q) => real.engine.embed([q], never));
const whole = await measure("GET /viral-library/search", (q) => ask(`search?q=${encodeURIComponent(q)}`));
console.log(`p95 whole / (alone + embedding): ${(whole / (alone + embedding)).toFixed(2)} (goal: at most 1.3)`);

let found = 0;
for (const q of questions) {
  const vector = synthetic(q);
  const exact = await table.nearestIds(vector, 10, null);
  const fast = new Set(await table.nearestIds(vector, 10, nprobes));
  found += exact.filter((one) => fast.has(one)).length;
}
console.log(`recall@10 against exact: ${(found / (10 * QUERIES)).toFixed(4)} (goal: at least 0.97)`);

await vectors.close();
await vireo.stop();
await real.stop();
await database.drop();
await stopCluster();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
