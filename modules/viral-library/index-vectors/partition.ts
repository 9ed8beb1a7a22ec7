import type { Log } from "vireo/log";
import type { Index, Indexes } from "./indexes";
import type { VectorTable } from "./vector-table";

/** Below it, looking through everything takes some ten milliseconds and is exact. */
export const EXACT_BELOW = 20_000;
/** Neighbours that the fast search must find of those that the exact one finds, on the average. */
const RECALL = 0.98;
/** More of them slow searches down: all is divided anew then. */
const SEGMENTS = 16;
const SAMPLES = 40;
const NEIGHBOURS = 10;
const PROBES = [8, 16, 32, 64, 128];

/** The share of true neighbours found, over sample rows moved a little, as queries are no rows. */
async function recall(
  table: VectorTable,
  queries: readonly Float32Array[],
  exact: readonly string[][],
  nprobes: number,
) {
  let found = 0;
  let all = 0;
  for (const [at, query] of queries.entries()) {
    const ids = new Set(await table.nearestIds(query, NEIGHBOURS, nprobes));
    found += exact[at]!.filter((id) => ids.has(id)).length;
    all += exact[at]!.length;
  }
  return found / all;
}

/** Half of one row and half of another, of length 1: lies between things that exist, as questions do. */
function between(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, at) => value + b[at]!);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/**
 * Divides a table that has grown large, and lets searches use the partitions only after a comparison
 * with exact search: `nprobes` is the smallest number that finds enough, and null where none does.
 */
export async function partition(table: VectorTable, index: Index, indexes: Indexes, log: Log): Promise<void> {
  const rows = await table.count();
  if (rows < EXACT_BELOW) return;
  if (rows < 2 * (index.partitioned_rows ?? 0) && (await table.segments()) <= SEGMENTS) return;
  await indexes.set(index.id, { nprobes: null });
  await table.compact(1);
  const partitions = Math.round(Math.sqrt(rows));
  await table.partition(partitions);
  const samples = await table.sample(SAMPLES);
  const queries = samples.map((vector, at) => between(vector, samples[(at + 1) % samples.length]!));
  const exact: string[][] = [];
  for (const query of queries) exact.push(await table.nearestIds(query, NEIGHBOURS, null));
  let nprobes: number | null = null;
  for (const probes of PROBES) {
    if (probes > partitions || nprobes !== null) break;
    if ((await recall(table, queries, exact, probes)) >= RECALL) nprobes = probes;
  }
  await indexes.set(index.id, { nprobes, partitioned_rows: rows });
  log.info("the search index was partitioned", { rows, partitions, nprobes: nprobes ?? "none: exact search" });
}
