import type { Log } from "vireo/log";
import type { Index, Indexes } from "./indexes";
import type { VectorTable } from "./vector-table";

/** With fewer rows, an exact search takes about ten milliseconds. */
export const EXACT_BELOW = 20_000;
/** Minimum average recall of approximate search. */
const MIN_RECALL = 0.97;
/** More segments slow down searches, so the table is partitioned again. */
const MAX_SEGMENTS = 16;
const SAMPLES = 40;
const NEIGHBOURS = 10;
const PROBES = [8, 16, 32, 64, 128, 256];

/** Returns the recall of a search with `nprobes` partitions. */
async function measureRecall(
  table: VectorTable,
  queries: readonly Float32Array[],
  exact: readonly string[][],
  nprobes: number,
) {
  let hits = 0;
  let all = 0;
  for (const [at, query] of queries.entries()) {
    const ids = new Set(await table.findNearestIds(query, NEIGHBOURS, nprobes));
    hits += exact[at]!.filter((id) => ids.has(id)).length;
    all += exact[at]!.length;
  }
  return hits / all;
}

/** Returns the normalised mean of two rows, because queries are not rows either. */
function average(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, at) => value + b[at]!);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/**
 * Partitions a table that has grown large. Compares approximate with exact search before searches use the partitions:
 * `nprobes` is the smallest number with enough recall, or null if none has it.
 */
export async function partition(table: VectorTable, index: Index, indexes: Indexes, log: Log): Promise<void> {
  const rows = await table.count();
  if (rows < EXACT_BELOW) return;
  if (rows < 2 * (index.partitioned_rows ?? 0) && (await table.countSegments()) <= MAX_SEGMENTS) return;
  await indexes.update(index.id, { nprobes: null });
  await table.compact(1);
  const partitions = Math.round(Math.sqrt(rows));
  await table.partition(partitions);
  const samples = await table.sample(SAMPLES);
  const queries = samples.map((vector, at) => average(vector, samples[(at + 1) % samples.length]!));
  const exact: string[][] = [];
  for (const query of queries) exact.push(await table.findNearestIds(query, NEIGHBOURS, null));
  let nprobes: number | null = null;
  for (const probes of PROBES) {
    if (probes > partitions || nprobes !== null) break;
    if ((await measureRecall(table, queries, exact, probes)) >= MIN_RECALL) nprobes = probes;
  }
  await indexes.update(index.id, { nprobes, partitioned_rows: rows });
  log.info("search index partitioned", { rows, partitions, nprobes: nprobes ?? "none, searching exactly" });
}
