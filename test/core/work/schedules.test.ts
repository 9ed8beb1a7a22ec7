import { expect, test } from "bun:test";
import { Cron } from "croner";
import { repeat } from "#core/work/schedules";
import { TestClock } from "#sdk/testing/clock";

const everyMinute = () => new Cron("0 * * * * *", { paused: true });

test("runs at each time of the pattern", async () => {
  const clock = new TestClock();
  const runs: Date[] = [];
  repeat(everyMinute(), clock, async (at) => void runs.push(at));
  await clock.advance(60_000);
  await clock.advance(60_000);
  expect(runs.map((at) => at.getSeconds())).toEqual([0, 0]);
  expect(runs[1]!.getTime() - runs[0]!.getTime()).toBe(60_000);
});

test("does not run before its time", async () => {
  const clock = new TestClock();
  let runs = 0;
  repeat(new Cron("0 0 0 1 1 *", { paused: true }), clock, async () => void runs++);
  await clock.advance(1_000);
  expect(runs).toBe(0);
});

test("waits longer than an hour for a rare time", async () => {
  const clock = new TestClock();
  const runs: Date[] = [];
  const cron = new Cron("0 0 0 1 * *", { paused: true });
  repeat(cron, clock, async (at) => void runs.push(at));
  const next = cron.nextRun(new Date(clock.now()))!;
  for (let hours = 0; hours <= 31 * 24 + 1 && runs.length === 0; hours++) await clock.advance(3_600_000);
  expect(runs).toEqual([next]);
});

test("after a pause runs once, for the latest time", async () => {
  const clock = new TestClock();
  const runs: Date[] = [];
  repeat(everyMinute(), clock, async (at) => void runs.push(at));
  await clock.advance(10 * 60_000);
  expect(runs).toHaveLength(1);
  expect(clock.now() - runs[0]!.getTime()).toBeLessThan(60_000);
});

test("skips times that come while a run lasts", async () => {
  const clock = new TestClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  repeat(everyMinute(), clock, () => (runs++ === 0 ? promise : Promise.resolve()));
  const first = clock.advance(60_000);
  await clock.advance(60_000);
  expect(runs).toBe(1);
  resolve();
  await first;
  await clock.advance(60_000);
  expect(runs).toBe(2);
});

test("does not run after it was stopped", async () => {
  const clock = new TestClock();
  let runs = 0;
  const stop = repeat(everyMinute(), clock, async () => void runs++);
  stop();
  await clock.advance(120_000);
  expect(runs).toBe(0);
});
