import { afterAll, beforeAll, expect, test } from "bun:test";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import type { Cue, Transcriber } from "#sdk/slots/transcribe";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, tools } from "#test/plugins/local/edit-clips";

let heard: Cue[] = [];
const asked: { kind: string; language?: string }[] = [];
const transcribe: Transcriber = {
  name: "ears",
  transcribe: async ({ path, language }) => {
    asked.push({ kind: (await probe(path))?.kind ?? "none", ...(language ? { language } : {}) });
    return heard;
  },
};
const ears = defineModule({ name: "ears", start: () => ({ engines: { transcribe } }) });

let app: TestApp;
let videoId: string;
beforeAll(async () => {
  const { module } = clipVideos(await clip(tools(), "clip.mp4"));
  app = await startApp({ providers: { video: "clips" } }, [...modules, local, module, ears]);
  const { body } = await app.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  ({ videoId } = await app.ended(`/videos/${body.videoId}`));
});
afterAll(() => app.stop());

test("captions without any words say what is heard in the video", async () => {
  heard = [{ start: 0, end: 2, text: "Hello there" }];
  const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, { language: "en" });
  expect([status, body.version]).toEqual([200, 2]);
  expect(asked).toEqual([{ kind: "video", language: "en" }]);
});

test("400 where nothing is said, and nothing is charged", async () => {
  heard = [];
  const before = (await app.api("GET", "/credits")).body.balance;
  const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, {});
  expect([status, body.failCode]).toEqual([400, "captions_empty"]);
  expect((await app.api("GET", "/credits")).body.balance).toBe(before);
});

test("the text of a subtitle file is shown as it is, and a language is for its capitals", async () => {
  const subtitles = "1\n00:00:00,200 --> 00:00:01,500\nistanbul\n\n2\n00:00:01,500 --> 00:00:02,500\niki";
  const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, { subtitles, language: "tr" });
  expect([status, body.operation]).toEqual([200, "captions"]);
});

test("400 for subtitles without a cue, and for letters that no font has", async () => {
  for (const [sent, field] of [
    [{ subtitles: "<html>404</html>" }, "subtitles"],
    [{ subtitles: "WEBVTT\n\n" }, "subtitles"],
    [{ subtitles: "WEBVTT", text: "a" }, "subtitles"],
  ] as const) {
    const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, sent);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  }
  const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, { text: "ᚠᚢᚦ" });
  expect([status, body.failCode]).toEqual([400, "letters_unsupported"]);
  expect(body.detail).toContain("ᚠ (U+16A0)");
});

test("400 for more text than can be read, with what fits", async () => {
  const { status, body } = await app.api("POST", `/videos/${videoId}/captions`, { text: "so many words ".repeat(500) });
  expect(status).toBe(400);
  expect(body.detail).toMatch(/7000 characters|6999 characters/);
  expect(body.detail).toMatch(/At most \d+ fit/);
});

test("after a refusal, the same Idempotency-Key makes another edit, and anything else", async () => {
  const key = { "idempotency-key": "captions of nothing" };
  heard = [];
  expect((await app.api("POST", `/videos/${videoId}/captions`, {}, key)).status).toBe(400);
  heard = [{ start: 0, end: 2, text: "Hello again" }];
  expect((await app.api("POST", `/videos/${videoId}/captions`, {}, key)).status).toBe(200);
  const other = { "idempotency-key": "captions of nothing, then a trim" };
  heard = [];
  expect((await app.api("POST", `/videos/${videoId}/captions`, { replace: true }, other)).status).toBe(400);
  const trimmed = await app.api("POST", `/videos/${videoId}/trim`, { start: 0.5 }, other);
  expect([trimmed.status, trimmed.body.operation]).toEqual([200, "trim"]);
});
