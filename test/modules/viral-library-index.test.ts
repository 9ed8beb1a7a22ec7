import { afterEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Vireo } from "#core/boot";
import { ADMIN } from "#test/app";
import { compare, ground, left, letters, plant, poke } from "#test/modules/viral-library-server";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function until(read: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await read()) return;
    await Bun.sleep(25);
  }
  throw new Error("It did not come true.");
}

async function open(model: { name: string; older?: string }) {
  const place = await ground(letters(model));
  undo.push(place.end);
  return {
    ...place,
    async start() {
      const vireo = await place.start();
      let stopped = false;
      const stop = async () => {
        if (!stopped) await vireo.stop();
        stopped = true;
      };
      undo.push(stop);
      return { ...vireo, stop };
    },
    ready: (count = 1) =>
      until(async () => {
        const all = await place.db.selectFrom("viral_indexes").select("ready_at").execute();
        return all.filter((one) => one.ready_at).length === count && (await left(place.db)) === 0;
      }),
  };
}

const search = async (vireo: Pick<Vireo, "handle">, q: string) => {
  const request = new Request(`http://localhost/api/v1/viral-library/search?q=${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${ADMIN}` },
  });
  return (await (await vireo.handle(request)).json()) as {
    total: number;
    results: { video: { description: string } }[];
  };
};
describe("after kill -9", () => {
  test("in the middle of indexing, with deletions, the index comes to equal the database without beginning anew", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 4000);
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "viral-library-server.ts")], {
      env: { PATH: process.env.PATH, ...place.env },
      stdout: "ignore",
      stderr: "ignore",
    });
    // Some, not all: the first sweep of the child begins it.
    await until(async () => {
      const now = await left(place.db);
      return now > 0 && now < 3800;
    });
    await place.db.deleteFrom("viral_videos").where("tiktok_id", "like", "planted-1%").execute();
    child.kill("SIGKILL");
    await child.exited;
    const waiting = await left(place.db);
    expect(waiting).toBeGreaterThan(0);
    const before = await compare(place.db, place.dataDir);
    expect(before.held).not.toEqual(before.wanted);

    await poke(await place.start());
    await place.ready();
    const after = await compare(place.db, place.dataDir);
    expect(after.held).toEqual(after.wanted);
    expect(after.index.id).toBe(before.index.id);
  }, 30_000);

  test("between the files' write and the database's commit: the batch is written twice, and held once", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 300);
    let vireo = await place.start();
    await poke(vireo);
    await place.ready();
    await vireo.stop();
    // As such a crash leaves it: the files have the rows, the database believes they have not.
    const { index } = await compare(place.db, place.dataDir);
    const rows = await place.db.selectFrom("viral_videos").select("id").execute();
    await place.db
      .insertInto("viral_outbox")
      .values(rows.map(({ id }) => ({ index_id: index.id, video_id: id })))
      .execute();
    vireo = await place.start();
    await poke(vireo);
    await place.ready();
    await vireo.stop();
    const { held, wanted } = await compare(place.db, place.dataDir);
    expect(held).toEqual(wanted);
  }, 30_000);
});

test("a lost directory, and rows that the database has no video for, are noticed and made good", async () => {
  const place = await open({ name: "letters-1" });
  await plant(place.db, 300);
  let vireo = await place.start();
  await poke(vireo);
  await place.ready();
  await vireo.stop();
  await rm(join(place.dataDir, "vectors"), { recursive: true });
  vireo = await place.start();
  expect((await search(vireo, "bread")).total).toBe(0);
  await poke(vireo);
  await until(async () => (await compare(place.db, place.dataDir)).held.length === 302);
  await place.ready();
  expect((await search(vireo, "bread")).total).toBe(20);
  await vireo.stop();
}, 40_000);

test("a changed model embeds everything anew, and the old index answers until it is done", async () => {
  const model: { name: string; older?: string } = { name: "letters-1" };
  const place = await open(model);
  await plant(place.db, 600);
  const vireo = await place.start();
  await poke(vireo);
  await place.ready();
  const [first] = await place.db.selectFrom("viral_indexes").selectAll().execute();

  Object.assign(model, { name: "letters-2", older: "letters-1" });
  expect((await search(vireo, "planted bread")).total).toBe(20);
  await poke(vireo);
  const totals: number[] = [];
  await until(async () => {
    totals.push((await search(vireo, "planted bread")).total);
    const all = await place.db.selectFrom("viral_indexes").selectAll().orderBy("created_at").execute();
    return all.length === 2 && all.every((one) => one.ready_at);
  });
  expect(new Set(totals)).toEqual(new Set([20]));
  await until(async () => (await left(place.db)) === 0);
  const { index, held, wanted } = await compare(place.db, place.dataDir);
  expect([index.model, index.id === first!.id]).toEqual(["letters-2", false]);
  expect(held).toEqual(wanted);

  // What was replaced goes once nobody can still be reading it.
  await place.db
    .updateTable("viral_indexes")
    .set({ ready_at: new Date(0) })
    .where("id", "=", index.id)
    .execute();
  await poke(vireo);
  await until(async () => (await place.db.selectFrom("viral_indexes").selectAll().execute()).length === 1);
  expect((await search(vireo, "planted bread")).total).toBe(20);
}, 40_000);

test("a deleted account takes its videos out of the index", async () => {
  const place = await open({ name: "letters-1" });
  const vireo = await place.start();
  await plant(place.db, 10);
  await poke(vireo);
  await place.ready();
  expect((await compare(place.db, place.dataDir)).held).toHaveLength(11);
  const { account_id: owner } = await place.db
    .selectFrom("viral_videos")
    .select("account_id")
    .where("account_id", "is not", null)
    .executeTakeFirstOrThrow();
  await place.db.deleteFrom("accounts").where("id", "=", owner!).execute();
  expect(await left(place.db)).toBe(1);
  await until(async () => (await left(place.db)) === 0);
  expect((await compare(place.db, place.dataDir)).held).toHaveLength(10);
}, 40_000);
