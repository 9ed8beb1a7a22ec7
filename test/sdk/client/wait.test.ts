import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { VireoError } from "#sdk/client/index";
import type { Image } from "#sdk/client/types";
import { fakeImages, picture } from "#test/engines";
import { type ClientApp, rejection, startServer } from "#test/sdk/client/server";
import { until } from "#test/until";

let app: ClientApp;
/** Images whose prompt names one of these end when it is resolved. */
const gates = new Map<string, PromiseWithResolvers<void>>();
function gate(name: string): () => void {
  const made = Promise.withResolvers<void>();
  gates.set(name, made);
  return made.resolve;
}
beforeAll(async () => {
  const engine = fakeImages({
    concurrency: 20,
    async create({ prompt }, run) {
      if (prompt.includes("refused")) return { state: "failed", code: "content_policy", message: "Not with me." };
      await gates.get(prompt)?.promise;
      return picture(run);
    },
  });
  app = await startServer([...modules, ...plugins, engine], { providers: { image: "fake" } });
});
afterAll(async () => {
  for (const { resolve } of gates.values()) resolve();
  await app.stop();
});

const reads = (path: string) => app.proxy.seen("GET", path).length;

test("what was started is returned when it is completed, with every reading told on the way", async () => {
  const { vireo } = await app.account();
  const open = gate("a lamp");
  const start = await vireo.images.generate({ prompt: "a lamp" });
  const told: string[] = [];
  const waiting = vireo.waitFor(start, { onProgress: ({ status }) => told.push(status) });
  await until(() => told.length >= 2);
  open();
  const image = await waiting;
  expect(image).toMatchObject({ imageId: start.imageId, status: "completed", progress: 100 });
  expect(image.url).toStartWith(app.origin);
  expect([told[0] === "completed", told.at(-1)]).toEqual([false, "completed"]);
  const before = reads(`/api/v1/images/${start.imageId}`);
  expect((await vireo.waitFor(image)).imageId).toBe(start.imageId);
  expect(reads(`/api/v1/images/${start.imageId}`) - before).toBe(1);
});

test("the pauses between readings grow", async () => {
  const { vireo } = await app.account();
  gate("never ready");
  const start = await vireo.images.generate({ prompt: "never ready" });
  const stop = new AbortController();
  const timers = spyOn(globalThis, "setTimeout");
  let reads = 0;
  const onProgress = () => {
    if (++reads === 4) stop.abort(new Error("Enough."));
  };
  await rejection(vireo.waitFor(start, { signal: stop.signal, onProgress }));
  const pauses = timers.mock.calls.map(([, ms]) => ms).filter((ms) => [400, 600, 900].includes(ms as number));
  timers.mockRestore();
  expect([...new Set(pauses)]).toEqual([400, 600, 900]);
});

describe("waiting is over", () => {
  test("with the server's reason, when it failed", async () => {
    const { vireo } = await app.account();
    const error = (await rejection(vireo.waitFor(await vireo.images.generate({ prompt: "refused" })))) as VireoError;
    expect(error).toBeInstanceOf(VireoError);
    expect([error.kind, error.detail]).toEqual(["failed", "Not with me. [content_policy]"]);
    expect(error.resource as Image).toMatchObject({ status: "failed", failCode: "content_policy" });
  });

  test("with a timeout, which says how far it came; the work goes on", async () => {
    const { vireo } = await app.account();
    const open = gate("a late lamp");
    const start = await vireo.images.generate({ prompt: "a late lamp" });
    const error = (await rejection(vireo.waitFor(start, { timeoutMs: 100 }))) as VireoError;
    expect(error.kind).toBe("timeout");
    expect(error.detail).toMatch(new RegExp(`^${start.imageId} is still (pending|processing) after 100 ms`));
    open();
    expect((await vireo.waitFor(start)).status).toBe("completed");
  });

  test("with the reason of its signal", async () => {
    const { vireo } = await app.account();
    gate("never");
    const stop = new AbortController();
    const waiting = vireo.waitFor(await vireo.images.generate({ prompt: "never" }), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("Enough.")),
    });
    expect(await rejection(waiting)).toMatchObject({ message: "Enough." });
  });

  test("at once, where there is nothing to wait for", async () => {
    const { vireo } = await app.account();
    expect(await rejection(vireo.waitFor({ imageId: "img_unknown" }))).toMatchObject({ kind: "not_found" });
    expect(await rejection(vireo.waitFor({ name: "x" } as never))).toMatchObject({
      message: expect.stringContaining("videoId"),
    });
  });
});

test("live, the server's event ends the pause", async () => {
  const { vireo } = await app.account();
  const open = gate("live");
  const start = await vireo.images.generate({ prompt: "live" });
  const path = `/api/v1/images/${start.imageId}`;
  const waiting = vireo.waitFor(start, { live: true });
  // The second reading comes when the stream is open; from then on it is news alone that count.
  await until(() => app.proxy.seen("GET", "/api/v1/events").length > 0 && reads(path) >= 2);
  const began = Date.now();
  const before = reads(path);
  open();
  expect((await waiting).status).toBe("completed");
  expect(reads(path) - before).toBeLessThanOrEqual(2);
  expect(Date.now() - began).toBeLessThan(15_000);
});

test("live without a stream, it is read as often as otherwise", async () => {
  const { key } = await app.account();
  const { body } = await app.as(key)("POST", "/keys", { name: "blind", scopes: ["media:read", "media:write"] });
  const { vireo } = await app.account({ apiKey: body.key });
  app.proxy.next("/api/v1/events", { status: 403, body: "no" });
  const image = await vireo.waitFor(await vireo.images.generate({ prompt: "a lamp without a stream" }), { live: true });
  expect(image.status).toBe("completed");
});

describe("a post", () => {
  const videoUrl = "https://93.184.216.34/video.mp4";
  async function posting() {
    const { vireo } = await app.account();
    await vireo.social.accounts.sync();
    const accountIds: string[] = [];
    for await (const { accountId } of vireo.social.accounts.list()) accountIds.push(accountId);
    return { vireo, accountIds };
  }

  test("is waited for until it is published", async () => {
    const { vireo, accountIds } = await posting();
    const order = { videoUrl, accountIds, tiktokPrivacyLevel: "SELF_ONLY" as const, content: "hello" };
    const post = await vireo.waitFor(await vireo.social.posts.create({ ...order, mode: "now" }));
    expect([post.status, post.targets.length]).toEqual(["published", 3]);
    expect(post.targets[0]?.platformPostUrl).toStartWith(app.origin);
  });

  test("that was refused, or is a draft, says why it is not published", async () => {
    const { vireo, accountIds } = await posting();
    const order = { videoUrl, accountIds, tiktokPrivacyLevel: "SELF_ONLY" as const, content: "hello #sandbox-fail" };
    const refused = vireo.social.posts.create({ ...order, mode: "now" }).then((post) => vireo.waitFor(post));
    const draft = vireo.social.posts
      .create({ ...order, content: "later", mode: "draft" })
      .then((post) => vireo.waitFor(post));
    const [one, other] = (await Promise.all([rejection(refused), rejection(draft)])) as VireoError[];
    expect([one?.kind, one?.detail]).toEqual(["failed", expect.stringContaining("The sandbox rejected the post")]);
    expect([other?.kind, other?.detail]).toEqual(["failed", expect.stringContaining("draft")]);
  });
});
