import { afterAll, expect, spyOn, test } from "bun:test";
import { startBackground } from "#core/boot/background";
import { POLL_MS } from "#core/jobs/jobs";
import { createLog } from "#core/observability/log";
import { connect } from "#db/connect";
import { freshDatabase } from "#test/database";
import { until } from "#test/until";

const database = await freshDatabase();
const log = createLog({ level: "silent", format: "text" });
const pools = Array.from({ length: 4 }, () => connect(database.connection));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await database.drop();
});

test("replicas that start together on a new database all come up", async () => {
  // Each has asked for the schema before any of them makes it, as processes that wait for one another have.
  await Promise.all(pools.map(({ sql }) => sql`select to_regclass('vireo_jobs.version')`));
  const started = await Promise.all(pools.map((pool) => startBackground(pool, log)));
  await Promise.all(started.map(({ jobs }) => jobs.define("numbers", { run: async () => {} })));
  expect(await Promise.all(started.map(({ jobs }) => jobs.check()))).toHaveLength(pools.length);
  await Promise.all(started.map(({ stop }) => stop(1000)));
});

test("twenty queues are created and polled on a few connections, and the others of the pool are left to requests", async () => {
  const pool = connect(database.connection, { max: 15, name: "queues" });
  const { jobs, begin, stop } = await startBackground(pool, log);
  const ran = new Set<string>();
  const queues = Array.from({ length: 20 }, (_, at) => `many.job${at}`);
  await Promise.all(queues.map((queue) => jobs.define(queue, { run: async () => void ran.add(queue) })));
  await begin({ runs: () => true, hasSchedules: false });
  await pool.db.transaction().execute(async (trx) => {
    for (const queue of queues) await jobs.send(trx, queue, "a", {});
  });
  await until(() => ran.size === queues.length);
  const [row] = await pools[0]!.sql`select count(*) from pg_stat_activity where application_name = 'queues'`;
  expect(row!.count).toBeLessThan(8);
  await stop(1000);
  await pool.close();
});

test("a statement of the queue that fails leaves no failed transaction to requests", async () => {
  const pool = connect(database.connection, { max: 5 });
  const { jobs, stop } = await startBackground(pool, log);
  await pool.sql.unsafe(`
    create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger fill_disk before insert on vireo_jobs.queue for each row execute function fill_disk()`);
  const defined = await Promise.allSettled([1, 2, 3].map((n) => jobs.define(`full.job${n}`, { run: async () => {} })));
  expect(defined).toMatchObject(Array.from(defined, () => ({ status: "rejected", reason: { code: "53100" } })));
  await pool.sql.unsafe("drop trigger fill_disk on vireo_jobs.queue");
  await Promise.all(Array.from({ length: 40 }, () => pool.sql`select 1`));
  await stop(1000);
  await pool.close();
});

test("a free worker takes a job without a NOTIFY; another replica is notified if there is none, many jobs at a time", async () => {
  const [server, worker] = await Promise.all(pools.slice(0, 2).map((pool) => startBackground(pool, log)));
  const told: string[][] = [];
  const { unlisten } = await pools[2]!.sql.listen("vireo_jobs", (text) => told.push(JSON.parse(text).queues));
  const ran: string[] = [];
  const run = async ({ name }: Record<string, unknown>) => void ran.push(String(name));
  for (const { jobs } of [server!, worker!])
    for (const queue of ["own.job", "left.job"]) await jobs.define(queue, { run, concurrency: 2 });
  // Without polling, a process that takes a job was notified of it.
  const { setInterval } = globalThis;
  const intervals = spyOn(globalThis, "setInterval").mockImplementation(((run: () => void, ms: number) =>
    setInterval(run, ms === POLL_MS ? 2 ** 30 : ms)) as typeof setInterval);
  await server!.begin({ runs: (queue) => queue === "own.job", hasSchedules: false });
  await worker!.begin({ runs: (queue) => queue === "left.job", hasSchedules: false });
  expect(intervals.mock.calls.filter(([, ms]) => ms === POLL_MS).length).toBe(2);
  intervals.mockRestore();

  const send = (queue: string, ...names: string[]) =>
    pools[0]!.db.transaction().execute(async (trx) => {
      for (const name of names) await server!.jobs.send(trx, queue, name, { name });
    });
  await send("own.job", "a");
  await until(() => ran.includes("a"));
  expect(told).toEqual([]);
  await send("left.job", ...Array.from({ length: 20 }, (_, at) => `b${at}`));
  await until(() => ran.length === 21);
  expect(told).toEqual([["left.job"]]);

  // What is rolled back wakes nobody.
  await pools[0]!.db
    .transaction()
    .execute(async (trx) => {
      await server!.jobs.send(trx, "left.job", "c", { name: "c" });
      throw new Error("rolled back");
    })
    .catch(() => {});
  await send("left.job", "d");
  await until(() => ran.includes("d") && told.length === 2);
  expect(ran).not.toContain("c");
  await unlisten();
  await Promise.all([server, worker].map((one) => one!.stop(1000)));
});

test("accounts take turns: a backlog of one delays nobody else, and takes one worker only", async () => {
  const { jobs, begin, stop } = await startBackground(pools[0]!, log);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = async ({ name }: Record<string, unknown>) => {
    started.push(String(name));
    await new Promise<void>((end) => ends.set(String(name), end));
  };
  await jobs.define("fair.job", { run, concurrency: 2, perAccount: 1 });
  const send = (...names: string[]) =>
    pools[0]!.db.transaction().execute(async (trx) => {
      for (const name of names) await jobs.send(trx, "fair.job", name, { name }, { accountId: name[0]! });
    });
  await send("a1", "a2", "a3");
  await pools[0]!.db.transaction().execute((trx) =>
    jobs.sendAll(
      trx,
      "fair.job",
      ["b1", "b2", "b3"].map((name) => ({ key: name, data: { name }, accountId: "b" })),
    ),
  );
  await send("c1");
  await begin({ runs: () => true, hasSchedules: false });
  const end = async (name: string, count: number) => {
    ends.get(name)!();
    await until(() => started.length === count);
  };
  await until(() => started.length === 2);
  expect(started).toEqual(["a1", "b1"]);
  await end("a1", 3);
  expect(started[2]).toBe("c1");
  await end("c1", 4);
  await end("b1", 5);
  expect(started.slice(3)).toEqual(["a2", "b2"]);
  for (const name of ["a2", "b2"]) ends.get(name)!();
  await until(() => started.length === 7);
  for (const name of ["a3", "b3"]) ends.get(name)!();
  await stop(1000);
});
