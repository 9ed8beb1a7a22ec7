import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { createQuota } from "#plugins/zernio/quota";
import { createTestProgress } from "#sdk/testing/progress";
import { orderOf, providerOf, signal } from "./order";
import { startZernio } from "./server";

const NOW = Date.parse("2026-11-21T12:00:00Z");
let slept: number[];
let quota: ReturnType<typeof createQuota>;

beforeEach(() => {
  setSystemTime(NOW);
  slept = [];
  quota = createQuota(async (ms) => {
    slept.push(ms);
    setSystemTime(Date.now() + ms);
  });
});
afterEach(() => {
  setSystemTime();
});

const told = (remaining: number, inSeconds: number) =>
  new Headers({ "x-ratelimit-remaining": String(remaining), "x-ratelimit-reset": String(NOW / 1000 + inSeconds) });

test("nothing waits where no answer told of a limit", async () => {
  for (let i = 0; i < 100; i++) await quota.take(signal);
  quota.learn(new Headers({ "x-ratelimit-remaining": "many" }));
  await quota.take(signal);
  expect(slept).toEqual([]);
});

test("what is left may be used; then the next minute is waited for", async () => {
  quota.learn(told(2, 20));
  for (let i = 0; i < 3; i++) await quota.take(signal);
  expect(slept).toEqual([20_000]);
});

test("requests that are under way count, whatever an older answer says", async () => {
  quota.learn(told(3, 20));
  await quota.take(signal);
  await quota.take(signal);
  quota.learn(told(2, 20));
  await quota.take(signal);
  await quota.take(signal);
  expect(slept).toEqual([20_000]);
});

test("a 429 with Retry-After is waited out, and no wait is longer than the limit's minute", async () => {
  quota.learn(new Headers({ "retry-after": "7" }), true);
  await quota.take(signal);
  quota.learn(told(0, 86_400));
  await quota.take(signal);
  expect(slept).toEqual([7_000, 60_000]);
});

test("a wait ends when it is no longer wanted", async () => {
  setSystemTime();
  const real = createQuota();
  real.learn(new Headers({ "retry-after": "30" }), true);
  const cut = new AbortController();
  const work = real.take(cut.signal);
  cut.abort(new Error("stopping"));
  await expect(work).rejects.toThrow("stopping");
});

test("a post waits before its call for a request to be left, not in the call", async () => {
  setSystemTime();
  const zernio = await startZernio();
  try {
    zernio.control.remaining = 1;
    zernio.control.resetAt = Math.floor(Date.now() / 1000) + 30;
    const provider = providerOf(zernio);
    await provider.accounts("owner", signal);
    const order = orderOf(zernio, { media: { ...orderOf(zernio).media, publicUrl: "https://cdn.shop.com/a.mp4" } });
    const cut = new AbortController();
    const work = provider.prepare?.(order, order.media, cut.signal, createTestProgress());
    cut.abort(new Error("still waiting"));
    await expect(work).rejects.toThrow("still waiting");
    expect(zernio.routes()).toEqual(["GET /v1/accounts"]);
  } finally {
    await zernio.stop();
  }
});

test("the pace leaves room for a post's other requests", () => {
  const pace = (requestsPerMinute: number) => providerOf({ url: "http://127.0.0.1:1" }, { requestsPerMinute }).pace;
  expect(pace(60)).toEqual([{ count: 20, ms: 60_000 }]);
  expect(pace(3)).toEqual([{ count: 1, ms: 60_000 }]);
});
