import type { Engine } from "#core/engine";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { type Engines, make } from "./make";
import { startReplicate, VERSION } from "./server";

const CREATE = /\/predictions$/;
const nothing = { image: "http://127.0.0.1:1/i", video: "http://127.0.0.1:1/v", audio: "http://127.0.0.1:1/a" };

function faults<R>(name: string, read: RegExp, pick: (engines: Engines) => Engine<R>, request: R) {
  vendorFaults<R>(`replicate ${name}`, {
    async start(timeoutMs) {
      const server = await startReplicate(nothing);
      return { server, engine: pick(make(server.url, { timeoutMs })) };
    },
    create: ["POST", CREATE],
    read: ["GET", read],
    request,
  });
}

const image: ImageRequest = {
  model: "google/nano-banana-2",
  prompt: "A cat",
  aspectRatio: "1:1",
  referenceImageUrls: [],
  brief: {},
};
const model = "bytedance/seedance-1-lite";
const video: VideoRequest = { ...image, model, aspectRatio: "9:16", duration: 5, resolution: "720p" };
const music: MusicRequest = { model: "elevenlabs/music", prompt: "calm piano", instrumental: true };
const READ = /\/predictions\/\w+$/;

faults("images by official model", READ, ({ image }) => image, image);
faults("images by version", READ, ({ image }) => image, { ...image, model: `newmaker/new-model:${VERSION}` });
faults("video", READ, ({ video }) => video, video);
faults("music", READ, ({ music }) => music, music);
