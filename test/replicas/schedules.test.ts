/** What time sets off happens once, however many replicas there are. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { defineModule, type Module } from "#core/module";
import { claimTick, declareTicks } from "#core/work/tick-claims";
import { modules } from "#modules/index";
import type { TestApp } from "#test/app";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";
import { until } from "#test/until";
import { type Replicas, startReplicas } from "./replicas";

const COUNT = 3;
/** When each replica ran the schedule of that name, ms. */
const runs: Record<string, { at: number; replica: number }[]> = { quick: [], slow: [] };
const published: { targetId: string; replica: number }[] = [];

const clock = (replica: number): Module =>
  defineModule({
    name: "clock",
    start: () => ({
      schedules: {
        quick: { cron: "* * * * * *", run: async () => void runs.quick?.push({ at: Date.now(), replica }) },
        slow: {
          cron: "* * * * * *",
          async run() {
            runs.slow?.push({ at: Date.now(), replica });
            await Bun.sleep(2300);
          },
        },
      },
    }),
  });
const server = (replica: number) => {
  const { module } = recorder({
    async publish({ targetId }) {
      published.push({ targetId, replica });
      await Bun.sleep(5);
      return { state: "published" };
    },
  });
  return [...modules, module, clock(replica)];
};

let replicas: Replicas;
let apps: TestApp[];
beforeAll(async () => {
  replicas = await startReplicas(COUNT, { modules: server });
  apps = replicas.apps;
});
afterAll(() => replicas?.stop());

test("a schedule runs once at each tick, and never beside itself", async () => {
  for (const some of Object.values(runs)) some.length = 0;
  await until(() => (runs.quick?.length ?? 0) >= 8 && (runs.slow?.length ?? 0) >= 3);
  const quick = runs.quick ?? [];
  const ticks = (quick.at(-1)!.at - quick[0]!.at) / 1000;
  // A timer may be late; three replicas that each ran it would have done so some twenty times.
  expect(quick.length).toBeLessThanOrEqual(ticks + 2);
  const slow = runs.slow?.map(({ at }) => at) ?? [];
  for (const [at, time] of slow.entries()) if (at > 0) expect(time - slow[at - 1]!).toBeGreaterThan(2200);
});

test("of all who ask for a tick one gets it; what is past is nobody's, and a clock that is ahead keeps nobody out", async () => {
  const { sql } = replicas.database;
  await declareTicks(sql, ["daily"]);
  const claim = (at: number) => claimTick(sql, "daily", new Date(at));
  const now = Date.now();
  const asked = await Promise.all(Array.from({ length: 12 }, () => claim(now)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect([await claim(now - 1000), await claim(now), await claim(now + 1000)]).toEqual([false, false, true]);
  expect(await claim(now + 3_600_000)).toBe(true);
  expect([await claim(now + 2000), await claim(now + 2000)]).toEqual([true, false]);
});

test("a schedule goes on when the replica that ran it is gone", async () => {
  const before = runs.quick?.length ?? 0;
  await apps.pop()?.stop();
  await until(() => (runs.quick?.length ?? 0) >= before + 3);
});

test("posts scheduled at one replica go out on time, once each, by any of them", async () => {
  const [first, last] = [apps[0]!, apps.at(-1)!];
  const { tiktok, instagram } = await accountsBy(first.api);
  const posts: string[] = [];
  for (let at = 0; at < 20; at++) {
    const { status, body } = await apps[at % apps.length]!.api("POST", "/social/posts", {
      ...{ videoUrl: VIDEO, accountIds: [tiktok, instagram], content: `Post ${at}` },
      tiktokPrivacyLevel: "SELF_ONLY",
      // From the time of each request: on a busy machine twenty of them take longer than this.
      ...{ mode: "schedule", scheduledFor: Date.now() + 5000, timezone: "UTC" },
    });
    expect([status, body.status]).toEqual([201, "scheduled"]);
    posts.push(body.postId);
  }
  for (const postId of posts) {
    const read = async () => (await last.api("GET", `/social/posts/${postId}`)).body;
    await until(async () => (await read()).status === "published");
    const { publishedAt, scheduledFor } = await read();
    expect(publishedAt).toBeGreaterThanOrEqual(scheduledFor);
  }
  expect(published).toHaveLength(40);
  expect(new Set(published.map(({ targetId }) => targetId)).size).toBe(40);
});
