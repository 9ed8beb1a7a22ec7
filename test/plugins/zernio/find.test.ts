import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SocialProvider } from "#sdk/slots/social";
import { orderOf, providerOf, send, sentOf, signal } from "./order";
import { startZernio, type Zernio } from "./server";

const MINUTE = 60_000;

let zernio: Zernio;
let provider: SocialProvider;
beforeEach(async () => {
  zernio = await startZernio();
  provider = providerOf(zernio);
});
afterEach(() => zernio.stop());

const lists = () => zernio.routes().filter((route) => route === "GET /v1/posts").length;
const publishMany = async (count: number) => {
  for (let i = 0; i < count; i++) await send(provider, orderOf(zernio, { content: `Other ${i}` }));
};

test("a post is found by its target and attempt, behind many others", async () => {
  const order = orderOf(zernio, { attempt: 2 });
  await send(provider, order);
  await publishMany(60);
  expect(await provider.find(sentOf(order), signal)).toMatchObject({ state: "published" });
  expect(lists()).toBe(2);
});

test("another attempt of the same target is another post", async () => {
  const order = orderOf(zernio);
  await send(provider, order);
  expect(await provider.find({ ...sentOf(order), attempt: 2 }, signal)).toBeUndefined();
});

test("nothing is found before there is anything", async () => {
  expect(await provider.find(sentOf(orderOf(zernio)), signal)).toBeUndefined();
});

test("the search ends at posts that are older than the call", async () => {
  const order = orderOf(zernio);
  await publishMany(120);
  for (const post of zernio.posts) post.createdAt = new Date(Date.now() - 60 * MINUTE).toISOString();
  expect(await provider.find(sentOf(order), signal)).toBeUndefined();
  expect(lists()).toBe(1);
});

test("the search ends, however many posts there are", async () => {
  await publishMany(1);
  const [post] = zernio.posts;
  if (!post) throw new Error("nothing published");
  zernio.posts.push(...Array.from({ length: 1000 }, () => post));
  expect(await provider.find(sentOf(orderOf(zernio)), signal)).toBeUndefined();
  expect(lists()).toBe(10);
});

test("an account is recognised where a post has it whole rather than its id", async () => {
  const order = orderOf(zernio);
  await send(provider, order);
  const [post] = zernio.posts;
  if (post) post.target.accountId = { _id: order.account.externalId, platform: "tiktok" };
  expect(await provider.find(sentOf(order), signal)).toMatchObject({ state: "published" });
});

test.each(["html", "list", "empty", "error-before", "wall", "redirect"] as const)(
  "an answer that is no list throws rather than finding nothing: %s",
  async (fault) => {
    zernio.faults.set("GET /v1/posts", [fault]);
    await expect(provider.find(sentOf(orderOf(zernio)), signal)).rejects.toThrow(/Zernio/);
  },
);

test("figures of an account's posts come from one list; those that Zernio has not read yet are missing", async () => {
  let now = Date.now();
  const provider = providerOf(zernio, { now: () => now });
  for (let at = 0; at < 3; at++) await send(provider, orderOf(zernio));
  await send(provider, orderOf(zernio, { platform: "youtube" }));
  const { account } = orderOf(zernio);
  const listed = zernio.posts.filter(({ target }) => target.platform === "tiktok");
  const ids = listed.map(({ target }) => target.platformPostId ?? "");
  const posts = ids.map((platformPostId) => ({ platformPostId, publishedAt: now }));
  const read = () => provider.metrics!.read({ owner: "owner", account, posts }, signal);
  const figures = { likes: 7, comments: 0, shares: 1, saves: 2, watchSeconds: 61 };
  expect([...(await read())]).toEqual([
    [ids[0]!, { views: 100, ...figures }],
    [ids[1]!, { views: 101, ...figures }],
  ]);
  // A plan without analytics is asked once a day.
  zernio.control.hasAnalytics = false;
  await expect(read()).rejects.toThrow("402");
  const { length } = zernio.calls;
  await expect(read()).rejects.toThrow("no analytics");
  expect(zernio.calls.length).toBe(length);
  zernio.control.hasAnalytics = true;
  now += 25 * 3_600_000;
  expect((await read()).size).toBe(2);
});
