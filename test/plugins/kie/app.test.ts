import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { kie } from "#plugins/kie/index";
import { startApp, type TestApp } from "#test/app";
import { serveResults } from "./results";
import { KEY, type KieServer, startKie } from "./server";

const results = serveResults();
let server: KieServer;
let app: TestApp;
let api: TestApp["api"];

const settings = (kie: KieServer) => ({
  settings: { kie: { apiKey: KEY, baseUrl: kie.url, uploadUrl: kie.url, createsPer10Seconds: 1000 } },
  providers: { image: "kie", video: "kie", music: "kie" },
  publicUrl: "https://media.example.com",
  allowHosts: ["127.0.0.1"],
});
beforeAll(async () => {
  server = await startKie(results);
  app = await startApp(settings(server), [...modules, kie]);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(async () => {
  server.bodies.length = 0;
  ({ api } = await app.account(100));
});

const balance = async () => (await api("GET", "/credits")).body.balance;
const types = async () =>
  (await api("GET", "/credits/transactions")).body.transactions.map(({ type }: { type: string }) => type);
const file = async (url: string) => {
  const { pathname } = new URL(url);
  return app.vireo.handle(new Request(`https://media.example.com${pathname}`));
};
async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let i = 0; i < 300; i++) {
    const found = await look();
    if (found) return found;
    await Bun.sleep(50);
  }
  throw new Error("It did not come about.");
}
const rowOf = (prompt: string) =>
  app.vireo.db.selectFrom("generations").selectAll().where("prompt", "=", prompt).executeTakeFirstOrThrow();
/** As kie.ai calls back; whatever is in the body. */
const callBack = (address: string, body: unknown) =>
  app.as(undefined)("POST", new URL(address).pathname, JSON.stringify(body));

test("an image is made, stored and charged once", async () => {
  const { body } = await api("POST", "/images/generate", { prompt: "A cat" });
  const ended = await app.ended(`/images/${body.imageId}`, api);
  expect(ended).toMatchObject({ status: "completed", engine: "kie", model: "nano-banana-2", width: 320, height: 240 });
  expect((await file(ended.url)).headers.get("content-type")).toBe("image/png");
  expect(await balance()).toBe(94);
  expect(server.bodies).toHaveLength(1);
  expect(server.bodies[0].callBackUrl).toStartWith("https://media.example.com/open/callbacks/");
  // The vendor's id finds it, too.
  const { task } = await rowOf("A cat");
  expect((await api("GET", `/images/${task}`)).body.imageId).toBe(body.imageId);
}, 30_000);

test("a video is charged by its length", async () => {
  const { body } = await api("POST", "/videos/generate", { prompt: "A cat jumps", model: "runway", duration: 10 });
  const ended = await app.ended(`/videos/${body.videoId}`, api);
  expect(ended).toMatchObject({ status: "completed", engine: "kie", model: "runway", width: 360, height: 640 });
  expect((await file(ended.posterUrl)).headers.get("content-type")).toBe("image/png");
  expect(await balance()).toBe(80);
}, 30_000);

test("a track comes with album art, and with the second one", async () => {
  const { body } = await api("POST", "/music/generate", { prompt: "calm piano", title: "Dawn", style: "lo-fi" });
  const ended = await app.ended(`/music/${body.musicId}`, api);
  expect(ended).toMatchObject({ status: "completed", model: "V5", title: "Dawn", duration: 1.5, creditsUsed: 3 });
  const [audio, second, art] = await Promise.all(
    [ended.audioUrl, ended.alternateAudioUrl, ended.albumArtUrl].map(async (url) =>
      (await file(url)).headers.get("content-type"),
    ),
  );
  expect([audio, second, art]).toEqual(["audio/wav", "audio/wav", "image/png"]);
  expect(await balance()).toBe(97);
}, 30_000);

describe("a failure says why and gives the credits back, once:", () => {
  test.each([
    ["[fail Internal Error]", "provider_error"],
    ["[fail flagged by the content policy]", "moderated"],
    ["[empty] success without a result", "provider_error"],
  ])("%s → %s", async (prompt, failCode) => {
    const { body } = await api("POST", "/images/generate", { prompt });
    expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({ status: "failed", failCode });
    expect(await types()).toEqual(["refund", "charge", "grant"]);
    expect(await balance()).toBe(100);
  });

  test("a code inside HTTP 200", async () => {
    server.refuse(402, "Credits insufficient");
    const { body } = await api("POST", "/music/generate", { prompt: "no credit" });
    expect(await app.ended(`/music/${body.musicId}`, api)).toMatchObject({
      status: "failed",
      failCode: "provider_out_of_credit",
    });
    expect(await types()).toEqual(["refund", "charge", "grant"]);
  });
});

test("400 for what the model cannot do, and nothing is charged", async () => {
  const { status, body } = await api("POST", "/videos/generate", { prompt: "A cat", model: "sora-2-text-to-video" });
  expect(status).toBe(400);
  expect(body.errors.model[0]).toContain("2026-09-24");
  expect(await balance()).toBe(100);
});

describe("callbacks", () => {
  const forged = {
    code: 200,
    msg: "ok",
    data: { taskId: "x", state: "success", resultJson: '{"resultUrls":["http://evil"]}' },
  };

  test("a forged one has the task read, and changes nothing of what the task says", async () => {
    const { body } = await api("POST", "/images/generate", { prompt: "[never] forged" });
    const { callBackUrl } = await until(() => server.bodies[0]);
    await until(async () => ((await rowOf("[never] forged")).task ? true : undefined));
    const reads = server.count("GET", /recordInfo/);
    expect((await callBack(callBackUrl, forged)).status).toBe(204);
    await until(() => (server.count("GET", /recordInfo/) > reads ? true : undefined));
    expect((await api("GET", `/images/${body.imageId}`)).body.status).toBe("processing");
    expect(await balance()).toBe(94);
  }, 30_000);

  test("one that says failed does not refund what succeeds", async () => {
    const { body } = await api("POST", "/images/generate", { prompt: "[running] slandered" });
    const { callBackUrl } = await until(() => server.bodies[0]);
    const lie = { code: 501, msg: "failed", data: { state: "fail", failMsg: "no" } };
    await Promise.all([1, 2, 3].map(() => callBack(callBackUrl, lie)));
    expect((await app.ended(`/images/${body.imageId}`, api)).status).toBe("completed");
    expect(await types()).toEqual(["charge", "grant"]);
  }, 30_000);

  test("one that comes twice, and again when all is over, leads to one refund", async () => {
    const { body } = await api("POST", "/images/generate", { prompt: "[fail twice]" });
    const { callBackUrl } = await until(() => server.bodies[0]);
    await Promise.all([1, 2, 3, 4].map(() => callBack(callBackUrl, forged)));
    expect((await app.ended(`/images/${body.imageId}`, api)).status).toBe("failed");
    await Promise.all([1, 2].map(() => callBack(callBackUrl, forged)));
    await Bun.sleep(2_500);
    expect(await types()).toEqual(["refund", "charge", "grant"]);
  }, 30_000);

  test("one that comes before the answer to the create is harmless", async () => {
    const early = await startKie(results);
    const other = await startApp(settings(early), [...modules, kie]);
    const answered = Promise.withResolvers<void>();
    early.hold = answered.promise;
    const { body } = await other.api("POST", "/images/generate", { prompt: "early" });
    const { callBackUrl } = await until(() => early.bodies[0]);
    const status = await other.as(undefined)("POST", new URL(callBackUrl).pathname, JSON.stringify(forged));
    expect(status.status).toBe(204);
    answered.resolve();
    expect((await other.ended(`/images/${body.imageId}`)).status).toBe("completed");
    expect(early.bodies).toHaveLength(1);
    await other.stop();
    await early.stop();
  }, 30_000);
});

test("a result whose link is dead is tried until the time is up, then given back", async () => {
  const { body } = await api("POST", "/images/generate", { prompt: "[dead] link" });
  const row = await until(async () => {
    const one = await rowOf("[dead] link");
    return one.task ? one : undefined;
  });
  const reads = server.count("GET", /recordInfo/);
  await until(() => (server.count("GET", /recordInfo/) > reads ? true : undefined));
  expect((await api("GET", `/images/${body.imageId}`)).body.status).toBe("processing");
  const { db } = app.vireo;
  await db
    .updateTable("generations")
    .set({ deadline_at: new Date(), next_read_at: new Date() })
    .where("id", "=", row.id)
    .execute();
  expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({
    status: "failed",
    failCode: "engine_timeout",
  });
  expect(await types()).toEqual(["refund", "charge", "grant"]);
}, 30_000);

test("the key is told nowhere", async () => {
  const ready = await app.api("GET", "/ready?verbose=1");
  expect(JSON.stringify(ready.body)).toContain("120.5 credits");
  expect(JSON.stringify(ready.body)).not.toContain(KEY);
});

test("a model passed through by its id is asked for as it stands", async () => {
  const { body } = await api("POST", "/images/generate", { prompt: "new", model: "newmaker/new-model" });
  expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({
    status: "completed",
    model: "newmaker/new-model",
  });
});
