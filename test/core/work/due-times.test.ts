import { afterAll, beforeAll, expect, test } from "bun:test";
import { startBackground } from "#core/boot/background";
import { createLog } from "#core/observability/log";
import { TestClock } from "#sdk/testing/clock";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.sql.unsafe("create table work (due timestamptz)");
});
afterAll(() => database.drop());

const log = createLog({ level: "silent", format: "text" });
/** Counts how often it is evaluated. */
const DUE = "(select count_read(min(due)) from work)";

test("a schedule of every second asks for work every five seconds, and runs in the second in which it is due", async () => {
  await database.sql.unsafe(`
    create sequence due_reads;
    create function count_read(due timestamptz) returns timestamptz language sql as
      $$ select due from (select nextval('due_reads')) as counted $$`);
  const countReads = async () => Number((await database.sql`select nextval('due_reads') as n`)[0]!.n);
  const clock = new TestClock();
  let writes = 0;
  let runs = 0;
  const { schedules, begin, stop } = await startBackground(database, log, {
    clock,
    isAlone: true,
    countWrites: () => writes,
  });
  schedules.add("work.done", {
    cron: "* * * * * *",
    due: DUE,
    async run() {
      runs++;
      await database.sql`delete from work`;
    },
  });
  await begin({ runs: () => true, hasSchedules: true });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) await clock.advance(1_000);
  };

  await pass(3);
  const before = await countReads();
  await pass(60);
  expect((await countReads()) - before - 1).toBeWithin(11, 14);
  expect(runs).toBe(0);

  // Somebody else adds work for later: it is known within five seconds, and begins on time, before it is read again.
  await database.sql`insert into work values (clock_timestamp() + interval '3 seconds')`;
  await pass(2);
  expect(runs).toBe(0);
  await pass(7);
  expect(runs).toBe(1);
  // Own work is seen at the next second.
  await pass(2);
  await database.sql`insert into work values (clock_timestamp() - interval '1 second')`;
  writes++;
  await pass(1);
  expect(runs).toBe(2);
  // Nobody else uses the database, so nothing is claimed.
  expect([...(await database.sql`select * from vireo_jobs.ticks`)]).toEqual([]);
  await stop(1000);
});

test("an expression that is wrong stops no schedule", async () => {
  const clock = new TestClock();
  const ran: string[] = [];
  const { schedules, begin, stop } = await startBackground(database, log, { clock });
  for (const name of ["one", "two"])
    schedules.add(`work.${name}`, {
      cron: "* * * * * *",
      due: name === "one" ? "(select nothing from nowhere)" : DUE,
      run: async () => void ran.push(name),
    });
  await begin({ runs: () => true, hasSchedules: true });
  for (let second = 0; second < 3; second++) await clock.advance(1_000);
  expect(ran).toContain("one");
  expect(ran).toContain("two");
  await stop(1000);
});
