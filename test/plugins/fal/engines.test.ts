import { afterAll, beforeAll } from "bun:test";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { speakerConformance } from "#sdk/testing/conformance/speak";
import { talkerConformance } from "#sdk/testing/conformance/talk";
import { image, video } from "#test/plugins/hosted-requests";
import { serveResults } from "#test/plugins/kie/results";
import { make } from "./make";
import { type FalServer, startFal } from "./server";

const results = serveResults();
let server: FalServer;
let engines: ReturnType<typeof make>;
beforeAll(async () => {
  server = await startFal(results);
  engines = make(server.url);
});
afterAll(() => server.stop());

const product = { name: "Lumé", description: "A serum", photos: [results.image] };

engineConformance<ImageRequest>("fal images", {
  engine: () => engines.image,
  produces: "image",
  requests: [
    image("fal-ai/nano-banana-2"),
    image("fal-ai/nano-banana-pro", { brief: { product }, aspectRatio: "4:5" }),
    image("fal-ai/flux/schnell", { aspectRatio: "4:5" }),
    image("fal-ai/flux-2", { referenceImageUrls: [results.image] }),
    image("fal-ai/flux-pro/kontext", { source: { url: results.image } }),
    image("fal-ai/flux-pro/kontext", { source: { url: results.image, maskUrl: results.image } }),
    image("fal-ai/bytedance/seedream/v4.5/text-to-image", { source: { url: results.image } }),
    image("newmaker/new-model", { prompt: "[running] A cat" }),
  ],
  refused: [
    { request: image("fal-ai/flux-2", { prompt: "[fail CUDA error]" }), code: "provider_error" },
    { request: image("fal-ai/flux-2", { prompt: "[timeout]" }), code: "provider_timeout" },
    { request: image("fal-ai/flux-2", { prompt: "[reject]" }), code: "provider_rejected" },
    { request: image("fal-ai/flux-2", { prompt: "[moderated]" }), code: "moderated" },
    { request: image("fal-ai/flux-2", { prompt: "[nsfw]" }), code: "moderated" },
    { request: image("fal-ai/flux-2", { prompt: "[empty]" }), code: "provider_error" },
    { request: image("fal-ai/flux-2", { referenceImageUrls: [results.missing] }), code: "download_failed" },
    { request: image("fal-ai/flux-2", { referenceImageUrls: [results.text] }), code: "provider_rejected" },
  ],
  slow: image("fal-ai/flux-2", { prompt: "[never]" }),
});

engineConformance<VideoRequest>("fal video", {
  engine: () => engines.video,
  produces: "video",
  requests: [
    video("fal-ai/bytedance/seedance/v1.5/pro/text-to-video", { duration: 12, seed: 7 }),
    video("fal-ai/bytedance/seedance/v1.5/pro/text-to-video", { brief: { product } }),
    video("fal-ai/bytedance/seedance/v1/lite/text-to-video", { referenceImageUrls: [results.image] }),
    video("fal-ai/kling-video/v3/standard/text-to-video", { negativePrompt: "rain" }),
    video("fal-ai/kling-video/v2.6/pro/text-to-video", { imageUrl: results.image, duration: 10 }),
    video("newmaker/new-video-model", { duration: 6 }),
  ],
  refused: [
    { request: video("fal-ai/kling-video/v3/standard/text-to-video", { prompt: "[moderated]" }), code: "moderated" },
  ],
});

const music: MusicRequest = { model: "fal-ai/elevenlabs/music", prompt: "calm piano", instrumental: true };
engineConformance<MusicRequest>("fal music", {
  engine: () => engines.music,
  produces: "audio",
  requests: [
    music,
    { ...music, instrumental: false, style: "folk" },
    { ...music, model: "fal-ai/lyria2" },
    { ...music, model: "fal-ai/stable-audio-25/text-to-audio", style: "lo-fi" },
    { ...music, model: "fal-ai/minimax-music/v2", instrumental: false, style: "folk", prompt: "The sun comes up" },
    { ...music, model: "newmaker/other-music" },
  ],
  refused: [{ request: { ...music, prompt: "[fail]" }, code: "provider_error" }],
});

const talk = (model: string, more: object = {}) => ({
  ...{ model, prompt: "A friendly person", imageUrl: results.image, aspectRatio: "9:16", resolution: "720p" },
  ...more,
});
talkerConformance("fal", {
  talker: () => engines.talk!,
  requests: [
    talk("fal-ai/kling-video/ai-avatar/v2/standard"),
    talk("fal-ai/heygen/avatar4/image-to-video"),
    talk("fal-ai/bytedance/omnihuman/v1.5"),
    talk("fal-ai/sync-lipsync/v2", { imageUrl: undefined, videoUrl: results.video }),
  ],
  refused: [
    {
      request: talk("fal-ai/kling-video/ai-avatar/v2/standard", { prompt: "[fail CUDA error]" }),
      code: "provider_error",
    },
    {
      request: talk("fal-ai/kling-video/ai-avatar/v2/standard", { imageUrl: results.missing }),
      code: "download_failed",
    },
    {
      request: talk("fal-ai/kling-video/ai-avatar/v2/standard", { imageUrl: results.text }),
      code: "provider_rejected",
    },
  ],
  shortest: talk("fal-ai/bytedance/omnihuman/v1.5"),
  made: () => server.submitted.length,
});

speakerConformance("fal", {
  speaker: () => engines.speak!,
  voice: "Rachel",
  refused: [{ request: { text: "[fail CUDA error]" }, code: "provider_error" }],
});
