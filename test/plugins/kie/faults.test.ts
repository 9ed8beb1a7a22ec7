import type { Engine } from "#core/engine";
import { createEngines } from "#plugins/kie/index";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { asEngine } from "#sdk/testing/conformance/speak";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { dialects, KEY, startKie } from "./server";

const nothing = { image: "http://127.0.0.1:1/i", video: "http://127.0.0.1:1/v", audio: "http://127.0.0.1:1/a" };

/** The fault suite for one dialect: its own calls to create and to read. */
function faults<R>(dialect: string, pick: (engines: ReturnType<typeof createEngines>) => Engine<R>, request: R) {
  const { create, read } = dialects[dialect]!;
  vendorFaults<R>(`kie ${dialect}`, {
    async start(timeoutMs) {
      const server = await startKie(nothing);
      const address = { baseUrl: server.url, uploadUrl: server.url };
      return {
        server,
        engine: pick(createEngines({ apiKey: KEY, ...address, createsPer10Seconds: 20, timeoutMs })),
      };
    },
    create: ["POST", new RegExp(`^${create}$`)],
    read: ["GET", new RegExp(`^${read}$`)],
    request,
  });
}

const image: ImageRequest = {
  model: "nano-banana-2",
  prompt: "A cat",
  aspectRatio: "1:1",
  referenceImageUrls: [],
  brief: {},
};
const video: VideoRequest = { ...image, model: "veo3_fast", aspectRatio: "9:16", duration: 8, resolution: "720p" };
const music: MusicRequest = { model: "V5", prompt: "calm piano", instrumental: true };

faults("jobs", ({ image }) => image, image);
faults("gpt4o", ({ image }) => image, { ...image, model: "gpt4o-image" });
faults("flux", ({ image }) => image, { ...image, model: "flux-kontext-pro" });
faults("veo", ({ video }) => video, video);
faults("runway", ({ video }) => video, { ...video, model: "runway", duration: 5 });
faults("suno", ({ music }) => music, music);
vendorFaults("kie speech", {
  async start(timeoutMs) {
    const server = await startKie(nothing);
    const address = { baseUrl: server.url, uploadUrl: server.url };
    const { speak } = createEngines({ apiKey: KEY, ...address, createsPer10Seconds: 20, timeoutMs });
    return { server, engine: asEngine(speak!) };
  },
  create: ["POST", /createTask$/],
  request: { text: "Hello" },
});
