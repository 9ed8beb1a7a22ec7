import { afterEach, beforeEach, expect, test } from "bun:test";
import { tiktokId } from "./calendar";
import { orderOf, providerOf, send, sentOf, signal } from "./order";
import { type Postiz, startPostiz } from "./server";

let postiz: Postiz;
beforeEach(async () => {
  postiz = await startPostiz();
});
afterEach(() => postiz.stop());

const minutes = (count: number) => count * 60_000;

/** An order whose answer was lost after it was stored. */
async function lost(more: Parameters<typeof orderOf>[0] = {}) {
  const order = orderOf(more);
  postiz.fail("POST /posts", "reset-after");
  expect(await send(providerOf(postiz), order)).toMatchObject({ state: "unknown" });
  return sentOf(order);
}

test("a lost answer: the post is found by its mark, and followed to its end", async () => {
  const provider = providerOf(postiz);
  const sent = await lost();
  const [post] = postiz.posts;
  expect(await provider.find(sent, signal)).toMatchObject({ state: "pending", task: post!.id });
  expect(await provider.find(sent, signal)).toMatchObject({ state: "published", platformPostId: tiktokId(post!.id) });
});

test("two posts with the same caption are told apart", async () => {
  const provider = providerOf(postiz);
  const first = await lost({ content: "Same" });
  const second = await lost({ content: "Same" });
  expect(await provider.find(first, signal)).toMatchObject({ task: postiz.posts[0]!.id });
  expect(await provider.find(second, signal)).toMatchObject({ platformPostId: tiktokId(postiz.posts[1]!.id) });
});

test("the same caption of another attempt is not taken for one that never arrived", async () => {
  const provider = providerOf(postiz);
  await send(provider, orderOf({ content: "Same" }));
  postiz.fail("POST /posts", "reset-before");
  const order = orderOf({ content: "Same" });
  await send(provider, order);
  expect(await provider.find(sentOf(order), signal)).toBeUndefined();
});

test("a list that lags behind: nothing is known yet", async () => {
  postiz.control.lag = 1;
  const sent = await lost();
  expect(await providerOf(postiz).find(sent, signal)).toBeUndefined();
  expect(await providerOf(postiz).find(sent, signal)).toMatchObject({ state: "pending" });
});

test("a server that drops the mark: a caption alone is no proof", async () => {
  postiz.control.settings = "dropped";
  expect(await providerOf(postiz).find(await lost(), signal)).toBeUndefined();
});

test("an older server, which lists no settings: the only post with these words at that time is the one", async () => {
  postiz.control.settings = "unlisted";
  const sent = await lost({ content: 'Tom & "Jerry" <3\n\nnew line' });
  const provider = providerOf(postiz);
  expect(await provider.find(sent, signal)).toMatchObject({ state: "pending", task: postiz.posts[0]!.id });
  expect(await provider.find({ ...sent, content: "Other words" }, signal)).toBeUndefined();
  expect(await provider.find({ ...sent, calledAt: sent.calledAt - minutes(20) }, signal)).toBeUndefined();
  const account = { ...sent.account, externalId: "int-youtube" };
  expect(await provider.find({ ...sent, account }, signal)).toBeUndefined();
});

test("an older server with two such posts: unknown", async () => {
  postiz.control.settings = "unlisted";
  const first = await lost({ content: "Same" });
  await lost({ content: "Same" });
  expect(await providerOf(postiz).find(first, signal)).toMatchObject({ state: "unknown" });
});

test("only the time around the call is asked for", async () => {
  const sent = sentOf(orderOf(), Date.UTC(2030, 0, 1, 12));
  expect(await providerOf(postiz).find(sent, signal)).toBeUndefined();
  const query = postiz.calls.at(-1)?.query;
  expect([query?.get("startDate"), query?.get("endDate")]).toEqual([
    "2030-01-01T11:00:00.000Z",
    "2030-01-01T13:00:00.000Z",
  ]);
});

test("figures are read post by post, under the names that the platforms give them", async () => {
  const provider = providerOf(postiz);
  const order = orderOf();
  const sent = sentOf(order);
  const first = await send(provider, order);
  const task = first.state === "pending" ? first.task : "";
  await provider.read!(task, sent, signal);
  const done = await provider.read!(task, sent, signal);
  const platformPostId = done.state === "published" ? (done.platformPostId ?? "") : "";
  const posts = [platformPostId, "unknown"].map((id) => ({ platformPostId: id, publishedAt: Date.now() }));
  const read = await provider.metrics!.read({ owner: "owner", account: order.account, posts }, signal);
  expect([...read]).toEqual([[platformPostId, { views: 120, likes: 9 }]]);
});
