import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { openai as plugin } from "#plugins/openai/index";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { serveFiles } from "#test/files";
import { KEY, type OpenAi, startOpenAi } from "./server";

const files = serveFiles();
let server: OpenAi;
let app: TestApp;
beforeAll(async () => {
  server = await startOpenAi();
  const providers = {
    video: "clips",
    image: "openai",
    analyse: "openai",
    plan: "openai",
    transcribe: "openai",
    speak: "openai",
  };
  app = await startApp(
    { allowHosts: ["127.0.0.1"], providers },
    [...modules, local, plugin, clipVideos(files.clip).module],
    {
      OPENAI_API_KEY: KEY,
      OPENAI_URL: `${server.url}/v1`,
      OPENAI_IMAGE_MODEL: "gpt-image-2.5-flare",
      OPENAI_CHAT_MODEL: "sees-all",
      OPENAI_TRANSCRIPTION_MODEL: "whisper-1",
      OPENAI_SPEECH_MODEL: "kokoro",
      OPENAI_SPEECH_VOICE: "af_heart",
    },
  );
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
afterEach(() => {
  server.control.says = [];
});

test("an image is made, stored and charged; a refused one is refunded, with its reason", async () => {
  const { api } = await app.account(100);
  const made = await api("POST", "/images/generate", { prompt: "A cup", aspectRatio: "4:5" });
  expect([made.status, made.body]).toMatchObject([
    202,
    { model: "gpt-image-2.5-flare", creditsUsed: 6, newBalance: 94 },
  ]);
  const image = await app.ended(`/images/${made.body.imageId}`, api);
  expect(image).toMatchObject({ status: "completed", width: 64, height: 80 });
  const stored = await app.api("GET", new URL(image.url).pathname);
  expect(stored.status).toBe(200);

  const refused = await api("POST", "/images/generate", { prompt: "forbidden" });
  expect(await app.ended(`/images/${refused.body.imageId}`, api)).toMatchObject({
    status: "failed",
    failCode: "moderated",
  });
  expect((await api("GET", "/credits")).body.balance).toBe(94);
});

test("an analysis sees the video's own pictures and hears its sound", async () => {
  const { api } = await app.account(100);
  const { status, body } = await api("POST", "/videos/analyze", { url: files.clip });
  expect([status, body.creditsUsed]).toEqual([202, 3]);
  const { analysis, ...rest } = await app.ended(`/analyses/${body.analysisId}`, api);
  expect(rest).toMatchObject({ status: "completed", model: "sees-all" });
  expect(analysis).toMatchObject({ durationSeconds: 2, tags: ["test", "pattern"] });
  expect(analysis.keyframes.map(({ timestamp }: { timestamp: number }) => timestamp)).toEqual([0, 1]);
  const sent = server.calls.findLast(({ path }) => path.endsWith("/chat/completions"))?.json.messages[1].content;
  // biome-ignore lint/suspicious/noExplicitAny: parts of a message
  const pictures = sent.filter(({ type }: any) => type === "image_url");
  expect(pictures.length).toBe(2);
  expect(new Set(pictures.map(({ image_url }: { image_url: { url: string } }) => image_url.url)).size).toBe(2);
  expect((server.forms.at(-1)!.get("file") as File).size).toBeGreaterThan(1000);
});

test("a plan is written; one whose model makes nothing of it is refunded", async () => {
  const { api } = await app.account(100);
  const asked = { niche: "home coffee", platforms: ["tiktok", "youtube"], days: 3, postsPerDay: 2 };
  const started = await api("POST", "/content-plans", asked);
  expect([started.status, started.body.creditsUsed]).toEqual([202, 5]);
  const plan = await app.ended(`/content-plans/${started.body.planId}`, api);
  expect([plan.status, plan.items.length]).toEqual(["completed", 6]);

  server.control.says = ["No.", "No."];
  const failed = await api("POST", "/content-plans", asked);
  expect(await app.ended(`/content-plans/${failed.body.planId}`, api)).toMatchObject({ failCode: "provider_error" });
  expect((await api("GET", "/credits")).body.balance).toBe(95);
});

test("a voice-over is spoken by the configured voice; one that the server does not have is refused and refunded", async () => {
  const { api } = await app.account(100);
  const made = await api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  const { videoId } = await app.ended(`/videos/${made.body.videoId}`, api);
  const speak = (more = {}) => api("POST", `/videos/${videoId}/voiceover`, { text: "Hello there", ...more });
  const { status, body } = await speak();
  expect([status, body]).toMatchObject([200, { version: 2, operation: "voiceover", creditsUsed: 3 }]);
  const sent = server.calls.findLast(({ path }) => path.endsWith("/audio/speech"))?.json;
  expect(sent).toMatchObject({ model: "kokoro", voice: "af_heart", input: "Hello there" });

  const refused = await speak({ voice: "nobody" });
  expect([refused.status, refused.body.failCode]).toEqual([400, "provider_rejected"]);
  expect((await api("GET", "/credits")).body.balance).toBe(100 - made.body.creditsUsed - 3);
});
