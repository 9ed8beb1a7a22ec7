import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import type { Module } from "#core/module";
import { modules } from "#modules/index";
import { gemini } from "#plugins/gemini/index";
import { startApp, type TestApp } from "#test/app";
import { serveFiles } from "#test/files";
import { type GeminiServer, KEY, startGemini } from "./server";

const files = serveFiles();
let server: GeminiServer;
let app: TestApp;
beforeAll(async () => {
  server = await startGemini(await (await fetch(files.clip)).bytes());
  const providers = { image: "gemini", video: "gemini", analyse: "gemini", plan: "gemini" };
  const more = { allowHosts: ["127.0.0.1"], publicUrl: "https://media.example.com", providers };
  app = await startApp(more, [...modules, gemini], { GEMINI_API_KEY: KEY, GEMINI_URL: server.url });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
const types = async (api: TestApp["api"]) =>
  (await api("GET", "/credits/transactions")).body.transactions.map(({ type }: { type: string }) => type);

test("a video is made once, fetched with the key, stored and charged by its length", async () => {
  const { api } = await app.account(100);
  const begun = server.count("POST", /interactions$/);
  const { body } = await api("POST", "/videos/generate", { prompt: "A cat", duration: 5 });
  expect(body).toMatchObject({ model: "gemini-omni-1.1-flash", creditsUsed: 10 });
  const video = await app.ended(`/videos/${body.videoId}`, api);
  expect(video).toMatchObject({ status: "completed", engine: "gemini", width: 360, height: 640 });
  const { pathname } = new URL(video.url);
  expect((await app.vireo.handle(new Request(`https://media.example.com${pathname}`))).status).toBe(200);
  expect(server.count("POST", /interactions$/)).toBe(begun + 1);
  expect((await api("GET", "/credits")).body.balance).toBe(90);
  expect(JSON.stringify(video)).not.toContain(KEY);
});

test.concurrent("a refusal says why and gives the credits back once, however often a forged callback comes", async () => {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/videos/generate", { prompt: "[refused] A cat" });
  const { id } = await app.vireo.db
    .selectFrom("generations")
    .select("id")
    .where("prompt", "=", "[refused] A cat")
    .executeTakeFirstOrThrow();
  const forged = () => app.as(undefined)("POST", `/open/callbacks/${id}`, JSON.stringify({ status: "completed" }));
  await Promise.all([forged(), forged()]);
  expect(await app.ended(`/videos/${body.videoId}`, api)).toMatchObject({
    status: "failed",
    failCode: "moderated",
    failMessage: expect.stringContaining("I cannot make this."),
  });
  expect((await forged()).status).toBe(204);
  expect(await types(api)).toEqual(["refund", "charge", "grant"]);
});

test.concurrent("an image, an analysis and a plan are made and charged", async () => {
  const { api } = await app.account(100);
  const [image, analysis, plan] = await Promise.all([
    api("POST", "/images/generate", { prompt: "A cup", aspectRatio: "16:9" }),
    api("POST", "/videos/analyze", { url: files.clip }),
    api("POST", "/content-plans", { niche: "coffee", platforms: ["tiktok"], days: 2, postsPerDay: 1 }),
  ]);
  expect(await app.ended(`/images/${image.body.imageId}`, api)).toMatchObject({ status: "completed", width: 64 });
  const found = await app.ended(`/analyses/${analysis.body.analysisId}`, api);
  expect(found).toMatchObject({ status: "completed", analysis: { durationSeconds: 2, tags: ["test", "pattern"] } });
  expect((await app.ended(`/content-plans/${plan.body.planId}`, api)).items).toHaveLength(2);
  expect((await api("GET", "/credits")).body.balance).toBe(86);
});

test("a result whose link is dead is tried until the time is up, then cancelled and given back", async () => {
  const { api } = await app.account(100);
  server.control.videoUri = "http://127.0.0.1:1/gone.mp4";
  const { body } = await api("POST", "/videos/generate", { prompt: "dead link" });
  const row = () =>
    app.vireo.db.selectFrom("generations").selectAll().where("prompt", "=", "dead link").executeTakeFirstOrThrow();
  const reads = () => server.count("GET", /interactions\//);
  for (const before = reads(); reads() < before + 3; ) await Bun.sleep(50);
  expect((await api("GET", `/videos/${body.videoId}`)).body.status).toBe("processing");
  const due = { deadline_at: new Date(), next_read_at: new Date() };
  await app.vireo.db
    .updateTable("generations")
    .set(due)
    .where("id", "=", (await row()).id)
    .execute();
  expect(await app.ended(`/videos/${body.videoId}`, api)).toMatchObject({
    status: "failed",
    failCode: "engine_timeout",
  });
  expect(await types(api)).toEqual(["refund", "charge", "grant"]);
  delete server.control.videoUri;
});

test("without a key it offers nothing; a mistake in a setting is told without the key", () => {
  const parsed = (env: Record<string, string>) => parseSettings(gemini.settings as TObject, {}, env, "gemini");
  const { settings } = parsed({});
  expect(gemini.start({ settings } as unknown as Parameters<Module["start"]>[0])).toEqual({});
  const { mistakes } = parsed({ GEMINI_API_KEY: "two words", GEMINI_URL: "google" });
  expect(mistakes.map(({ where }) => where).sort()).toEqual(["GEMINI_API_KEY", "GEMINI_URL"]);
  expect(JSON.stringify(mistakes)).not.toContain("two words");
});
