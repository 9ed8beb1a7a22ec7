import { afterAll, describe, expect, test } from "bun:test";
import { createApi } from "#plugins/tiktok/api";
import { createProvider } from "#plugins/tiktok/provider";
import type { MediaItem, Progress, Publication } from "#sdk/slots/social";
import { socialConformance } from "#sdk/testing/conformance/social";
import { createTestProgress } from "#sdk/testing/progress";
import { CLIENT, connectionsOf } from "#test/plugins/direct";
import { startTikTok } from "./server";

const tiktok = await startTikTok();
afterAll(() => tiktok.stop());

socialConformance("tiktok", {
  provider: () =>
    createProvider({
      api: createApi({ clientId: CLIENT.id, clientSecret: CLIENT.secret, apiUrl: tiktok.url, loginUrl: tiktok.url }),
      connections: connectionsOf(
        [{ externalId: "open-1", platform: "tiktok", username: "shop", status: "active" }],
        tiktok.people,
      ),
      now: Date.now,
    }),
  owner: () => "owner",
  publicUrl: "https://photos.example",
  refused: "A caption that TikTok refuses [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});

const photo = (number: number): MediaItem => ({
  kind: "image",
  address: `http://127.0.0.1:1/${number}.jpg`,
  publicUrl: `https://photos.example/${number}.jpg`,
  fileName: `${number}.jpg`,
  file: async () => ({ size: 1, contentType: "image/jpeg", stream: () => new Blob(["x"]).stream() }),
});
const makeOrder = (items: readonly MediaItem[], more: Partial<Publication> = {}): Publication => ({
  ...{ targetId: crypto.randomUUID(), postId: "post_01", owner: "owner", aiGenerated: false, toInbox: false },
  account: { externalId: "open-1", platform: "tiktok", username: "shop" },
  content: "Three photos",
  tiktok: { privacyLevel: "SELF_ONLY" },
  ...{ idempotencyKey: crypto.randomUUID(), attempt: 1, prepared: undefined, progress: createTestProgress() },
  media: { ...items[0]!, items },
  ...more,
});
const makeProvider = () =>
  createProvider({
    api: createApi({ clientId: CLIENT.id, clientSecret: CLIENT.secret, apiUrl: tiktok.url, loginUrl: tiktok.url }),
    connections: connectionsOf(
      [{ externalId: "open-1", platform: "tiktok", username: "shop", status: "active" }],
      tiktok.people,
    ),
    now: Date.now,
  });
const { signal } = new AbortController();

describe("photos on TikTok", () => {
  const provider = makeProvider();
  const prepare = (order: Publication) => provider.prepare!(order, order.media, signal, order.progress as Progress);

  test("are announced by the publish call alone, which is not made again while TikTok is at work", async () => {
    const order = makeOrder([3, 1, 2].map(photo));
    const before = tiktok.posts.size;
    const prepared = await prepare(order);
    expect(tiktok.posts.size).toBe(before);
    const outcome = await provider.publish({ ...order, prepared }, signal);
    expect(outcome).toMatchObject({ state: "pending", task: expect.stringContaining("p_pub_url") });
    expect([...tiktok.posts.values()].at(-1)!.info).toMatchObject({
      description: "Three photos",
      privacy_level: "SELF_ONLY",
      auto_add_music: false,
      urls: [3, 1, 2].map((number) => `https://photos.example/${number}.jpg`),
    });
    await provider.publish({ ...order, attempt: 2, prepared: await prepare(order) }, signal);
    expect(tiktok.posts.size).toBe(before + 1);
    expect((await provider.find({ ...order, calledAt: Date.now() }, signal))?.state).toBe("published");
  });

  test("are refused without a public address, or from one that TikTok does not know", async () => {
    await expect(prepare(makeOrder([{ ...photo(1), publicUrl: undefined }]))).rejects.toThrow("PUBLIC_URL");
    const order = makeOrder([{ ...photo(1), publicUrl: "https://elsewhere.example/1.jpg" }]);
    expect(await provider.publish({ ...order, prepared: await prepare(order) }, signal)).toMatchObject({
      state: "failed",
      category: "media_unavailable",
    });
  });

  test("say that they have no AI label", async () => {
    const order = makeOrder([photo(1)], { aiGenerated: true });
    const outcome = await provider.publish({ ...order, prepared: await prepare(order) }, signal);
    expect(outcome).toMatchObject({ state: "pending", notice: "TikTok has no AI label for photos." });
  });
});
