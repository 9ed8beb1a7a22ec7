import type { Engine } from "#core/engine";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { asEngine } from "#sdk/testing/conformance/speak";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { type Engines, make } from "./make";
import { startFal } from "./server";

const CREATE = /^\/fal-ai\//;
const nothing = { image: "http://127.0.0.1:1/i", video: "http://127.0.0.1:1/v", audio: "http://127.0.0.1:1/a" };

function faults<R>(name: string, read: RegExp, pick: (engines: Engines) => Engine<R>, request: R) {
  vendorFaults<R>(`fal ${name}`, {
    async start(timeoutMs) {
      const server = await startFal(nothing);
      return { server, engine: pick(make(server.url, { timeoutMs })) };
    },
    create: ["POST", CREATE],
    read: ["GET", read],
    request,
  });
}

const image: ImageRequest = {
  model: "fal-ai/flux-2",
  prompt: "A cat",
  aspectRatio: "1:1",
  referenceImageUrls: [],
  brief: {},
};
const model = "fal-ai/kling-video/v3/standard/text-to-video";
const video: VideoRequest = { ...image, model, aspectRatio: "9:16", duration: 5, resolution: "720p" };
const music: MusicRequest = { model: "fal-ai/elevenlabs/music", prompt: "calm piano", instrumental: true };

// A task is read by two calls: each has its faults.
faults("images, status", /\/status$/, ({ image }) => image, image);
faults("images, response", /\/requests\/[\w-]+$/, ({ image }) => image, image);
faults("video", /\/status$/, ({ video }) => video, video);
faults("music", /\/status$/, ({ music }) => music, music);
vendorFaults("fal speech", {
  async start(timeoutMs) {
    const server = await startFal(nothing);
    return { server, engine: asEngine(make(server.url, { timeoutMs }).speak!) };
  },
  create: ["POST", CREATE],
  request: { text: "Hello" },
});
