import { afterAll, beforeAll } from "bun:test";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { image, video } from "#test/plugins/hosted-requests";
import { serveResults } from "#test/plugins/kie/results";
import { make } from "./make";
import { type ReplicateServer, startReplicate, VERSION } from "./server";

const results = serveResults();
let server: ReplicateServer;
let engines: ReturnType<typeof make>;
beforeAll(async () => {
  server = await startReplicate(results);
  engines = make(server.url);
});
afterAll(() => server.stop());

const product = { name: "Lumé", description: "A serum", photos: [results.image] };

engineConformance<ImageRequest>("replicate images", {
  engine: () => engines.image,
  produces: "image",
  requests: [
    image("google/nano-banana-2"),
    image("google/nano-banana-pro", { brief: { product }, aspectRatio: "4:5" }),
    image("google/nano-banana-2", { prompt: "as an object" }),
    image("black-forest-labs/flux-schnell", { aspectRatio: "9:16" }),
    image("black-forest-labs/flux-kontext-pro", { source: { url: results.image } }),
    image("black-forest-labs/flux-kontext-pro", { source: { url: results.image, maskUrl: results.image } }),
    image(`newmaker/new-model:${VERSION}`, { prompt: "[running] A cat", referenceImageUrls: [results.image] }),
  ],
  refused: [
    { request: image("google/nano-banana-2", { prompt: "[fail]" }), code: "provider_error" },
    { request: image("google/nano-banana-2", { prompt: "[fail NSFW content detected.]" }), code: "moderated" },
    { request: image("google/nano-banana-2", { prompt: "[aborted]" }), code: "provider_error" },
    { request: image("google/nano-banana-2", { prompt: "[empty]" }), code: "provider_error" },
    { request: image("newmaker/not-official"), code: "provider_model_retired" },
    {
      request: image("google/nano-banana-2", { referenceImageUrls: [results.missing] }),
      code: "download_failed",
    },
  ],
  slow: image("google/nano-banana-2", { prompt: "[never]" }),
});

engineConformance<VideoRequest>("replicate video", {
  engine: () => engines.video,
  produces: "video",
  requests: [
    video("bytedance/seedance-1-lite", { duration: 12, seed: 7 }),
    video("bytedance/seedance-1-lite", { referenceImageUrls: [results.image] }),
    video("bytedance/seedance-1-pro", { brief: { product }, resolution: "1080p" }),
    video("kwaivgi/kling-v2.5-turbo-pro", { negativePrompt: "rain", imageUrl: results.image, duration: 10 }),
    video("newmaker/official-video"),
  ],
  refused: [
    { request: video("newmaker/official-video", { seed: 1, prompt: "[fail out of memory]" }), code: "provider_error" },
  ],
});

const music: MusicRequest = { model: "elevenlabs/music", prompt: "calm piano", instrumental: true };
engineConformance<MusicRequest>("replicate music", {
  engine: () => engines.music,
  produces: "audio",
  requests: [
    music,
    { ...music, instrumental: false, style: "folk" },
    { ...music, model: "google/lyria-2" },
    { ...music, model: "stability-ai/stable-audio-2.5", style: "lo-fi" },
  ],
  refused: [{ request: { ...music, prompt: "[fail]" }, code: "provider_error" }],
});
