import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLocks, type Locks } from "#db/advisory";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
let mine: Locks;
let yours: Locks;
beforeAll(async () => {
  database = await freshDatabase();
  [mine, yours] = [createLocks(database.sql), createLocks(database.sql)];
});
afterAll(async () => {
  await mine.end();
  await yours.end();
  await database.drop();
});

const nothing = async () => {};

test("one holder at a time does the work, and the next may once it has ended, or failed", async () => {
  const inner: boolean[] = [];
  const outer = await mine.tryWithLock("sweep", async () => {
    for (const locks of [mine, yours])
      for (const name of ["sweep", "other"]) inner.push(await locks.tryWithLock(name, nothing));
  });
  expect({ outer, inner }).toEqual({ outer: true, inner: [false, true, false, true] });
  const failing = mine.tryWithLock("sweep", () => Promise.reject(new Error("no luck")));
  await expect(failing).rejects.toThrow("no luck");
  expect(await yours.tryWithLock("sweep", nothing)).toBe(true);
});

test("of many who ask at once, one holds it", async () => {
  const ask = (locks: Locks) => locks.tryWithLock("rush", () => Bun.sleep(100));
  const held = await Promise.all([mine, yours, mine, yours].map(ask));
  expect(held.filter(Boolean)).toHaveLength(1);
});

test("locks take none of the pool's connections from the work that is done under them", async () => {
  const { sql } = database;
  const names = Array.from({ length: 30 }, (_, at) => `lock ${at}`);
  const together = Promise.withResolvers<void>();
  let begun = 0;
  const work = async () => {
    if (++begun === names.length) together.resolve();
    await together.promise;
    await sql`select 1`;
  };
  expect(await Promise.all(names.map((name) => mine.tryWithLock(name, work)))).not.toContain(false);
});

test("a holder that loses its connection ends quietly, and the lock is free", async () => {
  const { sql } = database;
  const held = await mine.tryWithLock("sweep", async () => {
    // Only of this database: pg_locks has the locks of the whole server, which other test files share.
    await sql`select pg_terminate_backend(l.pid, 5000) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`;
    expect(await yours.tryWithLock("sweep", nothing)).toBe(true);
    expect(await mine.tryWithLock("sweep", nothing)).toBe(true);
  });
  expect(held).toBe(true);
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
});

test("closing takes no time while nothing is locked, and no lock is given afterwards", async () => {
  const close = async () => {
    const locks = createLocks(database.sql);
    await locks.tryWithLock("sweep", nothing);
    const start = performance.now();
    await locks.end();
    return { locks, ms: performance.now() - start };
  };
  const closed = [await close(), await close(), await close(), await close(), await close()];
  // A connection that is held makes each of them wait a second. On a slow machine, one or the other takes as long.
  expect(Math.min(...closed.map(({ ms }) => ms))).toBeLessThan(800);
  const [{ locks }] = closed as [Awaited<ReturnType<typeof close>>];
  expect(locks.tryWithLock("sweep", nothing)).rejects.toThrow("closed");
});
