import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { postiz as plugin } from "#plugins/postiz/index";
import { startApp, type TestApp } from "#test/app";
import { accountsBy, until } from "#test/modules/social-fake";
import { KEY } from "./faults";
import { VIDEO } from "./order";
import { type Postiz, startPostiz } from "./server";

let postiz: Postiz;
let app: TestApp;
const videos = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(VIDEO) });
beforeAll(async () => {
  postiz = await startPostiz();
  postiz.control.queued = 0;
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, plugin], {
    POSTIZ_API_KEY: KEY,
    POSTIZ_URL: postiz.url,
  });
});
afterAll(async () => {
  await app.stop();
  await Promise.all([postiz.stop(), videos.stop(true)]);
});

test("posts go out through Postiz once each, and one whose answer was lost is found again", async () => {
  // The key is the operator's, and so is what it is connected to.
  const { api } = app;
  const ids = await accountsBy(api);
  const publish = async (content: string) => {
    const { status, body } = await api("POST", "/social/posts", {
      videoUrl: `http://127.0.0.1:${videos.port}/video.mp4`,
      accountIds: [ids.tiktok, ids.youtube],
      mode: "now",
      content,
      tiktokPrivacyLevel: "SELF_ONLY",
    });
    expect([status, body]).toMatchObject([201, { status: "publishing" }]);
    return body.postId as string;
  };
  const plain = await publish("All is well");
  const lost = await publish("Nobody hears [fault:reset-after]");

  const unconfirmed = await until(api, lost, ({ targets }) => targets.every(({ status }) => status === "unconfirmed"));
  expect(unconfirmed.status).not.toBe("failed");
  for (const id of [plain, lost]) {
    const { targets } = await until(api, id, ({ status }) => status === "published");
    expect(targets).toMatchObject([1, 2].map(() => ({ platformPostUrl: expect.stringContaining("https://") })));
  }
  expect(postiz.count("POST /posts")).toBe(4);
  expect(postiz.posts.map(({ text }) => text.slice(0, 3)).sort()).toEqual(["All", "All", "Nob", "Nob"]);
});
