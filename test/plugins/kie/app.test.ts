import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { kie } from "#plugins/kie/index";
import { startApp, type TestApp } from "#test/app";
import { hostedApp } from "#test/plugins/hosted-app";
import { serveResults } from "./results";
import { KEY, type KieServer, startKie } from "./server";

const results = serveResults();
const settings = ({ url }: KieServer) => ({
  ...{ apiKey: KEY, baseUrl: url, uploadUrl: url, createsPer10Seconds: 1000 },
  models: { mine: { kind: "image", vendorId: "me/private-model" } },
});

hostedApp("kie", {
  plugin: kie,
  start: () => startKie(results),
  settings,
  key: KEY,
  made: ({ bodies }) => bodies.length,
  read: /recordInfo$/,
  models: { image: "nano-banana-2", video: "runway", music: "V5" },
  unlisted: "newmaker/new-model",
});

let server: KieServer;
let app: TestApp;
beforeAll(async () => {
  server = await startKie(results);
  const overrides = { settings: { kie: settings(server) }, providers: { music: "kie", video: "kie" } };
  app = await startApp({ ...overrides, allowHosts: ["127.0.0.1"] }, [...modules, kie]);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

test("a track comes with album art, and with the second one", async () => {
  const { body } = await app.api("POST", "/music/generate", { prompt: "calm piano", title: "Dawn", style: "lo-fi" });
  const ended = await app.ended(`/music/${body.musicId}`);
  expect(ended).toMatchObject({ status: "completed", model: "V5", title: "Dawn", duration: 1.5, creditsUsed: 3 });
  const types = [ended.audioUrl, ended.alternateAudioUrl, ended.albumArtUrl].map(async (url) =>
    (await app.vireo.handle(new Request(url))).headers.get("content-type"),
  );
  expect(await Promise.all(types)).toEqual(["audio/wav", "audio/wav", "image/png"]);
});

test("a refusal inside HTTP 200 fails the generation and gives the credits back", async () => {
  server.refuse(402, "Credits insufficient");
  const { body } = await app.api("POST", "/music/generate", { prompt: "no credit" });
  expect(await app.ended(`/music/${body.musicId}`)).toMatchObject({ failCode: "provider_out_of_credit" });
});

test("400 for what the model cannot do", async () => {
  const { status, body } = await app.api("POST", "/videos/generate", { prompt: "A", model: "sora-2-text-to-video" });
  expect(status).toBe(400);
  expect(body.errors.model[0]).toContain("2026-09-24");
});
