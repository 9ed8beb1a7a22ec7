/** Videos that are generated with layers on top: drawn with the video, or added to the file of a vendor. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine, Outcome } from "#core/engine";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import type { Speaker } from "#sdk/slots/speak";
import type { VideoRequest } from "#sdk/slots/video";
import { startApp, type TestApp } from "#test/app";
import { serveFiles } from "#test/files";
import { clip, picturesOf, tools } from "#test/plugins/local/edit-clips";
import { toneOf } from "#test/tone";
import { until } from "#test/until";

// biome-ignore lint/suspicious/noExplicitAny: bodies of responses
type Json = any;

const kit = tools();
const files = serveFiles();
let spoken = 0;
const speak: Speaker = {
  name: "mouth",
  models: [{ id: "mouth-1", title: "Mouth" }],
  async speak({ text }, { folder }) {
    spoken++;
    const path = join(folder, `${crypto.randomUUID()}.wav`);
    const wave = toneOf(text);
    wave.writeUInt32LE(wave.length - 44, 40);
    await Bun.write(path, wave);
    return { path };
  },
};
/** Requests to a vendor, whose clips are four seconds long. */
const filmed: VideoRequest[] = [];
const vendor: Engine<VideoRequest> = {
  name: "vendor",
  models: [{ id: "vendor-1", title: "Vendor", duration: { min: 1, max: 10, default: 5 } }],
  async create(request): Promise<Outcome> {
    filmed.push(request);
    return { state: "pending", task: `task-${filmed.length}`, readAfterMs: 5 };
  },
  async read(_task, { folder }): Promise<Outcome> {
    const path = join(folder, "film.mp4");
    await copyFile(join(kit.folder, "clip.mp4"), path);
    return { state: "completed", files: { main: { path } }, facts: { seed: 7 } };
  },
};
const mouth = defineModule({ name: "mouth", start: () => ({ engines: { speak } }) });
const camera = defineModule({ name: "camera", start: () => ({ engines: { video: vendor } }) });

let app: TestApp;
beforeAll(async () => {
  await clip(kit, "clip.mp4", { seconds: 4 });
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, local, mouth, camera]);
});
afterAll(() => app.stop());

const balance = async () => (await app.api("GET", "/credits")).body.balance;
const read = async (videoId: string): Promise<Json> => (await app.api("GET", `/videos/${videoId}`)).body;
const readVersion = async (videoId: string, version: number): Promise<Json> =>
  (await app.api("GET", `/videos/${videoId}/versions/${version}`)).body;
async function generate(body: object): Promise<Json> {
  const { status, body: started } = await app.api("POST", "/videos/generate", body);
  expect({ status, started }).toMatchObject({ status: 202 });
  const video: Json = await until(async () => {
    const shown = await read(started.videoId);
    return ["completed", "failed"].includes(shown.status) && shown;
  });
  return { ...video, charged: started.creditsUsed };
}
async function fetched(url: string): Promise<string> {
  const path = join(kit.folder, `${crypto.randomUUID()}.mp4`);
  await Bun.write(path, await app.vireo.handle(new Request(url)));
  return path;
}

const LAYERS = [
  { type: "overlay", text: "SALE", position: "top", start: 0.5, end: 2 },
  { type: "captions", text: "Hello there, this is new." },
];
const SCENES = { scenes: [{ kind: "hook", text: "Cold brew" }], duration: 3, resolution: "720p" };

describe("a clip of the local engine", () => {
  test("is drawn with its layers in one pass; they are those of version 2, over version 1 without them", async () => {
    const before = await balance();
    const video = await generate({ model: "local-motion-1", ...SCENES, layers: LAYERS });
    expect(video).toMatchObject({ status: "completed", engine: "local", duration: 3, charged: 9, creditsUsed: 9 });
    expect(await balance()).toBe(before - 9);
    expect(video.versions).toMatchObject([
      { version: 1, operation: "original" },
      { version: 2, operation: "render", baseVersion: 1, layers: ["overlay", "captions"] },
    ]);
    expect(video.url).toBe(video.versions[1].url);
    const { layers, ...shown } = await readVersion(video.videoId, 2);
    expect(shown).toMatchObject({ version: 2, originalVersion: 1, duration: 3 });
    const id = expect.stringMatching(/^lay_/);
    expect(layers).toEqual([
      { id, ...LAYERS[0], opacity: 1 },
      { id, ...LAYERS[1], style: "bold", position: "bottom" },
    ]);
    const [bare, made] = await Promise.all(video.versions.map(({ url }: Json) => fetched(url)));
    for (const file of [bare, made]) expect(await probe(file)).toMatchObject({ duration: 3, hasAudio: true });
    expect(await picturesOf(bare)).not.toBe(await picturesOf(made));
    // Nothing is rendered if the same layers are sent back.
    const again = await app.api("POST", `/videos/${video.videoId}/render`, { layers });
    expect(again.body).toMatchObject({ version: 2, creditsUsed: 0 });
    const off = await app.api("POST", `/videos/${video.videoId}/render`, { layers: [{ id: layers[0].id }] });
    expect(off).toMatchObject({ status: 200, body: { version: 3, creditsUsed: 0 } });
  });

  test("has a voice-over and music, which its first version does not have; its last frame is held", async () => {
    const count = spoken;
    const layers = [
      { type: "music", audioUrl: files.clip, volume: 0.2 },
      { type: "voiceover", text: "Twenty letters of speech, or a little more than that.", start: 2 },
    ];
    const video = await generate({ model: "local-motion-1", ...SCENES, layers });
    expect(video).toMatchObject({ status: "completed", charged: 6 + 1 + 3 });
    expect(spoken).toBe(count + 1);
    const [first, second] = [await readVersion(video.videoId, 1), await readVersion(video.videoId, 2)];
    expect(first).toMatchObject({ duration: 3, layers: [] });
    expect(second.duration).toBeGreaterThan(3.5);
    const [bare, made] = await Promise.all(video.versions.map(({ url }: Json) => fetched(url)));
    expect((await probe(bare))!.duration).toBeCloseTo(3, 1);
    expect((await probe(made))!.duration).toBeCloseTo(second.duration, 1);
    // A change of one keeps the others, and nothing is spoken again.
    const [music, voice] = second.layers;
    const softer = { layers: [{ id: music.id }, { ...voice, volume: 0.5 }] };
    const edited = await app.api("POST", `/videos/${video.videoId}/render`, softer);
    expect(edited).toMatchObject({ status: 200, body: { version: 3, creditsUsed: 3 } });
    expect(spoken).toBe(count + 1);
  });
});

test("a narrated clip has its captions below the layers of the request, and is spoken once", async () => {
  const count = spoken;
  const layers = [{ type: "overlay", text: "SALE", position: "top" }];
  const script = "Bread is baked at seven. Come and get it.";
  const body = { model: "local-motion-1", script, voice: "mouth", visuals: "designed", resolution: "720p" };
  const video = await generate({ ...body, layers });
  expect(video).toMatchObject({ status: "completed", engine: "local" });
  expect(spoken).toBe(count + 1);
  expect(video.versions).toMatchObject([
    { version: 1, operation: "original" },
    { version: 2, operation: "render", baseVersion: 1, layers: ["captions", "overlay"] },
  ]);
  const [bare, made] = await Promise.all(video.versions.map(({ url }: Json) => fetched(url)));
  for (const file of [bare, made]) expect((await probe(file))!.duration).toBeCloseTo(video.duration, 1);
  expect(await picturesOf(bare)).not.toBe(await picturesOf(made));
  const { layers: kept } = await readVersion(video.videoId, 2);
  const again = await app.api("POST", `/videos/${video.videoId}/render`, { layers: kept });
  expect(again.body).toMatchObject({ version: 2, creditsUsed: 0 });
});

describe("a clip of a vendor", () => {
  test("gets its layers before it is completed; the vendor never sees them", async () => {
    const before = await balance();
    const layers = [...LAYERS, { type: "music", audioUrl: files.clip }];
    const video = await generate({ model: "vendor-1", prompt: "A street", layers });
    expect(video).toMatchObject({ status: "completed", engine: "vendor", model: "vendor-1", source: "generated" });
    expect(video).toMatchObject({ charged: 10 + 4, duration: 4 });
    expect(await balance()).toBe(before - 14);
    expect(filmed.at(-1)).not.toHaveProperty("planned");
    expect(filmed.at(-1)).not.toHaveProperty("layers");
    expect(video.versions).toMatchObject([{ operation: "original" }, { operation: "render", baseVersion: 1 }]);
    expect(video.versions[1]).toMatchObject({ layers: ["overlay", "captions", "music"] });
    const { layers: kept, ...second } = await readVersion(video.videoId, 2);
    expect(second).toMatchObject({ originalVersion: 1, duration: 4 });
    const source = await picturesOf(join(kit.folder, "clip.mp4"));
    const [bare, made] = await Promise.all(video.versions.map(({ url }: Json) => fetched(url)));
    expect(await picturesOf(bare)).toBe(source);
    expect(await picturesOf(made)).not.toBe(source);
    const again = await app.api("POST", `/videos/${video.videoId}/render`, { layers: kept });
    expect(again.body).toMatchObject({ version: 2, creditsUsed: 0 });
    const off = await app.api("POST", `/videos/${video.videoId}/render`, { layers: [] });
    expect(off).toMatchObject({ status: 200, body: { version: 3, creditsUsed: 0 } });
  });

  test("is completed without layers that cannot be rendered, which are refunded", async () => {
    const before = await balance();
    const layers = [{ type: "voiceover", text: "This goes on for ever. ".repeat(13) }];
    const video = await generate({ model: "vendor-1", prompt: "A street", layers });
    expect(video).toMatchObject({ status: "completed", charged: 13, creditsUsed: 10 });
    expect(video.versions).toMatchObject([{ version: 1, operation: "original" }]);
    expect(video.warnings).toMatchObject([
      { code: "layers_failed", message: expect.stringContaining("voiceover_too_long") },
    ]);
    expect(await balance()).toBe(before - 10);
    const [refund] = (await app.api("GET", "/credits/transactions")).body.transactions;
    expect(refund).toMatchObject({ type: "refund", amount: 3 });
  });

  test("is not paid for if a file of its layers is missing", async () => {
    const [before, count] = [await balance(), filmed.length];
    const layers = [{ type: "overlay", imageUrl: files.missing }];
    const video = await generate({ model: "vendor-1", prompt: "A street", layers });
    expect(video).toMatchObject({ status: "failed", failCode: "download_failed" });
    expect([await balance(), filmed.length]).toEqual([before, count]);
  });

  test("goes on after a kill while the files of its layers are copied; the vendor is called once", async () => {
    const [before, count] = [await balance(), filmed.length];
    let copied = 0;
    await using slow = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      // The first copy never ends, as in a process that dies during it.
      fetch: () => (++copied === 1 ? new Promise<Response>(() => {}) : fetch(files.picture)),
    });
    const layers = [LAYERS[0], { type: "overlay", imageUrl: slow.url.href }];
    const { body } = await app.api("POST", "/videos/generate", { model: "vendor-1", prompt: "A street", layers });
    await until(() => copied === 1);
    await app.vireo.db
      .updateTable("generations")
      .set({ lease_until: new Date(0) })
      .where("status", "=", "processing")
      .execute();
    const video = await app.ended(`/videos/${body.videoId}`);
    expect(video).toMatchObject({ status: "completed", creditsUsed: 12 });
    expect(video.versions).toMatchObject([{ version: 1 }, { version: 2, layers: ["overlay", "overlay"] }]);
    expect([await balance(), filmed.length, copied]).toEqual([before - 12, count + 1, 2]);
  });

  test("keeps its charge if it is cancelled while its layers are rendered", async () => {
    const { body } = await app.api("POST", "/videos/generate", {
      model: "vendor-1",
      prompt: "A street",
      layers: LAYERS,
    });
    const before = await balance();
    await until(async () => (await read(body.videoId)).previewUrl);
    expect(await app.api("DELETE", `/videos/${body.videoId}`)).toMatchObject({ status: 204 });
    expect(await read(body.videoId)).toMatchObject({ status: "failed", failCode: "cancelled", engine: "vendor" });
    expect(await balance()).toBe(before);
  });
});

test.each<[string, object, string]>([
  ["a time after the end", { layers: [{ type: "overlay", text: "Late", start: 6 }] }, "layers.0.start"],
  ["an overlay of nothing", { layers: [LAYERS[1], { type: "overlay" }] }, "layers.1.text"],
  ["captions of a clip in which nobody speaks", { layers: [{ type: "captions" }] }, "layers.0.text"],
  ["a track of nobody", { layers: [{ type: "music", musicId: "mus_none" }] }, "layers.0.musicId"],
  ["the id of a layer", { layers: [{ ...LAYERS[0], id: "lay_1" }] }, "layers.0.id"],
  ["a trim", { layers: [{ type: "trim", start: 1 }] }, "layers.0.type"],
  ["captions of a narrated video", { script: "Hello there.", layers: [LAYERS[1]] }, "layers.0.type"],
  ["51 layers", { layers: Array(51).fill(LAYERS[0]) }, "layers"],
])("400 for %s, which names the field; nothing is charged", async (_, body, field) => {
  const before = await balance();
  const base = "script" in body ? {} : { model: "local-motion-1", ...SCENES };
  const { status, body: problem } = await app.api("POST", "/videos/generate", { ...base, ...body });
  expect({ status, errors: problem.errors }).toEqual({ status: 400, errors: { [field]: [expect.any(String)] } });
  expect(await balance()).toBe(before);
});
