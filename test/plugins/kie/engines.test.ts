import { afterAll, beforeAll } from "bun:test";
import { createEngines } from "#plugins/kie/index";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { speakerConformance } from "#sdk/testing/conformance/speak";
import { talkerConformance } from "#sdk/testing/conformance/talk";
import { image, video } from "#test/plugins/hosted-requests";
import { serveResults } from "./results";
import { KEY, type KieServer, startKie } from "./server";

const results = serveResults();
let server: KieServer;
let engines: ReturnType<typeof createEngines>;
beforeAll(async () => {
  server = await startKie(results);
  engines = createEngines({ apiKey: KEY, baseUrl: server.url, uploadUrl: server.url, createsPer10Seconds: 1000 });
});
afterAll(() => server.stop());

const product = { name: "Lumé", description: "A serum", photos: [results.image] };

engineConformance<ImageRequest>("kie images", {
  engine: () => engines.image,
  produces: "image",
  requests: [
    image("nano-banana-2"),
    image("nano-banana-pro", { brief: { product } }),
    image("google/nano-banana", { source: { url: results.image } }),
    image("seedream/4.5-text-to-image", { referenceImageUrls: [results.image] }),
    image("gpt4o-image", { source: { url: results.image } }),
    image("ideogram/v3-text-to-image", { source: { url: results.image, maskUrl: results.image } }),
    image("flux-kontext-max"),
    image("somebody/new-model"),
    image("nano-banana-2", { prompt: "[running] A cat" }),
  ],
  refused: [
    { request: image("nano-banana-2", { prompt: "[fail the model is busy]" }), code: "provider_error" },
    { request: image("flux-kontext-pro", { prompt: "[fail your prompt was flagged]" }), code: "moderated" },
    { request: image("nano-banana-2", { prompt: "[empty]" }), code: "provider_error" },
    { request: image("gpt4o-image", { prompt: "[empty]" }), code: "provider_error" },
    { request: image("flux-kontext-pro", { prompt: "[empty]" }), code: "provider_error" },
    { request: image("nano-banana-2", { referenceImageUrls: [results.missing] }), code: "download_failed" },
    { request: image("nano-banana-2", { referenceImageUrls: [results.text] }), code: "provider_rejected" },
  ],
  slow: image("nano-banana-2", { prompt: "[never]" }),
});

engineConformance<VideoRequest>("kie video", {
  engine: () => engines.video,
  produces: "video",
  requests: [
    video("veo3_fast", { duration: 8, referenceImageUrls: [results.image] }),
    video("veo3", { duration: 4, imageUrl: results.image, seed: 7 }),
    video("veo3_lite", { duration: 6, resolution: "1080p" }),
    video("hailuo/2-3-image-to-video-pro", { duration: 6, imageUrl: results.image }),
    video("bytedance/seedance-2", { duration: 11, resolution: "1080p" }),
    video("kling-2.6/text-to-video", { negativePrompt: "rain" }),
    video("kling-2.6/text-to-video", { brief: { product } }),
    video("runway", { duration: 10 }),
    video("somebody/new-video-model"),
  ],
  refused: [
    { request: video("runway", { prompt: "[fail caught by our AI moderator]" }), code: "moderated" },
    { request: video("runway", { prompt: "[empty]" }), code: "provider_error" },
    { request: video("veo3", { prompt: "[empty]" }), code: "provider_error" },
    { request: video("bytedance/seedance-2", { prompt: "[empty]" }), code: "provider_error" },
  ],
});

const music: MusicRequest = { model: "V5", prompt: "calm piano", instrumental: true };
engineConformance<MusicRequest>("kie music", {
  engine: () => engines.music,
  produces: "audio",
  requests: [
    music,
    { ...music, model: "V4", title: "Dawn", style: "lo-fi" },
    { ...music, instrumental: false, title: "Dawn", style: "folk", prompt: "The sun comes up" },
    { ...music, model: "V6" },
    { ...music, prompt: "[running] calm" },
    { ...music, prompt: "[status CALLBACK_EXCEPTION]" },
  ],
  refused: [
    { request: { ...music, prompt: "[status SENSITIVE_WORD_ERROR]" }, code: "moderated" },
    { request: { ...music, prompt: "[status CREATE_TASK_FAILED]" }, code: "provider_error" },
    { request: { ...music, prompt: "[fail]" }, code: "provider_error" },
    { request: { ...music, prompt: "[empty]" }, code: "provider_error" },
  ],
});

const talk = (model: string, more: object = {}) => ({
  ...{ model, prompt: "A friendly person", imageUrl: results.image, aspectRatio: "9:16", resolution: "720p" },
  ...more,
});
talkerConformance("kie", {
  talker: () => engines.talk!,
  requests: [
    talk("kling/ai-avatar-standard"),
    talk("infinitalk/from-audio"),
    talk("omnihuman-1-5"),
    talk("volcengine/video-to-video-lip-sync", { imageUrl: undefined, videoUrl: results.video }),
  ],
  refused: [
    { request: talk("kling/ai-avatar-standard", { prompt: "[fail the model is busy]" }), code: "provider_error" },
    { request: talk("kling/ai-avatar-standard", { imageUrl: results.missing }), code: "download_failed" },
    { request: talk("kling/ai-avatar-standard", { imageUrl: results.text }), code: "provider_rejected" },
  ],
  shortest: talk("omnihuman-1-5"),
  made: () => server.bodies.length,
});

speakerConformance("kie", {
  speaker: () => engines.speak!,
  voice: "EkK5I93UQWFDigLMpZcX",
  refused: [{ request: { text: "[fail the model is busy]" }, code: "provider_error" }],
});
