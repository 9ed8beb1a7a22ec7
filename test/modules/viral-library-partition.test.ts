import { afterEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUuid } from "#core/ids";
import { createLog } from "#core/observability/log";
import type { Index, Indexes } from "#modules/viral-library/index-vectors/indexes";
import { EXACT_BELOW, partition } from "#modules/viral-library/index-vectors/partition";
import type { VectorTable } from "#modules/viral-library/index-vectors/vector-table";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import { override } from "#test/override";

const SIZE = 16;
const log = createLog({ level: "silent", format: "text" });

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A table of so many random vectors. */
async function filled(rows: number) {
  const directory = await mkdtemp(join(tmpdir(), "vireo-partition-"));
  const vectors = createVectors(directory);
  undo.push(async () => {
    await vectors.close();
    await rm(directory, { recursive: true });
  });
  const table = await vectors.create(newUuid(), SIZE);
  await table.prepare();
  await table.upsert(
    Array.from({ length: rows }, () => {
      const vector = Float32Array.from({ length: SIZE }, () => Math.random() - 0.5);
      const length = Math.hypot(...vector);
      const rest = {
        account: "shared",
        text: "",
        username: "",
        hashtags: [],
        views: 0,
        duration: null,
        published: null,
      };
      return { ...rest, id: newUuid(), vector: vector.map((value) => value / length) };
    }),
  );
  return table;
}

/** What is written of the index, one entry for each time. */
async function partitioned(table: VectorTable, index: Partial<Index> = {}) {
  const written: object[] = [];
  const indexes = { update: async (_: string, values: object) => void written.push(values) } as unknown as Indexes;
  await partition(table, { id: newUuid(), partitioned_rows: null, ...index } as Index, indexes, log);
  return written;
}

test("a small table stays undivided; a large one is divided, compared with exact search, and only then used", async () => {
  const table = await filled(EXACT_BELOW - 1);
  expect(await partitioned(table)).toEqual([]);
  const extra = { account: "shared", text: "", username: "", hashtags: [], views: 0, duration: null, published: null };
  await table.upsert([{ ...extra, id: newUuid(), vector: new Float32Array(SIZE).fill(0.25) }]);

  const [before, after] = await partitioned(table);
  expect(before).toEqual({ nprobes: null });
  const { nprobes, partitioned_rows } = after as { nprobes: number; partitioned_rows: number };
  expect(partitioned_rows).toBe(EXACT_BELOW);
  expect([8, 16, 32, 64, 128]).toContain(nprobes);
  let found = 0;
  for (const query of await table.sample(30)) {
    const ids = new Set(await table.findNearestIds(query, 10, nprobes));
    for (const id of await table.findNearestIds(query, 10, null)) if (ids.has(id)) found++;
  }
  expect(found / 300).toBeGreaterThan(0.95);
  // Not again before it has doubled, or has come to consist of many parts.
  expect(await table.countSegments()).toBe(1);
  expect(await partitioned(table, { partitioned_rows: EXACT_BELOW })).toEqual([]);
  const many = override(table, { countSegments: async () => 17 });
  expect(await partitioned(many, { partitioned_rows: EXACT_BELOW })).toHaveLength(2);
});

test("where the fast search misses neighbours, however far it looks, the exact one stays in use", async () => {
  const table = await filled(EXACT_BELOW);
  const blind = override(table, {
    findNearestIds: async (vector, limit, nprobes) =>
      (await table.findNearestIds(vector, limit, null)).slice(0, nprobes === null ? limit : limit * 0.9),
  });
  const [, after] = await partitioned(blind);
  expect(after).toEqual({ nprobes: null, partitioned_rows: EXACT_BELOW });
});
