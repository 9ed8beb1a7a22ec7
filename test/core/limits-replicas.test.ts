import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLimits, defaultLimits } from "#core/access/limits";
import { boot } from "#core/boot/boot";
import type { Exchange } from "#core/request/exchange";
import { connect } from "#db/connect";
import { modules } from "#modules/index";
import { createBudget } from "#sdk/vendor/budget";
import { ADMIN, SECRET_KEY, startApp, type TestApp } from "#test/app";

let app: TestApp;
let queries = 0;
beforeAll(async () => {
  app = await startApp({}, modules);
});
afterAll(() => app.stop());

const exchange = () => ({ quotas: [] }) as unknown as Exchange;

/** The limits of one replica on the database of all, with its queries counted. */
async function replica() {
  const { sql, close } = connect(app.vireo.config.databaseUrl!, { log: app.vireo.log });
  const counted = new Proxy(sql, {
    get(target, name) {
      if (name === "unsafe") queries++;
      return Reflect.get(target, name);
    },
  });
  return { limits: createLimits(defaultLimits, { accountFactor: 5, shared: counted }), close };
}

/** How many of so many uses, spread over replicas, are let through. */
async function pass(replicas: Awaited<ReturnType<typeof replica>>[], name: string, quota: number, uses: number) {
  const each = replicas.map(({ limits }) => limits.define(name, quota, 60));
  let passed = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let at = 0; at < uses; at++) {
    const one = exchange();
    await each[at % each.length]!.take(one, "somebody").then(
      () => passed++,
      () => {},
    );
    if (each.length === 1) {
      expect(one.quotas[0]!.remaining).toBeLessThanOrEqual(last);
      last = one.quotas[0]!.remaining;
    }
  }
  return passed;
}

test("a key used through one process gets its quota to the last use, with a fraction of the queries", async () => {
  const one = await replica();
  queries = 0;
  expect(await pass([one], "alone", 120, 200)).toBe(120);
  expect(queries).toBeLessThan(80);
  await one.close();
});

test("through three replicas a key never gets more than its quota, and hardly less", async () => {
  const three = await Promise.all([replica(), replica(), replica()]);
  expect(await pass(three, "spread", 120, 300)).toBe(120);
  await Promise.all(three.map(({ close }) => close()));
});

test("many uses at once through two replicas: never more than the quota", async () => {
  const two = await Promise.all([replica(), replica()]);
  const each = two.map(({ limits }) => limits.define("rush", 100, 60));
  const all = await Promise.allSettled(Array.from({ length: 400 }, (_, at) => each[at % 2]!.take(exchange(), "them")));
  const passed = all.filter(({ status }) => status === "fulfilled").length;
  expect(passed).toBeLessThanOrEqual(100);
  expect(passed).toBeGreaterThan(90);
  await Promise.all(two.map(({ close }) => close()));
});

test("a used-up key is refused without asking the database", async () => {
  const one = await replica();
  const limit = one.limits.define("spent", 3, 60);
  for (let at = 0; at < 4; at++) await limit.take(exchange(), "k").catch(() => {});
  queries = 0;
  await expect(limit.take(exchange(), "k")).rejects.toMatchObject({ kind: "rate_limit_exceeded" });
  expect(queries).toBe(0);
  await limit.reset("k");
  await limit.take(exchange(), "k");
  await one.close();
});

test("429 at one replica when the key was used up at another", async () => {
  const env = {
    DATABASE_URL: app.vireo.config.databaseUrl!,
    DATA_DIR: `${app.vireo.config.dataDir}-2`,
    VIREO_ADMIN_KEY: ADMIN,
    VIREO_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_MINUTE: "4",
  };
  const [a, b] = await Promise.all([boot({ modules, env }), boot({ modules, env })]);
  const ask = async (vireo: typeof a) =>
    (
      await vireo.handle(
        new Request("http://localhost/api/v1/credits", { headers: { authorization: `Bearer ${ADMIN}` } }),
      )
    ).status;
  const seen = [];
  for (let at = 0; at < 6; at++) seen.push(await ask(at % 2 ? a : b));
  expect(seen).toEqual([200, 200, 200, 200, 429, 429]);
  await Promise.all([a.stop(), b.stop()]);
});

test("the searches that a vendor allows a key are shared by all servers, and another key has its own", async () => {
  const replicas = await Promise.all([replica(), replica()]);
  const rate = { calls: 4, perMs: 60_000 };
  const [first, second, other] = [0, 1, 1].map((at, i) => {
    const limit = replicas[at]!.limits.define("library", rate.calls, 60);
    return createBudget(rate, { limit, key: i < 2 ? "key" : "other" });
  });
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) waits.push(await first!.take(), await second!.take());
  expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0]);
  for (const wait of waits.slice(4)) expect(wait).toBeWithin(1, 60_001);
  expect(await other!.take()).toBe(0);
  await Promise.all(replicas.map(({ close }) => close()));
});
