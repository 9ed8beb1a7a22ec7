import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { ImageGenerateParams } from "openai/resources/images";
import type { Run } from "#core/engine";
import type { ImageRequest } from "#sdk/slots/image";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { createRun } from "#sdk/testing/conformance/shared";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { enginesAt } from "./make";
import { type OpenAi, startOpenAi } from "./server";

/** A picture of 96 × 64, and a mask of half its size that is white on the left and half see-through. */
const pictures = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch({ url }) {
    if (url.endsWith("text")) return new Response("no picture");
    const canvas = url.endsWith("mask") ? createCanvas(48, 32) : createCanvas(96, 64);
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, url.endsWith("mask") ? 24 : 96, 64);
    return new Response(new Uint8Array(canvas.toBuffer("image/png")));
  },
});
const at = (name: string) => new URL(name, pictures.url).href;

let server: OpenAi;
let folder: string;
beforeAll(async () => {
  server = await startOpenAi();
  folder = await mkdtemp(join(tmpdir(), "vireo-openai-"));
});
afterAll(async () => {
  await Promise.all([server.stop(), pictures.stop(true)]);
  await rm(folder, { recursive: true, force: true });
});

const request: ImageRequest = {
  model: "gpt-image-2.5-flare",
  prompt: "A cup of coffee",
  aspectRatio: "9:16",
  referenceImageUrls: [],
  brief: {},
};
const painter = (more = {}) => enginesAt(server.url, { timeoutSeconds: 20, ...more }).image!;
const run = (): Run => createRun(folder, AbortSignal.timeout(30_000)).run;
const codeOf = (more: Partial<ImageRequest>) =>
  painter()
    .create({ ...request, ...more }, run())
    .catch(({ code, message }) => ({ code, message: String(message) }));

engineConformance("openai image", {
  engine: () => painter(),
  produces: "image",
  requests: [
    request,
    { ...request, aspectRatio: "1:1", referenceImageUrls: [at("one"), at("two")] },
    { ...request, source: { url: at("one") } },
    { ...request, source: { url: at("one"), maskUrl: at("mask") } },
  ],
  refused: [
    { request: { ...request, prompt: "forbidden" }, code: "moderated" },
    { request: { ...request, prompt: "policy" }, code: "moderated" },
    { request: { ...request, prompt: "poor" }, code: "provider_out_of_credit" },
    { request: { ...request, prompt: "wide" }, code: "provider_rejected" },
    { request: { ...request, prompt: "damaged" }, code: "provider_error" },
    { request: { ...request, model: "gpt-image-gone" }, code: "provider_model_retired" },
    { request: { ...request, referenceImageUrls: [at("text")] }, code: "provider_rejected" },
    { request: { ...request, source: { url: at("one"), maskUrl: at("text") } }, code: "provider_rejected" },
  ],
});

for (const [name, more, path] of [
  ["generation", {}, /generations/],
  ["edit", { source: { url: at("one") } }, /edits/],
] as const) {
  vendorFaults(`openai image ${name}`, {
    async start(timeoutMs) {
      const own = await startOpenAi();
      return { server: own, engine: enginesAt(own.url, { timeoutSeconds: timeoutMs / 1000 }).image! };
    },
    create: ["POST", path],
    request: { ...request, ...more },
  });
}

test("each ratio has a size of its own, in multiples of 16, and what a prompt refers to is spelled out", async () => {
  for (const [aspectRatio, ratio] of [
    ["1:1", 1],
    ["9:16", 9 / 16],
    ["16:9", 16 / 9],
    ["4:5", 4 / 5],
    ["3:4", 3 / 4],
  ] as const) {
    await painter().create({ ...request, aspectRatio }, run());
    const [width = 0, height = 0] = server.calls.at(-1)!.json.size.split("x").map(Number);
    expect([width / height, width % 16, height % 16]).toEqual([expect.closeTo(ratio, 2), 0, 0]);
  }
  const brief = { product: { name: "Brewer", description: "Made of clay", photos: [] } };
  await painter({ imageQuality: "low" }).create({ ...request, brief }, run());
  expect(server.calls.at(-1)?.json).toEqual({
    model: request.model,
    n: 1,
    quality: "low",
    size: "1152x2048",
    prompt: expect.stringContaining("Made of clay"),
  } satisfies ImageGenerateParams);
});

test("images are sent as bytes, the one to edit first; the product's photos are among them", async () => {
  const brief = { product: { name: "Brewer", description: "Of clay", photos: [at("photo")] } };
  await painter().create({ ...request, brief, source: { url: at("one") }, referenceImageUrls: [at("two")] }, run());
  const form = server.forms.at(-1)!;
  expect((form.getAll("image[]") as File[]).map(({ name, type }) => [name, type])).toEqual(
    [1, 2, 3].map((number) => [`image-${number}.png`, "image/png"]),
  );
  expect([form.get("size"), form.get("mask")]).toEqual(["auto", null]);
});

test("a mask, white where the edit applies, becomes OpenAI's: the picture's size, see-through there", async () => {
  await painter().create({ ...request, source: { url: at("one"), maskUrl: at("mask") } }, run());
  const mask = await loadImage(await (server.forms.at(-1)!.get("mask") as File).bytes());
  expect([mask.width, mask.height]).toEqual([96, 64]);
  const context = createCanvas(96, 64).getContext("2d");
  context.drawImage(mask, 0, 0);
  const alpha = (x: number) => context.getImageData(x, 32, 1, 1).data[3];
  expect([alpha(10), alpha(85)]).toEqual([0, 255]);
});

test("models that were shut down are told before anything is asked; those unheard of are OpenAI's by name", () => {
  const atOpenAi = enginesAt("https://api.openai.com", { baseUrl: "https://api.openai.com/v1" }).image!;
  expect(atOpenAi.models[0]?.id).toBe("gpt-image-2.5-flare");
  expect(atOpenAi.models.find(({ id }) => id === "dall-e-3")).toMatchObject({ retiredAt: "2026-05-12" });
  expect(atOpenAi.review?.({ ...request, model: "dall-e-3" })).toMatchObject({
    model: expect.stringContaining("2026-05-12"),
  });
  expect(atOpenAi.review?.(request)).toEqual({});
  // OpenAI documents free sizes for these only.
  const free = atOpenAi.models.filter(({ aspectRatios = [] }) => aspectRatios.length > 1).map(({ id }) => id);
  expect(free.toSorted()).toEqual(["gpt-image-2", "gpt-image-2.5-flare", "gpt-image-2.5-sunburst"]);
  expect([atOpenAi.accepts?.("gpt-image-9"), atOpenAi.accepts?.("flux-2")]).toEqual([true, false]);
  expect([painter().models.length, painter().accepts?.("gpt-image-9")]).toEqual([1, false]);
});

test("shutdowns that OpenAI announces are known, and read from its list of models", async () => {
  const atOpenAi = enginesAt("https://api.openai.com", { baseUrl: "https://api.openai.com/v1" });
  const dates = Object.fromEntries(atOpenAi.image!.models.map(({ id, retiredAt }) => [id, retiredAt]));
  expect(dates).toMatchObject({ "gpt-image-1.5": "2026-12-01", "gpt-image-1-mini": "2026-12-01" });
  const { id } = painter().models[0]!;
  server.control.models.push(id, "other");
  Object.assign(server.control.shutdowns, { [id]: 1_798_761_600, other: "2027-02-01" });
  expect(await painter().check?.()).toMatchObject({ ok: true, shutdowns: { [id]: "2027-01-01" } });
  server.control.shutdowns[id] = "2027-03-04T00:00:00Z";
  expect((await painter().check?.())?.shutdowns).toEqual({ [id]: "2027-03-04" });
  server.control.models.splice(1);
  server.control.shutdowns = {};
  expect((await painter().check?.())?.shutdowns).toBeUndefined();
});

test("an exhausted quota is not asked again, and a key is told to nobody", async () => {
  const before = server.calls.length;
  expect(await codeOf({ prompt: "poor" })).toMatchObject({ code: "provider_out_of_credit" });
  expect(server.calls.length).toBe(before + 1);
  const refused = await painter({ apiKey: "sk-secret-wrong" })
    .create(request, run())
    .catch(({ code, message }) => ({ code, message }));
  expect(refused).toMatchObject({ code: "provider_unauthorized" });
  expect(JSON.stringify(refused)).not.toContain("sk-secret-wrong");
});
