import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Engine, EngineError, type Outcome, type Run } from "#core/engine";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages, picture } from "#test/engines";
import { until } from "#test/until";

const seen = Promise.withResolvers<void>();

type Behaviour = (run: Run) => Promise<Outcome>;
const behaviours: Record<string, Behaviour> = {
  works: picture,
  throws: async () => {
    throw new Error("inner secret");
  },
  explains: async () => {
    throw new EngineError("moderated", "The prompt was refused.");
  },
  refuses: async () => ({ state: "failed", code: "provider_rejected", message: "No." }),
  hangs: () => new Promise(() => {}),
  "hangs, too": () => new Promise(() => {}),
  full: async () => {
    throw Object.assign(new Error("write"), { code: "ENOSPC" });
  },
  rubbish: async (run) => {
    await Bun.write(join(run.folder, "x"), "this is no picture");
    return { state: "completed", files: { main: { path: join(run.folder, "x") } } };
  },
  nothing: async (run) => ({ state: "completed", files: { main: { path: join(run.folder, "missing") } } }),
  nonsense: async () => ({}) as Outcome,
  link: async () => ({ state: "completed", files: { main: { url: "http://127.0.0.1:9/gone.png" } } }),
  coverless: async (run) => {
    const { files } = (await picture(run)) as { files: { main: { path: string } } };
    return { state: "completed", files: { ...files, cover: { url: "http://127.0.0.1:9/gone.png" } } };
  },
  begins: async (run) => {
    run.progress(5);
    await seen.promise;
    return picture(run);
  },
  slow: async (run) => ({ state: "pending", task: `slow-${run.id}`, readAfterMs: 3_600_000 }),
  queued: async (run) => ({ state: "pending", task: `task-${run.id}`, progress: 20, readAfterMs: 0 }),
};

let app: TestApp;
const reads = new Map<string, number>();
const cancelled: string[] = [];
beforeAll(async () => {
  app = await startApp({}, [
    ...modules,
    fakeImages({
      concurrency: 8,
      timeLimitMs: 30_000,
      create: (request, run) => (behaviours[request.prompt] ?? picture)(run),
      async read(task, run) {
        const count = (reads.get(task) ?? 0) + 1;
        reads.set(task, count);
        if (count === 1 && task.startsWith("task-")) throw new Error("the network is down for a moment");
        return picture(run);
      },
    }),
    fakeImages({ timeLimitMs: 1500, create: () => new Promise(() => {}) }, "quick"),
    fakeImages(
      {
        timeLimitMs: 20_000,
        create: async (_request, run) => ({ state: "pending", task: `stuck-${run.id}`, readAfterMs: 0 }),
        read: () => new Promise(() => {}),
      },
      "stuck",
    ),
    fakeImages(
      {
        timeLimitMs: 1500,
        create: async (_request, run) => ({ state: "pending", task: `late-${run.id}`, readAfterMs: 3_600_000 }),
        read: async (task) => ({ state: "pending", task, readAfterMs: 3_600_000 }),
        cancel: async (task) => {
          cancelled.push(task);
          throw new Error("the vendor does not answer");
        },
      },
      "late",
    ),
  ]);
});
afterAll(() => app.stop());

async function run(prompt: string, model = "fake-1") {
  const { api } = await app.account(100);
  const { body, status } = await api("POST", "/images/generate", { prompt, model });
  expect(status).toBe(202);
  const ended = await app.ended(`/images/${body.imageId}`, api);
  const ledger = (await api("GET", "/credits/transactions")).body.transactions;
  return { ended, api, balance: (await api("GET", "/credits")).body.balance, ledger };
}

test("an image is charged, generated, stored and served", async () => {
  const { ended, balance, ledger, api } = await run("works");
  expect(ended).toMatchObject({
    status: "completed",
    progress: 100,
    creditsUsed: 6,
    engine: "fake",
    model: "fake-1",
    width: 1,
    height: 1,
  });
  expect(balance).toBe(94);
  expect(ledger.map((entry: { amount: number }) => entry.amount)).toEqual([-6, 100]);
  const file = await app.vireo.handle(new Request(ended.url));
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("image/png");
  expect((await api("DELETE", `/images/${ended.imageId}`)).status).toBe(204);
  expect((await app.vireo.handle(new Request(ended.url))).status).toBe(404);
});

test("the first progress is shown at once, not when a timer stores it", async () => {
  const start = setInterval;
  const timers = spyOn(globalThis, "setInterval").mockImplementation(((run: () => void, ms?: number) =>
    start(run, ms === 500 ? 1_000_000 : ms)) as never);
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "begins" });
  const path = `/images/${body.imageId}`;
  await until(async () => (await api("GET", path)).body.progress === 5);
  timers.mockRestore();
  seen.resolve();
  expect(await app.ended(path, api)).toMatchObject({ status: "completed", progress: 100 });
});

describe("a failed generation has a reason and one refund:", () => {
  test.each([
    ["throws", "engine_error"],
    ["explains", "moderated"],
    ["refuses", "provider_rejected"],
    ["full", "storage_full"],
    ["rubbish", "engine_bad_result"],
    ["nothing", "engine_error"],
    ["nonsense", "engine_bad_result"],
    ["link", "unsafe_url"],
  ])("%s → %s", async (prompt, failCode) => {
    const { ended, balance, ledger } = await run(prompt);
    expect(ended).toMatchObject({ status: "failed", failCode });
    expect(ended.failMessage).toBeString();
    expect(ended.failMessage).not.toContain("inner secret");
    expect(ended.url).toBeUndefined();
    expect(balance).toBe(100);
    expect(ledger.map((entry: { type: string }) => entry.type)).toEqual(["refund", "charge", "grant"]);
  });
});

/** Waits until the engine was called for a generation that has not ended. */
const untilCalled = (prompt: string) =>
  until(() =>
    app.vireo.db
      .selectFrom("generations")
      .select("id")
      .where("prompt", "=", prompt)
      .where("status", "=", "processing")
      .where("create_called_at", "is not", null)
      .executeTakeFirst(),
  );

test.concurrent("an engine that hangs fails with engine_timeout at its time limit, and is refunded", async () => {
  const { ended, balance } = await run("anything", "quick-1");
  expect(ended).toMatchObject({ status: "failed", failCode: "engine_timeout" });
  expect(balance).toBe(100);
});

test.concurrent("a vendor's task is polled until it ends, despite network errors", async () => {
  const { ended } = await run("queued");
  expect(ended.status).toBe("completed");
  expect([...reads].filter(([task]) => task.startsWith("task-")).map(([, count]) => count)).toEqual([2]);
});

test.concurrent("a task that never ends fails with engine_timeout, even if its next poll was due later", async () => {
  const { ended, balance } = await run("anything", "late-1");
  expect(ended).toMatchObject({ status: "failed", failCode: "engine_timeout" });
  expect(balance).toBe(100);
  // The vendor is told, once, so that it stops billing; whether it listens changes nothing here.
  const rows = await app.vireo.db.selectFrom("generations").select("task").where("engine", "=", "late").execute();
  await until(() => cancelled.length > 0);
  expect(rows.map(({ task }) => task)).toEqual(cancelled);
});

test("a result whose cover cannot be fetched is kept", async () => {
  const { ended, balance } = await run("coverless");
  expect(ended).toMatchObject({ status: "completed", width: 1 });
  expect(balance).toBe(94);
});

test("a vendor's callback has its task polled at once; its body is ignored", async () => {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "slow" });
  const started = app.vireo.db.selectFrom("generations").select(["id", "status"]).where("prompt", "=", "slow");
  const row = await until(() => started.where("task", "is not", null).executeTakeFirst());
  expect(row.status).toBe("processing");
  const call = (id: string) =>
    app.as(undefined)("POST", `/open/callbacks/${id}`, '{"status":"failed"}', { "content-type": "text/plain" });
  expect((await call(row.id)).status).toBe(204);
  expect((await call("no-such-id")).status).toBe(204);
  expect((await app.ended(`/images/${body.imageId}`, api)).status).toBe("completed");
});

test("no temporary folder is left behind", async () => {
  const left = await readdir(join(app.vireo.config.dataDir, "tmp")).catch(() => []);
  expect(left).toEqual([]);
});

test("a vendor that does not answer does not delay the tasks of others", async () => {
  const { body } = await app.api("POST", "/images/generate", { prompt: "held up", model: "stuck-1" });
  const row = () =>
    app.vireo.db.selectFrom("generations").selectAll().where("prompt", "=", "held up").executeTakeFirstOrThrow();
  // Its read has begun: it is leased although it has a task.
  await until(async () => {
    const { task, lease_until } = await row();
    return task && lease_until;
  });
  expect((await run("queued")).ended.status).toBe("completed");
  expect((await app.api("GET", `/images/${body.imageId}`)).body.status).toBe("processing");
});

test("a run whose process died continues when its lease has expired", async () => {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "works" });
  await app.ended(`/images/${body.imageId}`, api);
  const { db } = app.vireo;
  // What a killed process leaves: processing, a lease that has run out, no job.
  const dead = await db
    .updateTable("generations")
    .set({
      status: "processing",
      files: {},
      completed_at: null,
      create_called_at: null,
      lease_until: new Date(Date.now() - 1000),
      deadline_at: null,
    })
    .where(
      "account_id",
      "=",
      (await db.selectFrom("generations").select("account_id").orderBy("created_at", "desc").executeTakeFirstOrThrow())
        .account_id,
    )
    .executeTakeFirst();
  expect(dead.numUpdatedRows).toBe(1n);
  expect((await app.ended(`/images/${body.imageId}`, api)).status).toBe("completed");
});

test.concurrent("a call with an unknown outcome is never repeated: it fails and is refunded", async () => {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "hangs" });
  const { db } = app.vireo;
  await untilCalled("hangs");
  await db
    .updateTable("generations")
    .set({ lease_until: new Date(0), attempts: 3, deadline_at: null })
    .where("prompt", "=", "hangs")
    .where("status", "=", "processing")
    .execute();
  expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({
    status: "failed",
    failCode: "outcome_unknown",
  });
  expect((await api("GET", "/credits")).body.balance).toBe(100);
});

test.concurrent("a generation whose engine was removed fails and is refunded", async () => {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "hangs, too" });
  const { db } = app.vireo;
  await untilCalled("hangs, too");
  await db
    .updateTable("generations")
    .set({ engine: "gone", lease_until: new Date(0) })
    .where("prompt", "=", "hangs, too")
    .where("status", "=", "processing")
    .execute();
  expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({
    status: "failed",
    failCode: "engine_missing",
  });
  expect((await api("GET", "/credits")).body.balance).toBe(100);
});

test("of 50 parallel calls with credits for 20, exactly 20 are accepted", async () => {
  const { api } = await app.account(20 * 6 + 5);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => api("POST", "/images/generate", { prompt: "works" })),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(30);
  expect(refused[0]?.body).toMatchObject({ required: 6, available: 5 });
  expect((await api("GET", "/credits")).body.balance).toBe(5);
});

test("an event is written with the state change, in the newest version", async () => {
  const { ended, api } = await run("works");
  const { accountId } = (await api("GET", "/keys")).body.keys[0];
  const event = await app.vireo.db
    .selectFrom("events")
    .selectAll()
    .where("type", "=", "image.completed")
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(event.data).toMatchObject({ imageId: ended.imageId, status: "completed", url: ended.url });
});

describe("a list of engines in the configuration", () => {
  const unable = (code: string): Partial<Engine<{ prompt: string }>> => ({
    create: async () => {
      throw new EngineError(code, "Not now.");
    },
  });
  let listed: TestApp;
  beforeAll(async () => {
    listed = await startApp({ providers: { image: ["away", "picky", "third"] } }, [
      ...modules,
      fakeImages(unable("provider_unavailable"), "away"),
      fakeImages({ review: () => ({ prompt: "Not mine." }) }, "picky"),
      fakeImages({}, "third"),
      fakeImages(unable("outcome_unknown"), "doubtful"),
    ]);
  });
  afterAll(() => listed.stop());
  const made = async (body: object) => {
    const { body: start } = await listed.api("POST", "/images/generate", { prompt: "a cat", ...body });
    return listed.ended(`/images/${start.imageId}`);
  };

  test("the next engine takes over if the first one started nothing, for one charge", async () => {
    const before = (await listed.api("GET", "/credits")).body.balance;
    expect(await made({})).toMatchObject({ status: "completed", engine: "third", model: "third-1", creditsUsed: 6 });
    expect((await listed.api("GET", "/credits")).body.balance).toBe(before - 6);
  });

  test("no engine takes over a request that names its model", async () => {
    expect(await made({ model: "away-1" })).toMatchObject({ status: "failed", failCode: "provider_unavailable" });
  });

  test("no engine takes over if the first one may have started", async () => {
    const doubtful = await startApp({ providers: { image: ["doubtful", "third"] } }, [
      ...modules,
      fakeImages(unable("outcome_unknown"), "doubtful"),
      fakeImages({}, "third"),
    ]);
    const { body } = await doubtful.api("POST", "/images/generate", { prompt: "a cat" });
    expect(await doubtful.ended(`/images/${body.imageId}`)).toMatchObject({
      status: "failed",
      engine: "doubtful",
      failCode: "outcome_unknown",
    });
    await doubtful.stop();
  });
});

test("a model with its own price costs that price", async () => {
  const priced = await startApp({ modelPrices: { "fake-1": 11 } }, [...modules, fakeImages({})]);
  const { body } = await priced.api("POST", "/images/generate", { prompt: "a cat" });
  expect(body.creditsUsed).toBe(11);
  const { models } = (await priced.api("GET", "/models")).body;
  expect(models.find((one: { id: string }) => one.id === "fake-1").price).toEqual({ credits: 11, per: "image" });
  await priced.stop();
});
