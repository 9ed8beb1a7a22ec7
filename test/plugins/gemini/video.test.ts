import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Interactions } from "@google/genai";
import type { VideoRequest } from "#sdk/slots/video";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { serveFiles } from "#test/files";
import { enginesAt, runIn } from "./make";
import { type GeminiServer, KEY, startGemini } from "./server";

/** What Google's own package says an interaction is. */
type Interaction = Omit<Interactions.CreateModelInteractionParamsNonStreaming, "input">;

const files = serveFiles();
let server: GeminiServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-gemini-"));
  server = await startGemini(await (await fetch(files.clip)).bytes());
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  delete server.control.videoUri;
});

const request: VideoRequest = {
  model: "gemini-omni-1.1-flash",
  prompt: "A cat",
  aspectRatio: "9:16",
  duration: 8,
  resolution: "720p",
  referenceImageUrls: [],
  brief: {},
};
const maker = () => enginesAt(server.url).video;
async function made(more: Partial<VideoRequest> = {}) {
  const run = runIn(folder);
  let outcome = await maker().create({ ...request, ...more }, run);
  for (let i = 0; i < 5 && outcome.state === "pending"; i++) outcome = await maker().read!(outcome.task, run);
  return outcome;
}

engineConformance("gemini video", {
  engine: maker,
  produces: "video",
  requests: [request, { ...request, prompt: "[inline]" }],
  refused: [
    ...["refused", "policy"].map((word) => ({ request: { ...request, prompt: `[${word}]` }, code: "moderated" })),
    ...["empty", "fail", "cancelled", "incomplete"].map((word) => ({
      request: { ...request, prompt: `[${word}]` },
      code: "provider_error",
    })),
    { request: { ...request, prompt: "[poor]" }, code: "provider_out_of_credit" },
    { request: { ...request, imageUrl: files.text }, code: "provider_rejected" },
  ],
});

vendorFaults("gemini video", {
  async start(callMs) {
    const own = await startGemini();
    return { server: own, engine: enginesAt(own.url, { callMs }).video };
  },
  create: ["POST", /interactions$/],
  read: ["GET", /interactions\//],
  request,
});

test("a first frame goes as bytes; the length is told in Google's way", async () => {
  await made({ imageUrl: files.picture, negativePrompt: "rain", seed: 7 });
  const { input, ...body } = server.calls.findLast(({ path }) => path.endsWith("/interactions"))!.json;
  expect(body).toEqual({
    model: "gemini-omni-1.1-flash",
    background: true,
    response_format: {
      type: "video",
      delivery: "uri",
      aspect_ratio: "9:16",
      resolution: "720p",
      duration: "8s",
    },
    generation_config: { video_config: { task: "image_to_video" }, seed: 7 },
  } satisfies Interaction);
  expect(input).toEqual([
    { type: "image", mime_type: "image/png", data: expect.stringMatching(/^iVBOR/) },
    { type: "text", text: "A cat\nAvoid: rain" },
  ]);
  await made({ referenceImageUrls: [files.picture] });
  const again = server.calls.findLast(({ path }) => path.endsWith("/interactions"))!.json;
  expect(again.generation_config.video_config.task).toBe("reference_to_video");
});

test("a result of Gemini's is fetched with the key in a header, one that lies elsewhere without it", async () => {
  expect(await made()).toMatchObject({
    files: {
      main: {
        url: expect.stringMatching(new RegExp(`^${server.url}/v1beta/files/[^/]+:download\\?alt=media$`)),
        headers: { "x-goog-api-key": KEY },
      },
    },
  });
  const elsewhere = [
    "https://storage.example.com/made.mp4?sig=1",
    `${server.url.replace("127.0.0.1", "127.0.0.1.evil.example")}/v1beta/files/x:download`,
    `http://user@evil.example/?${server.url}`,
  ];
  for (const uri of elsewhere) {
    server.control.videoUri = uri;
    expect(await made()).toEqual({ state: "completed", files: { main: { url: uri } } });
  }
});

test("a task that Gemini does not know yet is read again; one that goes on is cancelled when it is given up", async () => {
  expect(await maker().read!("v1_unknown", runIn(folder))).toMatchObject({ state: "pending", task: "v1_unknown" });
  const begun = await maker().create({ ...request, prompt: "[never]" }, runIn(folder));
  if (begun.state !== "pending") throw new Error("not pending");
  for (let i = 0; i < 3; i++)
    expect(await maker().read!(begun.task, runIn(folder))).toMatchObject({ state: "pending" });
  await maker().cancel!(begun.task, { id: "x", signal: AbortSignal.timeout(60_000) });
  expect(server.cancelled).toEqual([begun.task]);
});

test("models that are gone, a track, and both kinds of pictures are told before anything is asked", () => {
  const { review, models } = maker();
  expect(review?.({ ...request, model: "veo-3.1-generate-preview" })).toHaveProperty("model");
  expect(review?.({ ...request, musicUrl: files.clip })).toHaveProperty("musicId");
  expect(review?.({ ...request, imageUrl: files.picture, referenceImageUrls: [files.picture] })).toHaveProperty(
    "referenceImageUrls",
  );
  expect(models[0]).toMatchObject({ id: "gemini-omni-1.1-flash", duration: { min: 3, max: 10 } });
});
