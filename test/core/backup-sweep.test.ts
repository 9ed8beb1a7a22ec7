/** Stored files that no row needs are removed, after a time. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { createLog } from "#core/observability/log";
import { createBloomFilter } from "#core/storage/bloom-filter";
import { createLocalStorage } from "#core/storage/local";
import { createS3Storage } from "#core/storage/s3";
import { newStorageKey, type Storage } from "#core/storage/storage";
import { createSweep } from "#core/storage/sweep";
import { lines } from "#test/cli/backup-parts";
import { freshDatabase, type TestDatabase } from "#test/database";
import { FakeS3 } from "#test/s3";

const DAY_MS = 86_400_000;
const signal = new AbortController().signal;
const s3 = new FakeS3();
let folder: string;
let database: TestDatabase;
let logged: string[];
const log = createLog({ level: "info", format: "json", write: (line) => void logged.push(line) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-sweep-"));
  database = await freshDatabase(lines);
  logged = [];
});
afterAll(async () => {
  await database.drop();
  s3.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What is there, by key. */
async function keysOf(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list()))
    .flat()
    .map(({ key }) => key)
    .sort();
}

describe.each(["local", "s3"] as const)("in %s storage", (kind) => {
  let storage: Storage;
  const age = async (key: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    if (kind === "local") await utimes(join(folder, key), then, then);
    else s3.objects.get(key)!.modified = then;
  };
  const store = async (days: number) => {
    const key = newStorageKey("mp4");
    await storage.put(key, new Blob(["x"]), { contentType: "video/mp4" });
    await age(key, days);
    return key;
  };
  beforeAll(async () => {
    storage = kind === "local" ? await createLocalStorage(folder) : createS3Storage(s3.settings);
  });

  test("all files are listed, page by page, and nothing else", async () => {
    s3.state.largestPage = 3;
    const keys = await Promise.all(Array.from({ length: 8 }, () => store(0)));
    await storage.check();
    expect(await keysOf(storage)).toEqual(keys.sort());
    const [first] = (await Array.fromAsync(storage.list())).flat();
    expect(first).toMatchObject({ size: 1, lastModified: expect.any(Date) });
    await Promise.all(keys.map((key) => storage.remove(key)));
  });

  test("old ones that no row mentions are removed, and no others", async () => {
    const [young, old, forgotten, inRow, inText, expected] = await Promise.all([0, 8, 400, 8, 8, 8].map(store));
    const account = newUuid();
    const { db } = database;
    await db.insertInto("accounts").values({ id: account, name: "Somebody" }).execute();
    await sql`insert into generations (id, account_id, kind, status, engine, model, prompt, request, credits, files)
      values (${newUuid()}, ${account}, 'video', 'completed', 'e', 'm', 'p', '{}', 0,
        ${{ main: { key: inRow, contentType: "video/mp4", size: 1 } }}::jsonb)`.execute(db);
    await sql`insert into content (id, account_id, type, data)
      values (${newUuid()}, ${account}, 'products', ${{ photos: [`https://here/media/${inText}`] }}::jsonb)`.execute(
      db,
    );
    await sql`insert into uploads (id, account_id, status, key, content_type, size)
      values (${newUuid()}, ${account}, 'pending', ${expected!}, 'video/mp4', 1)`.execute(db);

    const swept = await createSweep({ db, storage, graceMs: 7 * DAY_MS, log })(signal);
    expect(swept).toEqual({ files: 6, removed: 2, freed: 2 });
    expect(await keysOf(storage)).toEqual([young!, inRow!, inText!, expected!].sort());
    expect(logged.at(-1)).toContain('"removed":2');
    expect([old, forgotten]).toHaveLength(2);
  });

  test("none is removed where the setting says so", async () => {
    const old = await store(400);
    await createSweep({ db: database.db, storage, graceMs: 0, log })(signal);
    expect(await keysOf(storage)).toContain(old);
  });
});

test("a bucket is swept by one database only, so that a drill beside the real one harms nothing", async () => {
  const storage = createS3Storage(s3.settings);
  const old = newStorageKey("mp4");
  await storage.put(old, new Blob(["x"]), { contentType: "video/mp4" });
  const other = await freshDatabase(lines);
  expect(await createSweep({ db: other.db, storage, graceMs: 1, log })(signal)).toBeUndefined();
  expect(await keysOf(storage)).toContain(old);
  expect(logged.at(-1)).toContain("another database");
  await other.drop();
  s3.state.failing = false;
  expect((await createSweep({ db: database.db, storage, graceMs: 1, log })(signal))?.removed).toBeGreaterThan(0);
});

test("the sketch of a set finds all that is in it, and hardly anything that is not", () => {
  const filter = createBloomFilter();
  const keys = Array.from({ length: 20_000 }, () => newStorageKey("mp4"));
  for (const key of keys) filter.add(key);
  expect(keys.every(filter.has)).toBe(true);
  expect(keys.filter(() => filter.has(newStorageKey("mp4"))).length).toBeLessThan(20);
});

test("a set with five times as many keys as one part holds still tells most other keys apart", () => {
  const filter = createBloomFilter(2 ** 16);
  const keys = Array.from({ length: 50_000 }, () => newStorageKey("mp4"));
  for (const key of keys) filter.add(key);
  expect(keys.every(filter.has)).toBe(true);
  expect(keys.filter(() => filter.has(newStorageKey("mp4"))).length).toBeLessThan(keys.length / 3);
});
