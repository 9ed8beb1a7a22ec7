/** DELETE on a generation that waits or runs cancels it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { type Client, startApp, type TestApp } from "#test/app";
import { fakeImages, picture } from "#test/engines";
import { until } from "#test/until";

let app: TestApp;
const rendering: string[] = [];
const aborted: string[] = [];
const cancelled: string[] = [];
const calls: (() => void)[] = [];
const untilCalled = () => until(() => calls.length === 1);
/** Lets the paid call that is running return its task. */
const returnTask = () => calls.shift()?.();

const untilAborted = (signal: AbortSignal, id: string) =>
  new Promise<never>((_, reject) => {
    rendering.push(id);
    signal.addEventListener("abort", () => {
      aborted.push(id);
      reject(signal.reason);
    });
  });

beforeAll(async () => {
  app = await startApp({}, [
    ...modules,
    fakeImages(
      { concurrency: 1, repeatable: true, create: (_request, run) => untilAborted(run.signal, run.id) },
      "own",
    ),
    fakeImages(
      {
        concurrency: 4,
        create: async (_request, run) => {
          await new Promise<void>((resolve) => calls.push(resolve));
          return { state: "pending", task: `task-${run.id}`, readAfterMs: 3_600_000 };
        },
        read: async (_task, run) => picture(run),
        cancel: async (task) => void cancelled.push(task),
      },
      "vendor",
    ),
  ]);
});
afterAll(() => app.stop());

async function start(api: Client, engine: string) {
  const { body, status } = await api("POST", "/images/generate", { prompt: "x", model: `${engine}-1` });
  expect(status).toBe(202);
  const path = `/images/${body.imageId}`;
  return { path, untilRunning: () => until(async () => (await api("GET", path)).body.status === "processing") };
}
const getBalance = async (api: Client) => (await api("GET", "/credits")).body.balance;

test("while it is made on this machine: it stops at once, stays readable and is refunded", async () => {
  const { api } = await app.account(100);
  const { path } = await start(api, "own");
  await until(() => rendering.length === 1);
  expect((await api("DELETE", path)).status).toBe(204);
  expect((await api("GET", path)).body).toMatchObject({ status: "failed", failCode: "cancelled" });
  expect(await getBalance(api)).toBe(100);
  await until(() => aborted.length === 1);
  const ledger = (await api("GET", "/credits/transactions")).body.transactions;
  expect(ledger.map(({ type }: { type: string }) => type)).toEqual(["refund", "charge", "grant"]);
  // Now it has ended, so it can be deleted.
  expect((await api("DELETE", path)).status).toBe(204);
  expect((await api("GET", path)).status).toBe(404);
});

test("while it waits: it is never started and is refunded", async () => {
  const { api } = await app.account(100);
  const first = await start(api, "own");
  await first.untilRunning();
  const second = await start(api, "own");
  expect((await api("DELETE", second.path)).status).toBe(204);
  expect((await api("GET", second.path)).body).toMatchObject({ status: "failed", failCode: "cancelled", progress: 0 });
  expect(await getBalance(api)).toBe(94);
  await api("DELETE", first.path);
  expect(await getBalance(api)).toBe(100);
});

test("while a vendor makes it: it is cancelled there, and the charge is kept", async () => {
  const { api } = await app.account(100);
  const { path } = await start(api, "vendor");
  await untilCalled();
  returnTask();
  const id = await until(() =>
    app.vireo.db.selectFrom("generations").select("id").where("task", "is not", null).executeTakeFirst(),
  );
  expect((await api("DELETE", path)).status).toBe(204);
  expect((await api("GET", path)).body).toMatchObject({ status: "failed", failCode: "cancelled" });
  expect(await getBalance(api)).toBe(94);
  expect(cancelled).toEqual([`task-${id.id}`]);
});

test("during the call to a vendor: the task is cancelled as soon as it is known", async () => {
  cancelled.length = 0;
  const { api } = await app.account(100);
  const { path } = await start(api, "vendor");
  await untilCalled();
  expect((await api("DELETE", path)).status).toBe(204);
  expect(await getBalance(api)).toBe(94);
  returnTask();
  await until(() => cancelled.length === 1);
  expect(cancelled[0]).toStartWith("task-");
});

test("404 for somebody else's, which goes on", async () => {
  const owner = (await app.account(100)).api;
  const { path, untilRunning } = await start(owner, "own");
  await untilRunning();
  const { api } = await app.account(100);
  expect((await api("DELETE", path)).status).toBe(404);
  expect((await owner("GET", path)).body.status).toBe("processing");
  await owner("DELETE", path);
});

test("in the old version, too", async () => {
  const { api } = await app.account(100);
  const { path } = await start(api, "own");
  const headers = { "service-version": "2025-11-10" };
  expect((await api("DELETE", path, undefined, headers)).status).toBe(204);
  expect((await api("GET", path, undefined, headers)).body).toMatchObject({ status: "failed", failCode: "cancelled" });
});
