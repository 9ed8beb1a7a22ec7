import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { categories } from "#plugins/zernio/tables";
import type { Outcome, SocialProvider } from "#sdk/slots/social";
import { createTestProgress } from "#sdk/testing/progress";
import { type Fault, KEY } from "./faults";
import { orderOf, providerOf, send, sentOf, signal } from "./order";
import { startZernio, type Zernio } from "./server";

let zernio: Zernio;
let provider: SocialProvider;
beforeAll(async () => {
  zernio = await startZernio();
  provider = providerOf(zernio);
});
afterAll(() => zernio.stop());

const caption = (words: string) => `${words} ${crypto.randomUUID()}`;
const sendWith = (words: string, more: Parameters<typeof orderOf>[1] = {}) => {
  const order = orderOf(zernio, { content: caption(words), ...more });
  return { order, outcome: send(provider, order) };
};

describe("a post that Zernio takes", () => {
  test("is published at once, with the platform's id and address", async () => {
    const { order, outcome } = sendWith("Fine");
    const said = await outcome;
    if (said.state !== "published") throw new Error(JSON.stringify(said));
    expect(said.platformPostUrl).toBe(`https://tiktok.example/@shop/video/${said.platformPostId}`);
    expect(Math.abs((said.publishedAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(zernio.asked(order.content)).toBe(1);
  });

  test("is asked for with its key, one target and what it is found again by", async () => {
    const { order, outcome } = sendWith("Whole");
    await outcome;
    const call = zernio.calls.findLast(({ route }) => route === "POST /v1/posts");
    expect(call?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-request-id": order.idempotencyKey });
    expect(call?.body).toMatchObject({
      content: order.content,
      publishNow: true,
      metadata: { postId: order.postId, targetId: order.targetId, attempt: 1 },
      platforms: [{ platform: "tiktok", accountId: order.account.externalId }],
    });
  });

  test("is read until a slow platform has it", async () => {
    const { order, outcome } = sendWith("[fault:slow]");
    let said = await outcome;
    const states = [said.state];
    for (let i = 0; said.state === "pending" && i < 5; i++) {
      said = (await provider.read?.(said.task, sentOf(order), signal)) as Outcome;
      states.push(said.state);
    }
    expect(states).toEqual(["pending", "pending", "published"]);
  });

  test("stays pending where it is stuck", async () => {
    const { order, outcome } = sendWith("[fault:stuck]");
    const said = await outcome;
    if (said.state !== "pending") throw new Error(JSON.stringify(said));
    for (let i = 0; i < 4; i++)
      expect((await provider.read?.(said.task, sentOf(order), signal))?.state).toBe("pending");
  });

  test("is out before TikTok's address is known", async () => {
    const { order, outcome } = sendWith("[fault:late-url]");
    const said = await outcome;
    const { task = "" } = said as { task?: string };
    expect(task).not.toBe("");
    expect(said).toMatchObject({ state: "published", platformPostId: expect.any(String) });
    expect(said).not.toHaveProperty("platformPostUrl");
    expect(await provider.read?.(task, sentOf(order), signal)).toMatchObject({ state: "published", task });
    const later = await provider.read?.(task, sentOf(order), signal);
    expect(later).toMatchObject({ state: "published", platformPostUrl: "https://tiktok.example/@shop/video/7123" });
    expect(later).not.toHaveProperty("task");
  });

  test("ends in the inbox where it was sent there", async () => {
    const { outcome } = sendWith("Inbox", { toInbox: true, tiktok: {} });
    expect(await outcome).toMatchObject({ state: "in_inbox", platformPostId: expect.any(String) });
  });
});

describe("a failure is certain", () => {
  test.each([
    ["bad-request", "user_content", "Caption is too long"],
    ["over-plan", "quota_exhausted", "Payment is needed"],
    ["expired", "auth_expired", "Reconnect the account"],
    ["not-enabled", "account_issue", "Not enabled"],
    ["over-limit", "quota_exhausted", "Too many profiles"],
    ["no-right", "provider_unavailable", "may not publish"],
    ["rate-limit", "platform_rate_limit", "Retry later"],
    ["rate-limit-after", "platform_rate_limit", "Retry in 45 s"],
  ])("where Zernio refuses it: %s", async (fault, category, words) => {
    const { order, outcome } = sendWith(`[fault:${fault}]`);
    expect(await outcome).toEqual({
      state: "failed",
      category: category as never,
      message: expect.stringContaining(words),
    });
    expect([zernio.asked(order.content), zernio.made(order.content)]).toEqual([1, 0]);
  });

  test.each(Object.entries(categories))("where the platform refuses it: %s", async (category, ours) => {
    const { outcome } = sendWith(`[fault:partial] [category:${category}]`);
    expect(await outcome).toEqual({
      state: "failed",
      category: ours,
      message: `The platform refused it: ${category}`,
    });
  });

  test("where the platform refuses it later", async () => {
    const { order, outcome } = sendWith("[fault:slow] [category:user_content]");
    const said = await outcome;
    if (said.state !== "pending") throw new Error(JSON.stringify(said));
    await provider.read?.(said.task, sentOf(order), signal);
    expect(await provider.read?.(said.task, sentOf(order), signal)).toMatchObject({
      state: "failed",
      category: "user_content",
    });
  });

  test("where the same content is out already", async () => {
    const content = caption("Twin");
    await send(provider, orderOf(zernio, { content }));
    expect(await send(provider, orderOf(zernio, { content }))).toMatchObject({
      state: "failed",
      category: "user_content",
    });
    expect(zernio.made(content)).toBe(1);
  });

  test("where nothing was sent, since nobody listens: then another call is made later", async () => {
    const gone = await startZernio();
    const away = providerOf(gone);
    const order = orderOf(gone);
    const prepared = await away.prepare?.(order, order.media, signal, createTestProgress());
    await gone.stop();
    expect(await away.publish({ ...order, prepared }, signal)).toMatchObject({
      state: "later",
      message: expect.stringContaining("cannot be reached"),
    });
  });

  test("unless Zernio still tries: then it is read again", async () => {
    const { order, outcome } = sendWith("[fault:retried]");
    const said = await outcome;
    if (said.state !== "pending") throw new Error(JSON.stringify(said));
    await provider.read?.(said.task, sentOf(order), signal);
    expect((await provider.read?.(said.task, sentOf(order), signal))?.state).toBe("published");
  });
});

test("a repetition of our own earlier attempt is what became of that one", async () => {
  const order = orderOf(zernio);
  const first = await send(provider, order);
  const again = await send(provider, { ...order, attempt: 2, idempotencyKey: crypto.randomUUID() });
  expect([first.state, again]).toEqual(["published", first]);
  expect(zernio.made(order.content)).toBe(1);
});

describe("what is not known is never a failure:", () => {
  const lost: [Fault, number][] = [
    ["error-after", 1],
    ["html-after", 1],
    ["reset-after", 1],
    ["cut-off", 1],
    ["error-before", 0],
    ["unavailable", 0],
    ["timeout", 0],
    ["wall", 0],
    ["html", 0],
    ["list", 0],
    ["empty", 0],
    ["huge", 0],
    ["redirect", 0],
    ["reset-before", 0],
  ];
  test.each(lost)("%s", async (fault, made) => {
    const { order, outcome } = sendWith(`[fault:${fault}]`);
    expect(await outcome).toMatchObject({ state: "unknown", message: expect.any(String) });
    expect([zernio.asked(order.content), zernio.made(order.content)]).toEqual([1, made]);
    expect((await provider.find(sentOf(order), signal))?.state).toBe(made ? "published" : (undefined as never));
    expect(zernio.asked(order.content)).toBe(1);
  });

  test("an answer that comes too late", async () => {
    const hasty = providerOf(zernio, { callSeconds: 0.2 });
    const order = orderOf(zernio, { content: caption("[fault:silent-after]") });
    expect(await send(hasty, order)).toMatchObject({ state: "unknown", message: expect.stringContaining("0.2 s") });
    expect((await provider.find(sentOf(order), signal))?.state).toBe("published");
  });

  test("a 207 without results is read by its post", async () => {
    const { order, outcome } = sendWith("[fault:aborted]");
    const said = await outcome;
    if (said.state !== "pending") throw new Error(JSON.stringify(said));
    await provider.read?.(said.task, sentOf(order), signal);
    expect((await provider.read?.(said.task, sentOf(order), signal))?.state).toBe("published");
  });

  test("a post that Zernio no longer has", async () => {
    expect(await provider.read?.("gone", sentOf(orderOf(zernio)), signal)).toMatchObject({ state: "unknown" });
  });
});

test("a redirect is not followed, so that neither the post nor the key goes elsewhere", async () => {
  await sendWith("[fault:redirect]").outcome;
  expect(zernio.routes()).not.toContain("POST /elsewhere");
});

test("a kept connection is never used for the call, since the runtime may repeat it there", async () => {
  await provider.accounts("owner", signal);
  const before = zernio.calls.length;
  for (const _ of [1, 2]) await sendWith("Own connection").outcome;
  const used = zernio.calls.slice(before - 1).filter(({ route }) => route !== "POST /v1/media/presign");
  const creates = used.filter(({ route }) => route === "POST /v1/posts").map(({ port }) => port);
  const others = used.filter(({ route }) => route !== "POST /v1/posts").map(({ port }) => port);
  expect(new Set(creates).size).toBe(2);
  expect(others.some((port) => creates.includes(port))).toBe(false);
});

test("an account that posts too fast holds up no other", async () => {
  await sendWith("[fault:rate-limit-after]").outcome;
  expect((await sendWith("Straight away").outcome).state).toBe("published");
});

test("a call that comes twice with one key makes one post", async () => {
  const order = orderOf(zernio);
  const both = [await send(provider, order), await send(provider, order)];
  expect(both[1]).toEqual(both[0] as Outcome);
  expect(zernio.made(order.content)).toBe(1);
});

test("the key is in no answer, even where Zernio repeats it", async () => {
  const said = await sendWith("[fault:echo-key]").outcome;
  expect(said).toMatchObject({ state: "failed", message: expect.stringContaining("The key ••• may not do that") });
});
