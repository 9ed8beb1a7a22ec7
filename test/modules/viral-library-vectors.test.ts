import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { newUuid } from "#core/ids";
import { getCacheLimits } from "#modules/viral-library/index-vectors/connection";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import { separateWords } from "#modules/viral-library/search/tokens";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-vectors-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const row = (text = "", account = "shared") => ({
  ...{ id: newUuid(), account, text, username: "", hashtags: [], views: 0, duration: null, published: null },
  vector: new Float32Array([1, 0]),
});

test("a replica that looks whether the index is whole sees what another one has just written", async () => {
  const [writer, other] = [createVectors(folder), createVectors(folder)];
  const index = newUuid();
  const written = await writer.create(index, 2);
  await written.prepare();
  const known = (await other.open(index))!;
  expect(await known.count()).toBe(0);
  await written.upsert([row()]);
  const found = await known.getFingerprint();
  expect([found.rows, found]).toEqual([1, await written.getFingerprint()]);
  await writer.close();
  await other.close();
});

test("many small writes do not add up to many files, which every search would have to open", async () => {
  const vectors = createVectors(folder);
  const index = newUuid();
  const table = await vectors.create(index, 2);
  await table.prepare();
  for (let write = 0; write < 30; write++) {
    await table.upsert([row()]);
    await table.compact();
  }
  const files = await connect(folder);
  const opened = await files.openTable(`videos_${index.replaceAll("-", "")}`);
  const { numRows, fragmentStats } = await opened.stats();
  expect(numRows).toBe(30);
  expect(fragmentStats.numFragments).toBeLessThan(20);
  files.close();
  await vectors.close();
});

test("memory does not grow with the number of writes", async () => {
  const limit = 256 * 1024;
  const vectors = createVectors(folder, {}, () => ({ indexBytes: limit, otherBytes: limit }));
  const table = await vectors.create(newUuid(), 2);
  await table.prepare();
  for (let write = 0; write < 30; write++) {
    await table.upsert([row("sourdough")]);
    await table.findMatching("sourdough", { accounts: ["shared"], limit: 5 });
  }
  expect(vectors.getCachedBytes()).toBeGreaterThan(0);
  expect(vectors.getCachedBytes()).toBeLessThan(2 * limit);
  await vectors.close();
});

test("caches grow with the library, and searches go on", async () => {
  const MB = 1024 ** 2;
  expect(getCacheLimits(0)).toEqual({ indexBytes: 4 * MB, otherBytes: 4 * MB + (4 * MB) / 32 });
  expect(getCacheLimits(100 * MB).indexBytes).toBe(Math.min(256 * MB, getCacheLimits(2 ** 50).indexBytes));
  const sizes: number[] = [];
  const vectors = createVectors(folder, {}, (bytes) => {
    sizes.push(bytes);
    return { indexBytes: bytes > 0 ? 2 * MB : MB, otherBytes: MB };
  });
  const index = newUuid();
  const before = await vectors.create(index, 2);
  await before.prepare();
  const added = row("sourdough");
  await before.upsert([added]);
  await vectors.fit();
  expect(sizes).toEqual([0, expect.any(Number)]);
  expect(sizes[1]).toBeGreaterThan(0);
  const after = (await vectors.open(index))!;
  expect(after).not.toBe(before);
  for (const table of [before, after]) {
    const found = await table.findMatching("sourdough", { accounts: ["shared"], limit: 5 });
    expect(found.map(({ id }) => id)).toEqual([added.id]);
  }
  await vectors.close();
});

test("in the middle of an import videos are found by meaning, and by their words after the next compaction", async () => {
  const vectors = createVectors(folder);
  const table = await vectors.create(newUuid(), 2);
  await table.prepare();
  const window = { accounts: ["shared"], limit: 5 };
  await table.upsert(Array.from({ length: 900 }, () => row("sourdough starter")));
  expect(await table.findMatching("sourdough", window)).toHaveLength(5);
  await Bun.sleep(1100);
  await table.upsert(Array.from({ length: 600 }, () => row("banana bread")));
  expect(await table.findMatching("banana", window)).toHaveLength(0);
  expect(await table.findNearest(new Float32Array([1, 0]), window, null)).toHaveLength(5);
  await table.compact(1);
  expect(await table.findMatching("banana", window)).toHaveLength(5);
  await vectors.close();
});

test("searches find the right videos while rows are added, changed, compacted and removed", async () => {
  const vectors = createVectors(folder);
  const table = await vectors.create(newUuid(), 2);
  await table.prepare();
  const find = async (text: string) => {
    const near = await table.findNearest(new Float32Array([1, 0]), { accounts: ["shared"], limit: 50 }, null);
    const matching = await table.findMatching(text, { accounts: ["shared"], limit: 50 });
    return [near, matching].map((hits) => hits.map(({ id }) => id).sort());
  };
  const rows = Array.from({ length: 20 }, () => row("sourdough starter"));
  const ids = rows.map(({ id }) => id).sort();
  await table.upsert(rows);
  expect(await find("sourdough")).toEqual([ids, ids]);

  const changed = rows.slice(0, 5).map((one) => ({ ...one, text: "banana bread" }));
  await table.upsert(changed);
  expect(await find("banana")).toEqual([ids, changed.map(({ id }) => id).sort()]);

  await table.remove([ids[0]!]);
  await table.compact(1);
  const added = row("sourdough again");
  await table.upsert([added]);
  const left = [...ids.slice(1), added.id].sort();
  for (let i = 0; i < 3; i++) {
    const [near, matching] = await find("sourdough banana");
    expect([near, matching]).toEqual([left, left]);
    await Bun.sleep(50);
  }
  await vectors.close();
});

test("rows of other accounts are never found, whether an account has most rows or few", async () => {
  const vectors = createVectors(folder);
  const table = await vectors.create(newUuid(), 2);
  await table.prepare();
  const of = { shared: 30, anna: 6, ben: 14 };
  const rows = Object.entries(of).flatMap(([account, count]) =>
    Array.from({ length: count }, () => row("sourdough starter", account)),
  );
  await table.upsert(rows);
  const question = new Float32Array([1, 0]);
  const idsOf = (accounts: string[]) => rows.flatMap((one) => (accounts.includes(one.account) ? [one.id] : [])).sort();
  for (const _ of ["before the rows are known", "after"]) {
    for (const accounts of [["shared"], ["shared", "ben"], ["anna"], ["shared", "anna", "ben"], ["nobody"]]) {
      const near = await table.findNearest(question, { accounts, limit: 50 }, null);
      const matching = await table.findMatching("sourdough", { accounts, limit: 50 });
      expect([near, matching].map((hits) => hits.map(({ id }) => id).sort())).toEqual([
        idsOf(accounts),
        idsOf(accounts),
      ]);
      expect(await table.findNearest(question, { accounts, limit: 4 }, null)).toHaveLength(
        accounts[0] === "nobody" ? 0 : 4,
      );
      expect(near.every(({ similarity }) => Math.abs(similarity - 1) < 1e-6)).toBe(true);
      for (const { vector } of matching) expect(vector.values[0]! * vector.scale).toBeCloseTo(1);
    }
    await Bun.sleep(100);
  }
  await vectors.close();
});

test("captions without spaces between words are found by their words", async () => {
  const vectors = createVectors(folder);
  const table = await vectors.create(newUuid(), 2);
  await table.prepare();
  await table.upsert([
    row(separateWords("スマホの電池交換を自分でやってみた件")),
    row(separateWords("おばあちゃんの味噌汁")),
  ]);
  const window = { accounts: ["shared"], limit: 5 };
  expect(await table.findMatching(separateWords("電池交換"), window)).toHaveLength(1);
  expect(await table.findMatching(separateWords("味噌汁"), window)).toHaveLength(1);
  await vectors.close();
});
