import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { modules } from "#modules/index";
import { zernio as plugin } from "#plugins/zernio/index";
import { startApp, type TestApp } from "#test/app";
import { accountsBy, until } from "#test/modules/social-fake";
import { KEY } from "./faults";
import { VIDEO } from "./order";
import { startZernio, type Zernio } from "./server";

const SECRET = "a-secret-of-webhooks";

let zernio: Zernio;
let app: TestApp;
/** The operator's own account. */
let api: TestApp["api"];
let ids: Awaited<ReturnType<typeof accountsBy>>;
const videos = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(VIDEO) });
beforeAll(async () => {
  zernio = await startZernio();
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, plugin], {
    LATE_API_KEY: KEY,
    ZERNIO_URL: zernio.url,
    ZERNIO_WEBHOOK_SECRET: SECRET,
  });
  ({ api } = app);
  ids = await accountsBy(api);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([zernio.stop(), videos.stop(true)]);
});

async function publish(content: string): Promise<string> {
  const { status, body } = await api("POST", "/social/posts", {
    videoUrl: `http://127.0.0.1:${videos.port}/video.mp4`,
    accountIds: [ids.tiktok, ids.youtube],
    mode: "now",
    content,
    tiktokPrivacyLevel: "SELF_ONLY",
  });
  expect([status, body]).toMatchObject([201, { status: "publishing" }]);
  return body.postId;
}
const views = async (id: string, wanted?: Parameters<typeof until>[2]) => (await until(api, id, wanted)).targets;

test("a post goes out through Zernio once per account, its video uploaded", async () => {
  expect(await views(await publish("All is well"))).toMatchObject([
    { platform: "tiktok", status: "published", platformPostUrl: expect.stringContaining("https://tiktok.") },
    { platform: "youtube", status: "published", platformPostUrl: expect.stringContaining("https://youtube.") },
  ]);
  expect([zernio.asked("All is well"), zernio.made("All is well")]).toEqual([2, 2]);
  for (const { bytes } of zernio.uploads.values()) expect(bytes).toEqual(VIDEO);
  expect(zernio.uploads.size).toBe(2);
});

test("a post whose answer was lost is unconfirmed, then found, and never sent again", async () => {
  const content = "Nobody hears [fault:reset-after]";
  const id = await publish(content);
  const unconfirmed = await views(id, ({ targets }) => targets.every(({ status }) => status === "unconfirmed"));
  expect(unconfirmed).toHaveLength(2);
  expect(await views(id, ({ status }) => status === "published")).toHaveLength(2);
  expect([zernio.asked(content), zernio.made(content)]).toEqual([2, 2]);
});

test("a refusal ends in its category and in words for people", async () => {
  const targets = await views(await publish("Not today [fault:expired]"));
  expect(targets).toMatchObject(
    [1, 2].map(() => ({
      status: "failed",
      errorCategory: "auth_expired",
      errorMessage: expect.stringContaining("Reconnect the account"),
    })),
  );
});

test("Zernio's events are taken with a signature, and refused without", async () => {
  const body = JSON.stringify({ id: "e1", event: "post.published", post: { id: "p1", metadata: {} } });
  const deliver = (signature: string) =>
    app.as(undefined)("POST", "/open/zernio", body, { "x-zernio-signature": signature });
  const right = createHmac("sha256", SECRET).update(body).digest("hex");
  const wrong = createHmac("sha256", "something else").update(body).digest("hex");
  expect((await deliver(right)).status).toBe(204);
  expect((await deliver(right)).status).toBe(204);
  expect(await deliver(wrong)).toMatchObject({ status: 401, body: { type: expect.stringContaining("unauthorized") } });
  const huge = JSON.stringify({ id: "e2", event: "post.published", text: "x".repeat(300_000) });
  const { status } = await app.as(undefined)("POST", "/open/zernio", huge, { "x-zernio-signature": right });
  expect(status).toBe(413);
});
