import { afterEach, describe, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { boot } from "#core/boot/boot";
import type { Vireo } from "#core/boot/vireo";
import { newUuid, toPublicId } from "#core/ids";
import { defineModule, type Services } from "#core/module";
import { viralLibrary } from "#modules/viral-library/index";
import type { VectorTable } from "#modules/viral-library/index-vectors/vector-table";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import { ADMIN, compare, ground, left, letters, lettersEngine, plant, poke } from "#test/modules/viral-library-server";
import { until } from "#test/until";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

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
    /** The reindexing of another process than a server's; `embed` in place of its engine's own. */
    async tool(embed = lettersEngine("letters-1").embed) {
      const engine = defineModule({
        name: "letters",
        start: () => ({ engines: { embed: { ...lettersEngine("letters-1"), embed } } }),
      });
      const tool = await boot({ modules: [viralLibrary, engine], env: place.env, role: "tool" });
      undo.push(tool.stop);
      return libraryOf(tool).reindex;
    },
    /** Resolves when the newest of so many indexes has everything. Those that it replaces may miss the latest changes. */
    ready: (count = 1) =>
      until(async () => {
        const all = await place.db.selectFrom("viral_indexes").selectAll().orderBy("created_at").execute();
        const newest = all.at(-1);
        const waiting = await place.db
          .selectFrom("viral_videos")
          .select("id")
          .where("analysis_due", "=", true)
          .execute();
        const isComplete = newest?.ready_at && waiting.length === 0 && (await left(place.db, newest.id)) === 0;
        return all.length === count && isComplete;
      }),
  };
}

const libraryOf = (vireo: Pick<Vireo, "services">) => vireo.services["viral-library"] as Services["viral-library"];
const refuse = () => Promise.reject(new Error("no such model"));

/** Looks into an index's files, or changes them, behind the server's back. */
async function within<T>(indexId: string, dataDir: string, work: (table: VectorTable) => Promise<T>): Promise<T> {
  const vectors = createVectors(join(dataDir, "vectors"));
  try {
    return await work((await vectors.open(indexId))!);
  } finally {
    await vectors.close();
  }
}

const call = async (vireo: Pick<Vireo, "handle">, path: string) => {
  const request = new Request(`http://localhost/api/v1/viral-library/${path}`, {
    headers: { authorization: `Bearer ${ADMIN}` },
  });
  return (await (await vireo.handle(request)).json()) as {
    total: number;
    results: { video: { description: string } }[];
  };
};
const search = (vireo: Pick<Vireo, "handle">, q: string) => call(vireo, `search?q=${encodeURIComponent(q)}`);

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
  });

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
  });
});

test("a compaction that is killed at any moment leaves an index that comes to equal the database, not made anew", async () => {
  const place = await open({ name: "letters-1" });
  await plant(place.db, 3000);
  const vireo = await place.start();
  await poke(vireo);
  await place.ready();
  await vireo.stop();
  const { index: first } = await compare(place.db, place.dataDir);
  let rounds = 0;
  for (let inside = 0; inside < 4; ) {
    if (++rounds > 30) throw new Error("No compaction was caught.");
    // A third is changed, some go, some come.
    const third = sql<boolean>`abs(hashtext(tiktok_id)) % 3 = ${rounds % 3}`;
    const stats = { views: rounds };
    await place.db
      .updateTable("viral_videos")
      .set({ stats: sql`stats || ${stats}::jsonb` })
      .where(third)
      .execute();
    await place.db.deleteFrom("viral_videos").where("tiktok_id", "like", `planted-${rounds}7%`).execute();
    await plant(place.db, 50, `more-${rounds}-`);
    const child = Bun.spawn([process.execPath, new URL("./viral-library-compactor.ts", import.meta.url).pathname], {
      env: { PATH: process.env.PATH, ...place.env },
      stdout: "pipe",
      stderr: "inherit",
    });
    let last = "";
    const reading = (async () => {
      for await (const part of child.stdout) last = Buffer.from(part).toString().trim().split("\n").at(-1)!;
    })();
    await until(async () => last === "begin");
    await Bun.sleep(Math.random() * 20);
    child.kill("SIGKILL");
    await child.exited;
    await reading;
    if (last === "begin") inside++;
  }
  const again = await place.start();
  await place.ready();
  await until(async () => {
    const { held, wanted } = await compare(place.db, place.dataDir);
    return held.length === wanted.length;
  });
  await again.stop();
  const { index, held, wanted } = await compare(place.db, place.dataDir);
  expect(held).toEqual(wanted);
  expect(index.id).toBe(first.id);
  // Not the ids alone: what was changed is there as it was changed.
  for (let views = 1; views <= rounds; views++) {
    const { length } = await place.db
      .selectFrom("viral_videos")
      .select("id")
      .where(sql<boolean>`(stats->>'views')::int = ${views}`)
      .where("analysis", "is not", null)
      .execute();
    expect(await within(index.id, place.dataDir, (table) => table.count({ where: `views = ${views}` }))).toBe(length);
  }
});

test("a directory that is lost while the server runs is made anew", async () => {
  const place = await open({ name: "letters-1" });
  await plant(place.db, 300);
  const vireo = await place.start();
  await poke(vireo);
  await place.ready();
  await rm(join(place.dataDir, "vectors"), { recursive: true });
  await poke(vireo);
  await until(async () => (await compare(place.db, place.dataDir)).held.length === 302);
  expect((await search(vireo, "bread")).total).toBe(20);
});

describe("after a start, without being told to look", () => {
  test("a lost directory is made anew", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 300);
    let vireo = await place.start();
    await poke(vireo);
    await place.ready();
    await vireo.stop();
    await rm(join(place.dataDir, "vectors"), { recursive: true });
    vireo = await place.start();
    // Until there is something to find, the answer says that the index is being built.
    const answers = [await search(vireo, "bread")];
    await until(async () => {
      answers.push(await search(vireo, "bread"));
      return (await compare(place.db, place.dataDir)).held.length === 301;
    });
    expect(answers.filter(({ total }) => total === 0)).toEqual([]);
    await place.ready();
    expect((await search(vireo, "bread")).total).toBe(20);
  });

  test("rows that are missing, and rows of no video, are mended one by one", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 300);
    const vireo = await place.start();
    await poke(vireo);
    await place.ready();
    await vireo.stop();
    const before = await compare(place.db, place.dataDir);
    await within(before.index.id, place.dataDir, async (table) => {
      const row = {
        account: "shared",
        text: "",
        username: "",
        hashtags: [],
        views: 0,
        duration: null,
        published: null,
      };
      await table.remove(before.held.slice(0, 5));
      const strangers = Array.from({ length: 5 }, () => ({ ...row, id: newUuid(), vector: new Float32Array(16) }));
      await table.upsert(strangers);
    });
    await place.start();
    await until(async () => {
      const { held, wanted } = await compare(place.db, place.dataDir);
      return held.join() === wanted.join();
    });
    expect((await compare(place.db, place.dataDir)).index.id).toBe(before.index.id);
  });

  test("a table whose making was cut off is made", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 30);
    const id = newUuid();
    await place.db.insertInto("viral_indexes").values({ id, model: "letters-1" }).execute();
    await mkdir(join(place.dataDir, "vectors", `videos_${id.replaceAll("-", "")}.lance`, "data"), { recursive: true });
    await place.start();
    await until(async () => (await compare(place.db, place.dataDir)).held.length === 30);
  });
});

test("an index of a version without dates serves searches until a new one is complete", async () => {
  const place = await open({ name: "letters-1" });
  await plant(place.db, 300);
  let vireo = await place.start();
  await poke(vireo);
  await place.ready();
  await vireo.stop();
  const before = await compare(place.db, place.dataDir);
  const lancedb = await import("@lancedb/lancedb");
  const connection = await lancedb.connect(join(place.dataDir, "vectors"));
  const table = await connection.openTable((await connection.tableNames())[0]!);
  await table.dropColumns(["published"]);
  connection.close();
  vireo = await place.start();
  expect(await search(vireo, "planted bread")).toMatchObject({ total: 20 });
  expect((await search(vireo, "planted bread last month")).total).toBe(0);
  await poke(vireo);
  await place.ready(2);
  const newest = place.db.selectFrom("viral_indexes").select("id").orderBy("created_at", "desc").limit(1);
  expect((await newest.executeTakeFirstOrThrow()).id).not.toBe(before.index.id);
  expect(await search(vireo, "planted bread")).toMatchObject({ total: 20 });
});

test("a changed model embeds everything anew, and the old index answers until it is done", async () => {
  const model: { name: string; older?: string } = { name: "letters-1" };
  const place = await open(model);
  await plant(place.db, 600);
  const vireo = await place.start();
  await poke(vireo);
  await place.ready();
  const [first] = await place.db.selectFrom("viral_indexes").selectAll().execute();

  Object.assign(model, { name: "letters-2", older: "letters-1" });
  expect(await search(vireo, "planted bread")).toMatchObject({ total: 20 });
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
  expect(await search(vireo, "planted bread")).toMatchObject({ total: 20 });
});

test.each([
  ["search", "tells its size"],
  ["import", "tells its size"],
  ["import", "never tells its size"],
])(
  "after the first %s, a model that makes longer vectors under its old name and %s has a new index",
  async (occasion, tells) => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 30);
    const first = await place.start();
    await poke(first);
    await place.ready();
    await first.stop();

    // Its size is known once it has embedded something, as with a model that is read at the first text.
    const longer = lettersEngine("letters-1", undefined, 0, 24);
    let used = false;
    const engine = defineModule({
      name: "letters",
      start: () => ({
        engines: {
          embed: {
            ...longer,
            get dimensions() {
              return used && tells === "tells its size" ? 24 : undefined;
            },
            async embed(texts: readonly string[], signal: AbortSignal) {
              used = true;
              return longer.embed(texts, signal);
            },
          },
        },
      }),
    });
    const second = await boot({ modules: [viralLibrary, engine], env: place.env });
    undo.push(second.stop);
    if (occasion === "search") {
      const asked = new Request("http://localhost/api/v1/viral-library/search?q=bread", {
        headers: { authorization: `Bearer ${ADMIN}` },
      });
      const refusal = await second.handle(asked);
      expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await refusal.json()).toMatchObject({ detail: expect.stringContaining("another version of this model") });
    } else await poke(second);
    await until(async () => {
      const all = await place.db.selectFrom("viral_indexes").select(["model", "ready_at"]).execute();
      return all.length === 2 && all.every((index) => index.model === "letters-1" && index.ready_at);
    });
    // Searches remember the list of indexes for a second.
    await until(async () => (await search(second, "bread")).total === 20);
  },
);

test("right after many deletions, searches are still full, and embed their question once", async () => {
  const place = await open({ name: "letters-1" });
  await plant(place.db, 300);
  const asked: string[] = [];
  const { embed } = lettersEngine("letters-1");
  const engine = defineModule({
    name: "letters",
    start: () => ({
      engines: {
        embed: {
          ...lettersEngine("letters-1"),
          embed(texts, signal) {
            if (texts.length === 1) asked.push(texts[0]!);
            return embed(texts, signal);
          },
        },
      },
    }),
  });
  const vireo = await boot({ modules: [viralLibrary, engine], env: place.env });
  undo.push(vireo.stop);
  await poke(vireo);
  await place.ready();
  const { index } = await compare(place.db, place.dataDir);
  const kept = await place.db
    .selectFrom("viral_videos")
    .select("id")
    .where("description", "like", "%about cars")
    .executeTakeFirstOrThrow();
  await place.db.transaction().execute(async (trx) => {
    // Nobody else writes to the index, so it keeps what is deleted.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`viral-library.index:${index.id}`}, 0))`.execute(trx);
    const deleted = sql<boolean>`description like '%about bread' or (description like '%about cars' and id <> ${kept.id})`;
    await place.db.deleteFrom("viral_videos").where(deleted).execute();
    asked.length = 0;
    expect(await search(vireo, "planted bread")).toMatchObject({ total: 20 });
    expect(asked).toEqual(["planted bread"]);
    const similar = await call(vireo, `videos/${toPublicId("viral", kept.id)}/similar?limit=20`);
    expect(similar.total).toBe(20);
    expect(asked).toHaveLength(2);
  });
});

test("a deleted account takes its videos out of the index", async () => {
  const place = await open({ name: "letters-1" });
  const vireo = await place.start();
  await plant(place.db, 10);
  await poke(vireo);
  await place.ready();
  await until(async () => (await compare(place.db, place.dataDir)).held.length === 11);
  const { account_id: owner } = await place.db
    .selectFrom("viral_videos")
    .select("account_id")
    .where("account_id", "is not", null)
    .executeTakeFirstOrThrow();
  await place.db.deleteFrom("accounts").where("id", "=", owner!).execute();
  expect(await left(place.db)).toBe(1);
  await until(async () => (await left(place.db)) === 0);
  expect((await compare(place.db, place.dataDir)).held).toHaveLength(10);
});

describe("reindex", () => {
  test("makes a new index while videos come and go, and the old one answers until it is done", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 2000);
    const vireo = await place.start();
    await poke(vireo);
    await place.ready();
    const { index: first } = await compare(place.db, place.dataDir);
    const told: [number, number][] = [];
    let isDone = false;
    const work = libraryOf(vireo)
      .reindex((done, all) => void told.push([done, all]))
      .finally(() => {
        isDone = true;
      });
    let round = 0;
    while (!isDone) {
      expect(await search(vireo, "planted bread")).toMatchObject({ total: 20 });
      await plant(place.db, 20, `more-${++round}-`);
      await place.db.deleteFrom("viral_videos").where("tiktok_id", "like", `planted-${round}3%`).execute();
    }
    await work;
    expect(round).toBeGreaterThan(1);
    const [done, all] = told.at(-1)!;
    expect(done).toBe(all);
    expect(all).toBeGreaterThanOrEqual(2001);
    expect(told.every(([some, of]) => some >= 0 && some <= of)).toBe(true);
    await until(async () => {
      const { held, wanted } = await compare(place.db, place.dataDir);
      return held.join() === wanted.join();
    });
    expect((await compare(place.db, place.dataDir)).index.id).not.toBe(first.id);
  });

  test("of a process beside a server is done by the server; without one, by itself", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 600);
    const server = await place.start();
    await poke(server);
    await place.ready();
    // Its own engine works for nobody: the server's must have done it.
    const beside = await place.tool(refuse);
    await beside();
    const { index, held, wanted } = await compare(place.db, place.dataDir);
    expect(held).toEqual(wanted);
    await server.stop();

    const alone = await place.tool();
    const told: number[] = [];
    await alone((done) => void told.push(done));
    expect(told.at(-1)).toBe(601);
    const after = await compare(place.db, place.dataDir);
    expect(after.held).toEqual(after.wanted);
    expect(after.index.id).not.toBe(index.id);
  });

  test("says what keeps it from being done", async () => {
    const place = await open({ name: "letters-1" });
    await plant(place.db, 5);
    const tool = await place.tool(refuse);
    const failure = await tool().catch((error: Error) => error.message);
    expect(failure).toBe("no such model");
  });
});
