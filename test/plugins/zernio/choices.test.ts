/** What users chose reaches the platform, or they are told; nothing is chosen for them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { UpdatePostMetadataData } from "@zernio/node";
import type { Outcome } from "#sdk/slots/social";
import { orderOf, providerOf, send, sentOf, signal } from "./order";
import { startZernio, type Zernio } from "./server";

let zernio: Zernio;
beforeEach(async () => {
  zernio = await startZernio();
});
afterEach(() => zernio.stop());

test("a TikTok for which nobody chose who can see it is refused before anything is sent", async () => {
  expect(await send(providerOf(zernio), orderOf(zernio, { tiktok: {} }))).toMatchObject({
    ...{ state: "failed", category: "user_content", message: expect.stringContaining("tiktokPrivacyLevel") },
  });
  expect(zernio.calls).toEqual([]);
});

async function publishWith(thumbnailUrl: string, content = "A caption"): Promise<Outcome> {
  const provider = providerOf(zernio);
  const order = orderOf(zernio, { platform: "youtube", content, youtube: { thumbnailUrl } });
  const first = await send(provider, order);
  const found = first.state === "unknown" ? await provider.find(sentOf(order), signal) : first;
  if (found?.state !== "pending") throw new Error(`not pending: ${JSON.stringify(found)}`);
  return provider.read!(found.task, sentOf(order), signal);
}

test.each(["A caption", "Nobody hears [fault:reset-after]"])(
  "YouTube: a thumbnail is set once the video is published (%s)",
  async (content) => {
    const url = "https://example.com/thumbnail.jpg";
    const outcome = await publishWith(url, content);
    expect(outcome).toMatchObject({ state: "published", platformPostUrl: expect.stringContaining("youtube") });
    expect(outcome).not.toHaveProperty("notice");
    expect(zernio.thumbnails).toEqual([url]);
    const { body } = zernio.calls.find(({ route }) => route.endsWith("/update-metadata"))!;
    expect(body).toEqual({ platform: "youtube", thumbnailUrl: url } satisfies UpdatePostMetadataData["body"]);
    expect(zernio.made(content)).toBe(1);
  },
);

test.each([
  ["http://127.0.0.1/t.jpg", "public https"],
  ["https://example.com/unverified.jpg", "not verified"],
])("YouTube: a thumbnail that cannot be set is told: %s", async (url, words) => {
  expect(await publishWith(url)).toMatchObject({ state: "published", notice: expect.stringContaining(words) });
});

test.each([
  ["v_pub_file~v2-1.7461234567890123456", "https://www.tiktok.com/@shop"],
  [undefined, null],
])("TikTok: %s and %s are no post; the real ones are read later", async (platformPostId, platformPostUrl) => {
  const provider = providerOf(zernio);
  const order = orderOf(zernio);
  await send(provider, order);
  const [post] = zernio.posts;
  const { platformPostId: id, platformPostUrl: url } = post!.target;
  Object.assign(post!.target, { platformPostId, platformPostUrl });
  const early = await provider.read!(post!._id, sentOf(order), signal);
  expect(early).toMatchObject({ state: "published", task: post!._id });
  expect(early).not.toHaveProperty("platformPostId");
  expect(early).not.toHaveProperty("platformPostUrl");
  Object.assign(post!.target, { platformPostId: id, platformPostUrl: url });
  expect(await provider.read!(post!._id, sentOf(order), signal)).toMatchObject({
    platformPostId: id,
    platformPostUrl: url,
  });
});
