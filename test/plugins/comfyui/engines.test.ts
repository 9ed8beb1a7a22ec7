import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "#core/engine";
import type { ImageRequest } from "#sdk/slots/image";
import type { VideoRequest } from "#sdk/slots/video";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { serveFiles } from "#test/files";
import { enginesAt, picture, runIn } from "./make";
import { type ComfyServer, startComfy } from "./server";

const files = serveFiles();
let server: ComfyServer;
let folder: string;
let results: Record<string, Uint8Array>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-comfy-"));
  server = await startComfy();
  const bytes = async (url: string) => (await fetch(url)).bytes();
  results = { "kept.png": await bytes(files.picture), "made.mp4": await bytes(files.clip) };
  server.control.files = results;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  server.control.instant = true;
});

const image: ImageRequest = { model: "paint", prompt: "A cup", aspectRatio: "1:1", referenceImageUrls: [], brief: {} };
const video: VideoRequest = {
  ...image,
  model: "wan-2.2",
  aspectRatio: "9:16",
  duration: 4,
  resolution: "480p",
};
const graph = () => server.tasks.at(-1)!.graph;
const begun = (outcome: Outcome) => {
  if (outcome.state !== "pending") throw new Error(`not pending: ${JSON.stringify(outcome)}`);
  return outcome.task;
};

engineConformance("comfyui image", {
  engine: async () => (await enginesAt(server.url)).image,
  produces: "image",
  requests: [
    image,
    { ...image, model: "repaint", source: { url: files.picture }, referenceImageUrls: [files.picture] },
    { ...image, model: "inpaint", source: { url: files.picture, maskUrl: files.picture } },
  ],
  refused: [
    ...["oom", "interrupted", "empty", "missing"].map((word) => ({
      request: { ...image, prompt: `[${word}]` },
      code: "provider_error",
    })),
    {
      request: { ...image, model: "repaint", referenceImageUrls: [files.text, files.text] },
      code: "provider_rejected",
    },
    { request: { ...image, model: "repaint", source: { url: files.missing } }, code: "download_failed" },
  ],
});
engineConformance("comfyui video", {
  engine: async () => (await enginesAt(server.url)).video,
  produces: "video",
  requests: [video, { ...video, model: "animate", imageUrl: files.picture }],
  refused: ["oom", "other", "missing"].map((word) => ({
    request: { ...video, prompt: `[${word}]` },
    code: "provider_error",
  })),
});
vendorFaults("comfyui", {
  async start(timeoutMs) {
    const own = await startComfy();
    Object.assign(own.control, { files: results, instant: false });
    return { server: own, engine: (await enginesAt(own.url, { timeoutMs })).image };
  },
  create: ["POST", /^\/prompt$/],
  read: ["GET", /^\/history\//],
  request: image,
});
vendorFaults("comfyui, of whose queue is asked", {
  async start(timeoutMs) {
    const own = await startComfy();
    Object.assign(own.control, { files: results, instant: false });
    return { server: own, engine: (await enginesAt(own.url, { timeoutMs })).image };
  },
  create: ["POST", /^\/prompt$/],
  read: ["GET", /^\/queue$/],
  request: image,
});

test("placeholders become what the nodes want: numbers where they stand alone, words within words", async () => {
  const { image: painter, video: maker } = await enginesAt(server.url);
  await painter.create({ ...image, prompt: 'A "cup" with {{seed}}\n$&', aspectRatio: "9:16" }, runIn(folder));
  const { 2: text, 3: sampler, 4: latent, 9: save } = graph();
  expect(text.inputs).toEqual({ text: 'masterpiece, A "cup" with {{seed}}\n$&', clip: ["1", 1] });
  const { seed, ...others } = sampler.inputs;
  expect(seed).toBeNumber();
  expect(others).toEqual({ steps: 20, model: ["1", 0], negative: "blurry" });
  expect(save.inputs.filename_prefix).toBe(`vireo_${seed}`);
  expect(latent.inputs).toEqual({ width: 768, height: 1360, batch_size: 1 });

  await maker.create({ ...video, duration: 6, seed: 7, negativePrompt: "rain" }, runIn(folder));
  expect(graph()[2].inputs.text).toBe("A cup\nAvoid: rain");
  expect(graph()[3].inputs.noise_seed).toBe(7);
  expect(graph()[6].inputs).toEqual({ width: 480, height: 832, length: 97 });
  expect(graph()[9].inputs.frame_rate).toBe(16);
  for (const [aspectRatio, width, height] of [
    ["16:9", 832, 480],
    ["1:1", 624, 624],
  ] as const) {
    await maker.create({ ...video, aspectRatio }, runIn(folder));
    expect(graph()[6].inputs).toMatchObject({ width, height });
  }
});

test("pictures are brought there under names of their own, the one to start from first", async () => {
  const { image: painter } = await enginesAt(server.url);
  const run = runIn(folder);
  const brief = { product: { name: "Brewer", description: "Of clay", photos: [files.picture] } };
  await painter.create({ ...image, model: "repaint", source: { url: files.picture }, brief }, run);
  expect([graph()[5].inputs.image, graph()[6].inputs.image]).toEqual([
    `vireo/${run.id}-image.png`,
    `vireo/${run.id}-image2.png`,
  ]);
  expect(graph()[2].inputs.text).toContain("Of clay");
  expect(server.uploads.at(-1)?.size).toBe(results["kept.png"]!.length);
});

test("what a workflow cannot do is told before anything is asked", async () => {
  const { image: painter, video: maker } = await enginesAt(server.url);
  const wrong = (more: Partial<ImageRequest>) => Object.keys(painter.review!({ ...image, ...more }));
  expect(wrong({})).toEqual([]);
  expect(wrong({ source: { url: files.picture } })).toEqual(["imageUrl"]);
  expect(wrong({ source: { url: files.picture, maskUrl: files.picture } })).toEqual(["imageUrl", "maskUrl"]);
  expect(wrong({ model: "repaint" })).toEqual(["imageUrl"]);
  expect(wrong({ model: "inpaint", source: { url: files.picture } })).toEqual(["maskUrl"]);
  expect(maker.review!({ ...video, musicUrl: files.clip })).toHaveProperty("musicId");
  expect(maker.models.map(({ id, duration, resolutions }) => [id, duration, resolutions])).toEqual([
    ["wan-2.2", { min: 1, max: 6, default: 4 }, ["480p"]],
    ["animate", { min: 1, max: 10, default: 5 }, ["720p", "1080p"]],
  ]);
});

test("a workflow that ComfyUI refuses is told by its nodes", async () => {
  const graphs = {
    bad: {
      kind: "image" as const,
      graph: picture({ 1: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "unknown.safetensors" } } }),
    },
  };
  const { image: painter } = await enginesAt(server.url, {}, graphs);
  await expect(painter.create({ ...image, model: "bad" }, runIn(folder))).rejects.toMatchObject({
    code: "provider_rejected",
    message: expect.stringContaining(
      "CheckpointLoaderSimple (node 1): Value not in list: ckpt_name: 'unknown.safetensors'",
    ),
  });
});

test("progress comes from the socket, which is opened anew where it breaks", async () => {
  server.control.instant = false;
  const { video: maker, stop } = await enginesAt(server.front);
  const run = runIn(folder);
  const task = begun(await maker.create(video, run));
  const own = server.tasks.at(-1)!;
  const progress = async () => ((await maker.read!(task, run)) as { progress?: number }).progress;
  const until = async (percent: number) => {
    for (let i = 0; i < 200; i++) {
      if ((await progress()) === percent) return;
      await Bun.sleep(20);
    }
    throw new Error(`never ${percent}: ${await progress()}`);
  };
  const listening = async (count: number) => {
    for (let i = 0; i < 200 && server.clients.filter((id) => id === run.id).length < count; i++) {
      await progress();
      await Bun.sleep(20);
    }
  };
  const step = (node: string, value: number, prompt_id = own.id) =>
    server.tell(run.id, { type: "progress", data: { node, prompt_id, value, max: 20 } });

  await listening(1);
  expect(await progress()).toBeUndefined();
  server.start(own);
  server.tell(run.id, new Uint8Array(64));
  server.tell(run.id, { type: "status", data: {} });
  step("3", 20, "somebody-else");
  step("3", 10);
  await until(95 / 4);
  server.hangUp();
  await listening(2);
  const nodes = { 3: { value: 20, max: 20 }, 4: { value: 10, max: 20 }, 9: { value: 1, max: 1 } };
  server.tell(run.id, { type: "progress_state", data: { prompt_id: own.id, nodes } });
  await until((95 * 3) / 4);
  server.finish(own);
  expect(await maker.read!(task, run)).toMatchObject({ state: "completed" });
  await stop();
});

test("a restarted ComfyUI has forgotten its queue: the task fails after a while, not never; one that reappears goes on", async () => {
  server.control.instant = false;
  const { image: painter } = await enginesAt(server.url, { graceMs: 150 });
  const run = runIn(folder);
  const known = begun(await painter.create(image, run));
  const own = server.tasks.at(-1)!;
  server.restart();
  const lost = begun(await painter.read!(known, run));
  expect(lost).toMatch(new RegExp(`^${known}@\\d+$`));
  server.tasks.push(own);
  expect(begun(await painter.read!(lost, run))).toBe(known);
  server.restart();
  let outcome = await painter.read!(known, run);
  // Another process reads it: since when it is lost is in the task.
  const other = (await enginesAt(server.url, { graceMs: 150 })).image;
  for (let i = 0; i < 100 && outcome.state === "pending"; i++) {
    await Bun.sleep(20);
    outcome = await other.read!(outcome.task, run);
  }
  expect(outcome).toMatchObject({
    state: "failed",
    code: "provider_error",
    message: expect.stringContaining("restarted"),
  });
});

test("a task that is given up leaves the queue, or is interrupted while it runs; nobody else's is", async () => {
  server.control.instant = false;
  const { image: painter } = await enginesAt(server.url);
  const signal = AbortSignal.timeout(60_000);
  const waits = begun(await painter.create(image, runIn(folder)));
  const runs = begun(await painter.create(image, runIn(folder)));
  const other = begun(await painter.create(image, runIn(folder)));
  server.start(server.tasks.find(({ id }) => id === runs)!);
  await painter.cancel!(waits, { id: "x", signal });
  await painter.cancel!(other, { id: "x", signal });
  expect(server.tasks.map(({ id }) => id)).not.toContain(waits);
  expect(server.interrupted).toEqual([]);
  await painter.cancel!(runs, { id: "x", signal });
  expect(server.interrupted).toEqual([runs]);
  server.restart();
});

test("the key that partner nodes need goes along with the workflow, and only if there is one", async () => {
  const extras = [];
  for (const more of [{ comfyOrgKey: "comfyui-key-1" }, {}]) {
    await (await enginesAt(server.url, more)).image.create(image, runIn(folder));
    extras.push(server.calls.findLast(({ path }) => path === "/prompt")?.json.extra_data);
  }
  expect(extras).toEqual([{ api_key_comfy_org: "comfyui-key-1" }, undefined]);
});

test("a proxy's token goes along everywhere, and is told nowhere", async () => {
  server.control.token = "proxy-token-1";
  const { image: painter } = await enginesAt(server.url, { token: "proxy-token-1" });
  const run = runIn(folder);
  expect(await painter.check!()).toEqual({ ok: true, detail: "ComfyUI 0.3.68 on cuda:0 RTX 4090" });
  expect(await painter.read!(begun(await painter.create(image, run)), run)).toMatchObject({ state: "completed" });
  const stranger = (await enginesAt(server.url, { token: "wrong-token-2" })).image;
  const refused = await stranger.create(image, run).catch(({ code, message }) => `${code}: ${message}`);
  expect(refused).toContain("provider_unauthorized");
  expect(refused).not.toContain("wrong-token-2");
  delete server.control.token;
});
