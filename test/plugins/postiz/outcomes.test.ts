import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createTestProgress } from "#sdk/testing/progress";
import { tiktokId, tiktokUrl } from "./calendar";
import { type Fault, KEY } from "./faults";
import { orderOf, providerOf, send, sentOf, signal } from "./order";
import { type Postiz, startPostiz } from "./server";

let postiz: Postiz;
beforeEach(async () => {
  postiz = await startPostiz();
});
afterEach(() => postiz.stop());

describe("the call that publishes", () => {
  const certain: [Fault, string, RegExp][] = [
    ["bad-request", "user_content", /tiktok: Shop: The video is too long/],
    ["no-subscription", "provider_unavailable", /POSTIZ_API_KEY.*No subscription found/],
    ["over-plan", "quota_exhausted", /posts of your plan/],
    ["too-large", "user_content", /too large/],
    ["throttled", "platform_rate_limit", /Too Many Requests/],
  ];
  test.each(certain)("%s: a failure, in words for people", async (fault, category, message) => {
    postiz.fail("POST /posts", fault);
    const outcome = await send(providerOf(postiz), orderOf());
    expect(outcome).toMatchObject({ state: "failed", category, message: expect.stringMatching(message) });
    expect([postiz.count("POST /posts"), postiz.posts.length]).toEqual([1, 0]);
  });

  const open: Fault[] = [
    "error-before",
    "error-after",
    "bad-gateway",
    "html",
    "redirect",
    "huge",
    "reset-before",
    "reset-after",
    "cut-off",
    "silent-before",
    "silent-after",
  ];
  test.each(open)("%s: unknown, whether it was stored or not; and only one call", async (fault) => {
    postiz.fail("POST /posts", fault);
    const provider = providerOf(postiz, { publishMs: 400 });
    const order = orderOf();
    expect(await send(provider, order)).toMatchObject({ state: "unknown", message: expect.stringMatching(/Postiz/) });
    expect(postiz.count("POST /posts")).toBe(1);
    const found = await provider.find(sentOf(order), signal);
    expect(found?.state).toBe(postiz.posts.length === 1 ? "pending" : undefined);
  });

  test("nobody is there: the post waits for another call, for nothing was sent", async () => {
    const provider = providerOf(postiz);
    const order = orderOf();
    const prepared = await provider.prepare?.(order, order.media, signal, createTestProgress());
    await postiz.stop();
    expect(await provider.publish({ ...order, prepared }, signal)).toEqual({
      state: "later",
      afterMs: 30_000,
      message: "Postiz cannot be reached.",
    });
  });

  test("it goes over a connection of its own, never over one that may be dying", async () => {
    const provider = providerOf(postiz);
    const order = orderOf();
    const prepared = await provider.prepare?.(order, order.media, signal, createTestProgress());
    for (let i = 0; i < 2; i++) await provider.accounts("owner", signal);
    await provider.publish({ ...order, prepared }, signal);
    const [first, second, publish] = postiz.calls.slice(-3).map(({ port }) => port);
    expect(second).toBe(first!);
    expect(publish).not.toBe(second!);
  });

  test("a channel that is gone by then is told as such", async () => {
    const provider = providerOf(postiz);
    const order = orderOf();
    const prepared = await provider.prepare?.(order, order.media, signal, createTestProgress());
    postiz.integrations.shift();
    expect(await provider.publish({ ...order, prepared }, signal)).toMatchObject({ category: "account_issue" });
    expect(await send(provider, orderOf())).toMatchObject({ category: "account_issue" });
  });

  test("Postiz's own limit is kept: one order too many is a failure", async () => {
    const provider = providerOf(postiz);
    expect(provider.pace).toEqual([{ count: 90, ms: 3_600_000 }]);
    const order = orderOf();
    const prepared = await provider.prepare?.(order, order.media, signal, createTestProgress());
    const states = new Set<string>();
    for (let i = 0; i < 90; i++) states.add((await provider.publish({ ...order, prepared }, signal)).state);
    expect([...states]).toEqual(["pending"]);
    expect(await provider.publish({ ...order, prepared }, signal)).toMatchObject({ category: "platform_rate_limit" });
  });

  test("the key is in no message, though Postiz repeats it", async () => {
    postiz.fail("POST /posts", "echo-key");
    const outcome = await send(providerOf(postiz), orderOf());
    expect(outcome).toMatchObject({ state: "failed", message: expect.stringContaining("•••") });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    const wrong = await Promise.resolve(providerOf(postiz, { apiKey: "wrong-key" }).accounts("owner", signal)).catch(
      String,
    );
    expect(wrong).toMatch(/Invalid API key/);
    expect(wrong).not.toMatch(/wrong-key|127\.0\.0\.1/);
  });
});

describe("what became of a post", () => {
  async function taken(more: Parameters<typeof orderOf>[0] = {}) {
    const provider = providerOf(postiz);
    const order = orderOf(more);
    const outcome = await send(provider, order);
    if (outcome.state !== "pending") throw new Error(JSON.stringify(outcome));
    const sent = sentOf(order);
    return { provider, sent, task: outcome.task, read: async () => provider.read?.(outcome.task, sent, signal) };
  }

  test("it is worked on, then published, with its id and address", async () => {
    const { read, sent, task } = await taken();
    expect(await read()).toMatchObject({ state: "pending", task });
    expect(await read()).toEqual({
      state: "published",
      platformPostId: tiktokId(task),
      platformPostUrl: tiktokUrl(task),
      publishedAt: sent.calledAt,
    });
  });

  test.each([
    ["v_pub_file~v2-1.7461234567890123456", "https://www.tiktok.com/@shop"],
    ["p_pub_url~v2.123", "https://www.tiktok.com/@video.shop/"],
    ["missing", null],
  ])("TikTok: %s and %s are no post; the real ones are read later", async (releaseId, releaseURL) => {
    const { provider, read, sent, task } = await taken();
    Object.assign(postiz.posts[0]!, { state: "PUBLISHED", releaseId, releaseURL });
    expect(await read()).toEqual({ state: "published", task, publishedAt: sent.calledAt });
    Object.assign(postiz.posts[0]!, {
      releaseId: tiktokId(task),
      releaseURL: tiktokUrl(task).replace("video", "photo"),
    });
    expect(await provider.read?.(task, sent, signal)).toMatchObject({
      ...{ platformPostId: tiktokId(task), platformPostUrl: expect.stringContaining("/photo/") },
    });
  });

  test("in the inbox it is not called published", async () => {
    const { read } = await taken({ toInbox: true });
    const releaseURL = "https://www.tiktok.com/messages";
    Object.assign(postiz.posts[0]!, { state: "PUBLISHED", releaseId: "missing", releaseURL });
    expect(await read()).toEqual({ state: "in_inbox" });
  });

  test("it failed at the platform, later", async () => {
    postiz.control.fate = "ERROR";
    const { read } = await taken();
    await read();
    expect(await read()).toMatchObject({ state: "failed", category: "platform_error" });
  });

  test("an error that came after it was out does not make it failed", async () => {
    const { read } = await taken();
    Object.assign(postiz.posts[0]!, { state: "ERROR", releaseURL: tiktokUrl("abc") });
    expect(await read()).toMatchObject({ state: "published", platformPostUrl: tiktokUrl("abc") });
  });

  test("stuck in the queue, it stays pending", async () => {
    postiz.control.fate = "QUEUE";
    const { read, task } = await taken();
    for (let i = 0; i < 3; i++) expect(await read()).toMatchObject({ state: "pending", task });
  });

  test("made a draft by somebody, or in a state that is new: unknown", async () => {
    const { read } = await taken();
    for (const state of ["DRAFT", "ARCHIVED", "constructor"]) {
      Object.assign(postiz.posts[0]!, { state });
      expect(await read()).toMatchObject({ state: "unknown" });
    }
  });

  test("a list that lags behind keeps it pending", async () => {
    postiz.control.lag = 2;
    const { read, task } = await taken();
    for (let i = 0; i < 3; i++) expect(await read()).toMatchObject({ state: "pending", task });
    expect(await read()).toMatchObject({ state: "published" });
  });

  test("a list that cannot be read says nothing", async () => {
    const { read } = await taken();
    for (const fault of ["html", "error-before", "cut-off", "reset-before", "redirect"] as const) {
      postiz.fail("GET /posts", fault);
      await expect(read()).rejects.toThrow(/Postiz/);
    }
  });
});
