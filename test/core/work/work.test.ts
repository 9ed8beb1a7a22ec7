/** Rows of a table that become due, worked on by two processes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "kysely";
import { type Background, startBackground } from "#core/boot/background";
import { fromNow, isDue, isFree, isHeld } from "#core/leases";
import { createLog } from "#core/observability/log";
import type { WorkKind, WorkSignals } from "#core/work/work";
import { connect, type Pool } from "#db/connect";
import type { Database } from "#db/tables";
import { TestClock } from "#sdk/testing/clock";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";

const KIND = "test.items";
const log = createLog({ level: "silent", format: "text" });

let database: TestDatabase;
let pools: Pool[];
let started: Background[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  await database.sql.unsafe("create table items (name text primary key, due timestamptz, lease_until timestamptz)");
  pools = [connect(database.connection), connect(database.connection)];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await database.drop();
});
let ran: string[] = [];
beforeEach(() => {
  ran = [];
});
afterEach(async () => {
  await Promise.all(started.map(({ stop }) => stop(1000)));
  started = [];
  await database.sql`truncate items`;
});

const LEASE_MS = 60_000;
const settle = (db: Database, name: string) => sql`delete from items where name = ${name}`.execute(db);

/** Deletes each item once `work` has returned. */
function createKind({ db }: Pool, parts: Partial<WorkKind<string>> = {}): WorkKind<string> {
  return {
    concurrency: 2,
    due: sql`(select min(due) from items where ${isFree()})`,
    backlog: sql`select due, ${isHeld()} as held from items`,
    async claim(limit) {
      const { rows } = await sql<{ name: string }>`
        update items set lease_until = ${fromNow(LEASE_MS)} where name in (
          select name from items where ${isDue("due")} and ${isFree()} order by due limit ${limit} for update skip locked)
        returning name`.execute(db);
      return rows.map(({ name }) => name);
    },
    async run(name) {
      ran.push(name);
      await settle(db, name);
    },
    ...parts,
  };
}

interface Process {
  kind?: Partial<WorkKind<string>>;
  clock?: TestClock;
  /** False for a process that leaves the kind to others. */
  runs?: boolean;
}

async function startProcess(pool: Pool, { kind, clock, runs = true }: Process = {}): Promise<Background> {
  const background = await startBackground(pool, log, { clock });
  background.work.declare(KIND, createKind(pool, kind));
  await background.begin({ runs: () => runs, hasSchedules: false });
  started.push(background);
  return background;
}

const insert = (db: Database, name: string, inMs = 0) =>
  sql`insert into items values (${name}, ${fromNow(inMs)})`.execute(db);

/** Adds items in one transaction and announces them. */
const add = ({ work }: Background, names: readonly string[], inMs = 0) =>
  database.db.transaction().execute(async (trx) => {
    for (const name of names) await insert(trx as unknown as Database, name, inMs);
    await work.wake(trx, KIND, inMs);
  });

test("items begin at the commit that adds them, without a timer; those rolled back never do", async () => {
  const process = await startProcess(pools[0]!, { clock: new TestClock() });
  await add(process, ["a", "b", "c"]);
  await until(() => ran.length === 3);
  await database.db
    .transaction()
    .execute(async (trx) => {
      await insert(trx as unknown as Database, "d");
      await process.work.wake(trx, KIND);
      throw new Error("rolled back");
    })
    .catch(() => {});
  await add(process, ["e"]);
  await until(() => ran.includes("e"));
  expect(ran).toEqual(["a", "b", "c", "e"]);
});

test("an item announced for later begins on time; one that nobody announced within five seconds", async () => {
  const ownClock = new TestClock();
  const process = await startProcess(pools[0]!, { clock: ownClock });
  await add(process, ["later"], 400);
  await until(async () => (await database.sql`select 1 from items where due <= clock_timestamp()`).length === 1);
  expect(ran).toEqual([]);
  await ownClock.advance(400);
  await until(() => ran.includes("later"));
  const clock = new TestClock();
  await process.stop(1000);
  await startProcess(pools[1]!, { clock });
  await insert(database.db, "unannounced");
  await clock.advance(4_000);
  expect(ran).not.toContain("unannounced");
  await clock.advance(1_100);
  await until(() => ran.includes("unannounced"));
});

test("a process without a free place, or that leaves the kind to others, tells the others", async () => {
  const ends: (() => void)[] = [];
  const names: string[] = [];
  const hold = async (name: string) => {
    names.push(name);
    await new Promise<void>((end) => ends.push(end));
    await settle(database.db, name);
  };
  const sender = await startProcess(pools[0]!, { clock: new TestClock(), kind: { concurrency: 1, run: hold } });
  await add(sender, ["a"]);
  await until(() => names.length === 1);
  await startProcess(pools[1]!, { clock: new TestClock() });
  await add(sender, ["b"]);
  await until(() => ran.length === 1);
  expect([names, ran]).toEqual([["a"], ["b"]]);
  for (const end of ends) end();
  await until(async () => (await database.sql`select from items`).length === 0);
  await sender.stop(1000);
  await add(await startProcess(pools[0]!, { runs: false }), ["c"]);
  await until(() => ran.includes("c"));
});

test("what a dead process left is recovered, and claimed when its lease has expired", async () => {
  const clock = new TestClock();
  let recovered = 0;
  await insert(database.db, "left");
  await database.sql`update items set lease_until = clock_timestamp() + interval '1 hour'`;
  const recover = async () => void recovered++;
  await startProcess(pools[0]!, { clock, kind: { recover } });
  await until(() => recovered === 1);
  expect(ran).toEqual([]);
  await database.sql`update items set lease_until = clock_timestamp()`;
  // Repeated, because the timers may not have been set yet. The first look may still go on and claim it.
  await until(async () => {
    await clock.advance(600_000);
    return ran.length === 1;
  });
});

test("one replica at a time works on a kind that says so, until nothing is running", async () => {
  const ends: (() => void)[] = [];
  const names: string[] = [];
  const hold = async (name: string) => {
    names.push(name);
    await new Promise<void>((end) => ends.push(end));
    await settle(database.db, name);
  };
  const alone = { pauseMs: () => 10 };
  const first = await startProcess(pools[0]!, { clock: new TestClock(), kind: { alone, run: hold } });
  await add(first, ["a"]);
  await until(() => names.length === 1);
  const second = await startProcess(pools[1]!, { clock: new TestClock(), kind: { alone } });
  await add(second, ["b"]);
  await Bun.sleep(100);
  expect(ran).toEqual([]);
  for (const end of ends.splice(0)) end();
  await Bun.sleep(100);
  await add(second, ["c"]);
  await until(() => {
    for (const end of ends.splice(0)) end();
    return names.length + ran.length === 3;
  });
});

test("a run that fails is repeated once its lease has expired; a claim that fails is repeated soon", async () => {
  const clock = new TestClock();
  let fails = 1;
  const { claim } = createKind(pools[0]!);
  const process = await startProcess(pools[0]!, {
    clock,
    kind: {
      async claim(limit) {
        if (fails-- > 0) throw new Error("The claim failed.");
        return claim(limit);
      },
      async run(name) {
        ran.push(name);
        if (ran.length === 1) throw new Error("The run failed.");
        await settle(database.db, name);
      },
    },
  });
  await add(process, ["a"]);
  await clock.advance(5_000);
  await until(() => ran.length === 1);
  await database.sql`update items set lease_until = clock_timestamp() - interval '1 second'`;
  await clock.advance(5_000);
  await until(() => ran.length === 2);
});

test.each([false, true])(
  "work without leases that fails is not repeated at once (one replica at a time: %p)",
  async (one) => {
    const alone = one ? { pauseMs: () => 10 } : undefined;
    const process = await startProcess(pools[0]!, {
      clock: new TestClock(),
      kind: {
        alone,
        concurrency: 1,
        due: sql`now()`,
        claim: async () => ["always due"],
        async run(name) {
          ran.push(name);
          throw new Error("The run failed.");
        },
      },
    });
    await until(() => ran.length === 1);
    await Bun.sleep(150);
    expect(ran).toHaveLength(1);
    await add(process, ["a"]);
    await until(() => ran.length === 2);
  },
);

test("at the stop nothing more is claimed, and what is running gets its signal and its time", async () => {
  let signals: WorkSignals | undefined;
  const process = await startProcess(pools[0]!, {
    kind: {
      concurrency: 1,
      async run(name, given) {
        signals = given;
        ran.push(name);
        await Bun.sleep(100);
        await settle(database.db, name);
      },
    },
  });
  await add(process, ["a", "b"]);
  await until(() => ran.length === 1);
  await process.stop(5_000);
  expect([signals?.stopping.aborted, signals?.lost.aborted]).toEqual([true, false]);
  expect(ran).toEqual(["a"]);
  expect([...(await database.sql`select name from items`)]).toEqual([{ name: "b" }]);
});

test("the backlog counts what is due and what is held, and how late it is", async () => {
  const { work } = await startProcess(pools[0]!, { runs: false });
  for (const name of ["a", "b", "held"]) await insert(database.db, name, -10_000);
  await insert(database.db, "later", 60_000);
  await database.sql`update items set lease_until = clock_timestamp() + interval '1 minute' where name = 'held'`;
  const backlog = await work.measure(database.db);
  expect(backlog.map(({ held, count }) => ({ held, count })).sort((a, b) => b.count - a.count)).toEqual([
    { held: false, count: 2 },
    { held: true, count: 1 },
  ]);
  expect(backlog.find(({ held }) => !held)?.lateSeconds).toBeWithin(10, 60);
});
