import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GenerateContentConfig } from "@google/genai";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { ImageRequest } from "#sdk/slots/image";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { enginesAt, runIn } from "./make";
import { type GeminiServer, startGemini } from "./server";

const pictures = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) =>
    new Response(url.endsWith("text") ? "no picture" : new Uint8Array(createCanvas(96, 64).toBuffer("image/png"))),
});
const at = (name: string) => new URL(name, pictures.url).href;

let server: GeminiServer;
let folder: string;
beforeAll(async () => {
  server = await startGemini();
  folder = await mkdtemp(join(tmpdir(), "vireo-gemini-"));
});
afterAll(async () => {
  await Promise.all([server.stop(), pictures.stop(true)]);
  await rm(folder, { recursive: true, force: true });
});

const request: ImageRequest = {
  model: "gemini-3.1-flash-image",
  prompt: "A cup of coffee",
  aspectRatio: "9:16",
  referenceImageUrls: [],
  brief: {},
};
const painter = (more = {}) => enginesAt(server.url, more).image;
const said = (more: Partial<ImageRequest>, options = {}) =>
  painter(options)
    .create({ ...request, ...more }, runIn(folder))
    .catch(({ code, message }) => ({ code, message: String(message) }));

engineConformance("gemini image", {
  engine: () => painter(),
  produces: "image",
  requests: [
    request,
    { ...request, aspectRatio: "4:5", referenceImageUrls: [at("one"), at("two")] },
    { ...request, source: { url: at("one") } },
    { ...request, model: "gemini-9-image" },
  ],
  refused: [
    ...["blocked", "safety", "image-safety", "prohibited"].map((word) => ({
      request: { ...request, prompt: `[${word}]` },
      code: "moderated",
    })),
    ...["words", "none", "damaged", "draft"].map((word) => ({
      request: { ...request, prompt: `[${word}]` },
      code: "provider_error",
    })),
    { request: { ...request, prompt: "[poor]" }, code: "provider_out_of_credit" },
    { request: { ...request, prompt: "[billing]" }, code: "provider_out_of_credit" },
    { request: { ...request, prompt: "[busy]" }, code: "provider_unavailable" },
    { request: { ...request, prompt: "[wrong]" }, code: "provider_rejected" },
    { request: { ...request, model: "gemini-gone" }, code: "provider_model_retired" },
    { request: { ...request, referenceImageUrls: [at("text")] }, code: "provider_rejected" },
  ],
});

vendorFaults("gemini image", {
  async start(timeoutMs) {
    const own = await startGemini();
    return { server: own, engine: enginesAt(own.url, { timeoutMs }).image };
  },
  create: ["POST", /:generateContent$/],
  request,
});

test("a draft that the model thinks of is not the picture", async () => {
  const outcome = (await painter().create(request, runIn(folder))) as unknown as { files: { main: { path: string } } };
  const canvas = createCanvas(1, 1);
  canvas.getContext("2d").drawImage(await loadImage(outcome.files.main.path), 0, 0);
  expect([...canvas.getContext("2d").getImageData(0, 0, 1, 1).data]).toEqual([0, 255, 0, 255]);
});

test("an edit goes with its picture first and keeps its shape; what a prompt refers to is spelled out and shown", async () => {
  const brief = { product: { name: "Brewer", description: "Made of clay", photos: [at("photo")] } };
  await painter().create({ ...request, brief, source: { url: at("one") } }, runIn(folder));
  const { contents, generationConfig } = server.calls.at(-1)!.json;
  expect(contents[0].parts[0].text).toContain("Made of clay");
  expect(contents[0].parts.slice(1).map(({ inlineData }: { inlineData: object }) => inlineData)).toEqual([
    { mimeType: "image/png", data: expect.stringMatching(/^iVBOR/) },
    { mimeType: "image/png", data: expect.stringMatching(/^iVBOR/) },
  ]);
  expect(generationConfig).toEqual({ responseModalities: ["IMAGE"] } satisfies GenerateContentConfig);
  await painter().create({ ...request, aspectRatio: "4:5" }, runIn(folder));
  expect(server.calls.at(-1)!.json.generationConfig).toEqual({
    responseModalities: ["IMAGE"],
    imageConfig: { aspectRatio: "4:5" },
  } satisfies GenerateContentConfig);
});

test("models that were shut down and masks are told before anything is asked; new models pass by their name", () => {
  const { review, accepts } = painter();
  expect(review?.({ ...request, model: "gemini-2.5-flash-image" })).toMatchObject({
    model: expect.stringContaining("2026-10-02"),
  });
  expect(review?.({ ...request, source: { url: at("one"), maskUrl: at("two") } })).toHaveProperty("maskUrl");
  expect(["gemini-4-image", "imagen-4", "gemini-x/../y"].map((id) => accepts?.(id))).toEqual([true, false, false]);
});

test("a bad key is told as such, by the name of its setting, and is told to nobody", async () => {
  const refused = await said({}, { apiKey: "AIza-wrong-secret" });
  expect(refused).toMatchObject({
    code: "provider_unauthorized",
    message: expect.stringContaining("GEMINI_API_KEY"),
  });
  expect(JSON.stringify(refused)).not.toContain("AIza-wrong-secret");
  const check = () => painter({ apiKey: "AIza-wrong-secret" }).check?.();
  expect(await check()).toMatchObject({ ok: false });
  expect(await painter().check?.()).toMatchObject({ ok: true });
});
