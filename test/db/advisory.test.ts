import { afterAll, beforeAll, expect, test } from "bun:test";
import { whileHolding } from "#db/advisory";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test("one holder at a time does the work, and the next may once it has ended, or failed", async () => {
  const { sql } = database;
  const inner: boolean[] = [];
  const outer = await whileHolding(sql, "sweep", async () => {
    inner.push(await whileHolding(sql, "sweep", async () => {}));
    inner.push(await whileHolding(sql, "other", async () => {}));
  });
  expect({ outer, inner }).toEqual({ outer: true, inner: [false, true] });
  const failing = whileHolding(sql, "sweep", () => Promise.reject(new Error("no luck")));
  await expect(failing).rejects.toThrow("no luck");
  expect(await whileHolding(sql, "sweep", async () => {})).toBe(true);
});

test("a holder that loses its connection ends quietly, and the lock is free", async () => {
  const { sql } = database;
  const held = await whileHolding(sql, "sweep", async () => {
    await sql`select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory'`;
    expect(await whileHolding(sql, "sweep", async () => {})).toBe(true);
  });
  expect(held).toBe(true);
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
});
