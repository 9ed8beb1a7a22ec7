/**
 * Search through everything (HTTP handling, embedding, both indexes, Postgres) beside LanceDB alone with the query's
 * vector at hand, on vectors that the bundled encoder made.
 *
 *     bun tools/bench/search.ts                            100,000 videos, two minutes
 *     ROWS=100000,1000000 bun tools/bench/search.ts        the second beside the first: some ten minutes, 5 GB of disk
 *
 * QUERIES (200) and ROUNDS (7): figures are medians of the rounds, ratios are made within each.
 */
import type { Table } from "@lancedb/lancedb";
import { stopCluster } from "#test/db/cluster";
import { bundled, library, questions as make } from "./library";
import { median, rounds, shown } from "./rounds";

const sizes = (process.env.ROWS ?? "100000").split(",").map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const questions = make(Number(process.env.QUERIES ?? 200));
const never = new AbortController().signal;
const embedded = await bundled.engine.embed(questions, never);
const vectors = new Map(questions.map((q, at) => [q, embedded[at]!]));
const vectorOf = (q: string) => vectors.get(q)!;
const window = { accounts: ["00000000-0000-0000-0000-000000000000", "shared"], limit: 30 };
const share = (exact: readonly unknown[][], found: readonly unknown[][]) =>
  exact.flatMap((ids, at) => ids.map((id): number => (found[at]!.includes(id) ? 1 : 0))).reduce((a, b) => a + b, 0) /
  exact.flat().length;
const all = async <T>(work: (q: string) => Promise<T>): Promise<T[]> => {
  const found: T[] = [];
  for (const q of questions) found.push(await work(q));
  return found;
};

const libraries: (Awaited<ReturnType<typeof library>> & { rows: number })[] = [];
for (const rows of sizes) libraries.push({ ...(await library(rows)), rows });

/** LanceDB's own queries at their fastest: row ids alone, without a condition. */
const fastest = (raw: Table, nprobes: number | null) => ({
  async vectors(q: string) {
    const query = raw.query().nearestTo(vectorOf(q)).distanceType("dot");
    const probed = nprobes === null ? query.bypassVectorIndex() : query.nprobes(nprobes);
    return probed.withRowId().select(["_rowid", "_distance"]).limit(window.limit).toArray();
  },
  words: (q: string) =>
    raw
      .query()
      .fullTextSearch(q, { columns: ["text"] })
      .withRowId()
      .select(["_rowid", "_score"])
      .limit(window.limit)
      .toArray(),
});

for (const { rows, table, nprobes, search, withRaw } of libraries) {
  await withRaw(async (raw) => {
    const { all: each, medians } = await rounds({ ...fastest(raw, nprobes), whole: search }, questions, ROUNDS);
    const ratio = median(each.map((one) => one.whole.p50 / Math.max(one.vectors.p50, one.words.p50)));
    console.log(`\n${rows} videos`);
    console.log(`  LanceDB, vectors, row ids alone    ${shown(medians.vectors)}`);
    console.log(`  LanceDB, words, row ids alone      ${shown(medians.words)}`);
    console.log(`  GET /viral-library/search          ${shown(medians.whole)}`);
    console.log(`  whole / the slower of the two, p50: ${ratio.toFixed(2)}`);
  });
  const { all: each, medians } = await rounds(
    {
      alone: (q) => Promise.all([table.findNearest(vectorOf(q), window, nprobes), table.findMatching(q, window)]),
      embedding: (q) => bundled.engine.embed([q], never),
      whole: search,
    },
    questions,
    ROUNDS,
  );
  console.log(`\n${rows} videos`);
  console.log(`  LanceDB alone (vectors and words)  ${shown(medians.alone)}`);
  console.log(`  one embedding                      ${shown(medians.embedding)}`);
  console.log(`  GET /viral-library/search          ${shown(medians.whole)}`);
  const ratio = (key: "p50" | "p95") =>
    median(each.map((one) => one.whole[key] / (one.alone[key] + one.embedding[key])));
  console.log(`  whole / (alone + embedding): p95 ${ratio("p95").toFixed(2)}, p50 ${ratio("p50").toFixed(2)}`);
  const before = process.cpuUsage();
  await all(search);
  const { user, system } = process.cpuUsage(before);
  console.log(`  CPU time of a search in this process: ${((user + system) / 1000 / questions.length).toFixed(1)} ms`);
  const exact = await all((q) => table.findNearestIds(vectorOf(q), 10, null));
  const found = await all((q) => table.findNearestIds(vectorOf(q), 10, nprobes));
  console.log(`  recall@10 against exact search: ${share(exact, found).toFixed(4)} (goal: at least 0.95)`);
}

const [small, large] = libraries;
if (small && large) {
  const { all: each } = await rounds({ small: small.search, large: large.search }, questions, ROUNDS);
  const ratio = median(each.map((one) => one.large.p95 / one.small.p95));
  console.log(`\np95 at ${large.rows} / p95 at ${small.rows}: ${ratio.toFixed(2)} (goal: at most 3)`);
}

for (const one of libraries) await one.end();
await bundled.stop();
await stopCluster();
process.exit(0);
