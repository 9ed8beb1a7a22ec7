/** Versions as compositions: an original and a list of layers, each of which can be changed later. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { readRequest } from "#modules/videos/edits/legacy";
import { local } from "#plugins/local/index";
import type { Speaker } from "#sdk/slots/speak";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { createBoxFont } from "#test/fonts";
import { brightness, clip, listen, picturesOf, tools } from "#test/plugins/local/edit-clips";
import { mp3Of, TONE, toneOf } from "#test/tone";

// biome-ignore lint/suspicious/noExplicitAny: bodies of responses
type Json = any;

/** Writes a sound as long as the text takes to say: twenty letters a second. Returns its path. */
async function writeTone(folder: string, text: string, speed = 1): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.wav`);
  const wave = toneOf(text, speed);
  wave.writeUInt32LE(wave.length - 44, 40);
  await Bun.write(path, wave);
  return path;
}

let spoken = 0;
const speak: Speaker = {
  name: "mouth",
  models: [{ id: "mouth-1", title: "Mouth" }],
  async speak({ text, speed }, { folder }) {
    spoken++;
    return { path: await writeTone(folder, text, speed) };
  },
};
const mouth = defineModule({ name: "mouth", start: () => ({ engines: { speak } }) });

let app: TestApp;
let source: string;
const kit = tools();
beforeAll(async () => {
  source = await clip(kit, "clip.mp4", { seconds: 4 });
  app = await startApp({}, [...modules, local, mouth]);
});
afterAll(() => app.stop());

/** A new video for each test. */
let videoId: string;
beforeEach(async () => {
  videoId = (await upload(Bun.file(source), "clip.mp4")).videoId;
});

async function upload(file: Blob, name: string): Promise<Json> {
  const form = new FormData();
  form.append("file", file, name);
  const { status, body } = await app.api("POST", "/upload", form);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const balance = async () => (await app.api("GET", "/credits")).body.balance;
const storedBytes = async () => (await app.api("GET", "/usage")).body.storageBytes.used;
const readVersion = async (version: number): Promise<Json> =>
  (await app.api("GET", `/videos/${videoId}/versions/${version}`)).body;
/** Layers as they are stored. */
async function readStored(version: number): Promise<Json> {
  const rows = app.vireo.db.selectFrom("video_versions").select("layers").where("version", "=", version);
  return (await rows.orderBy("created_at", "desc").limit(1).executeTakeFirstOrThrow()).layers;
}
const post = (operation: string, body: object) => app.api("POST", `/videos/${videoId}/${operation}`, body);
/** Makes a version and returns it. */
async function edit(operation: string, body: object): Promise<Json> {
  const { status, body: made } = await post(operation, body);
  expect({ status, made }).toMatchObject({ status: 200 });
  return made;
}
async function fetched(url: string): Promise<string> {
  const path = join(kit.folder, `${crypto.randomUUID()}.mp4`);
  await Bun.write(path, await app.vireo.handle(new Request(url)));
  return path;
}
const SIZE = [180, 320] as const;
/** True if something bright is in the upper, middle or lower third at a second of the video. */
async function shows(url: string, at: number, third: 0 | 1 | 2): Promise<boolean> {
  return (await brightness(await fetched(url), at, ...SIZE))(0, third / 3, 1, (third + 1) / 3) > 0.002;
}

const picture = async (): Promise<Blob> => {
  const canvas = createCanvas(40, 40);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, 40, 40);
  return new Blob([new Uint8Array(await canvas.encode("png"))]);
};

test("five edits show what one render of the same layers shows, to the bit", async () => {
  const title = { text: "SALE", position: "top" };
  const words = { transcript: [{ start: 0.5, end: 2.5, text: "Hello there" }] };
  await edit("overlay", { type: "text", ...title });
  await edit("captions", { transcript: [{ start: 0, end: 1, text: "First try" }] });
  await edit("trim", { start: 1 });
  await edit("overlay", { type: "text", text: "Later", start: 1, position: "left" });
  const fifth = await edit("captions", words);
  const layers = [
    { type: "trim", start: 1 },
    { type: "overlay", ...title },
    { type: "overlay", text: "Later", start: 1, position: "left" },
    { type: "captions", ...words },
  ];
  const once = await edit("render", { layers, fromVersion: 1 });
  const [separate, together] = [await fetched(fifth.url), await fetched(once.url)];
  expect(await picturesOf(separate)).toBe(await picturesOf(together));
});

test("a version shows its layers with all fields; sent back, they change and cost nothing", async () => {
  await edit("overlay", { type: "text", text: "SALE", position: "top", start: 2 });
  await edit("voiceover", { text: "Twenty letters here.", start: 2.5, volume: 0.8 });
  await edit("captions", {});
  const { version } = await edit("trim", { start: 1 });
  const shown = await readVersion(version);
  expect(shown).toMatchObject({ videoId, version, operation: "trim", baseVersion: 4, originalVersion: 1, duration: 3 });
  const id = expect.stringMatching(/^lay_/);
  expect(shown.layers).toEqual([
    { id, type: "overlay", text: "SALE", position: "top", opacity: 1, start: 1 },
    { id, type: "voiceover", text: "Twenty letters here.", start: 1.5, volume: 0.8, originalVolume: 0.5 },
    { id, type: "captions", style: "bold", position: "bottom", transcript: expect.any(Array) },
    { id, type: "trim", start: 1, end: 4 },
  ]);
  const before = await balance();
  const again = await edit("render", { layers: shown.layers });
  expect(again).toMatchObject({ version, creditsUsed: 0, url: shown.url });
  expect(await balance()).toBe(before);
  expect((await app.api("GET", `/videos/${videoId}`)).body.versions).toHaveLength(version);
  expect(await app.api("GET", `/videos/${videoId}/versions/9`)).toMatchObject({ status: 404 });
});

test("any layer can be changed; only that one is paid for, and nothing is spoken twice", async () => {
  await edit("voiceover", { text: "Twenty letters here.", volume: 1, originalVolume: 0 });
  await edit("overlay", { type: "text", text: "TYPO", position: "top", end: 1 });
  const { version } = await edit("captions", { transcript: [{ start: 0, end: 4, text: "Below" }] });
  const [voice, title, captions] = (await readVersion(version)).layers;
  const [before, said] = [await balance(), spoken];
  const layers = [{ ...voice, volume: 0.5 }, { id: title.id }, { ...captions, position: "center" }];
  const changed = await edit("render", { layers });
  expect([before - (await balance()), changed.creditsUsed, spoken]).toEqual([5, 5, said]);
  expect([await shows(changed.url, 0.5, 0), await shows(changed.url, 1.5, 0)]).toEqual([true, false]);
  expect([await shows(changed.url, 2, 1), await shows(changed.url, 2, 2)]).toEqual([true, false]);
  expect((await readVersion(changed.version)).layers.map((layer: Json) => layer.id)).toEqual([
    voice.id,
    title.id,
    captions.id,
  ]);
  // Another text is another speech.
  await edit("render", { layers: [{ ...voice, text: "Ten letters." }, { id: title.id }, { id: captions.id }] });
  expect(spoken).toBe(said + 1);
  // Layers that are not listed are removed, for nothing.
  const bare = await edit("render", { layers: [{ id: voice.id }] });
  expect([bare.creditsUsed, await shows(bare.url, 0.5, 0)]).toEqual([0, false]);
});

test("a trim moves no other layer in the picture; one that it cuts off is kept, and comes back", async () => {
  await edit("overlay", { type: "text", text: "EARLY", position: "top", start: 0.5, end: 1 });
  await edit("overlay", { type: "text", text: "LATE", position: "bottom", start: 3, end: 3.8 });
  const cut = await edit("trim", { start: 2 });
  const [early, late, trim] = (await readVersion(cut.version)).layers;
  expect(cut.warnings).toEqual([{ code: "layer_cut", layerId: early.id, message: expect.any(String) }]);
  expect((await readVersion(cut.version)).warnings).toEqual(cut.warnings);
  expect([late.start, late.end]).toEqual([1, 1.8]);
  expect([await shows(cut.url, 0.5, 2), await shows(cut.url, 1.4, 2)]).toEqual([false, true]);
  const wide = await edit("render", { layers: [{ id: early.id }, { id: late.id }, { ...trim, start: 0.25 }] });
  expect(wide.warnings).toBeUndefined();
  const { layers, duration } = await readVersion(wide.version);
  expect(duration).toBeCloseTo(3.75, 1);
  expect([layers[0].start, layers[1].start]).toEqual([0.25, 2.75]);
  expect([await shows(wide.url, 0.5, 0), await shows(wide.url, 3.2, 2)]).toEqual([true, true]);
});

describe("captions that a trim cuts", () => {
  const transcript = [
    { start: 0.5, end: 1, text: "Early" },
    { start: 1.5, end: 2.5, text: "Middle" },
    { start: 3, end: 3.5, text: "Late" },
  ];
  const read = async (version: number) => (await readVersion(version)).layers;
  const listTexts = async (version: number) => (await read(version))[0].transcript.map(({ text }: Json) => text);

  test("off entirely are shown as empty, and sent back they come back with a wider trim", async () => {
    await edit("captions", { transcript });
    const times = { start: 2.5, end: 3 };
    const planned = [{ id: (await read(2))[0].id }, { type: "trim", ...times }];
    const plan = await edit("render", { layers: planned, dryRun: true });
    expect(plan.layers[0]).toMatchObject({ type: "captions", transcript: [] });
    const cut = await edit("trim", times);
    const layers = await read(cut.version);
    expect(layers[0]).toMatchObject({ type: "captions", transcript: [] });
    expect(await edit("render", { layers })).toMatchObject({ version: cut.version, creditsUsed: 0 });
    const styled = { ...layers[0], style: "classic" };
    const wide = await edit("render", { layers: [styled] });
    expect(await listTexts(wide.version)).toEqual(["Early", "Middle", "Late"]);
  });

  test("keep what is outside of it when a word inside is corrected", async () => {
    await edit("captions", { transcript });
    const { version } = await edit("trim", { start: 2, end: 3.25 });
    const [captions, trim] = await read(version);
    expect(captions.transcript.map(({ text, start, end }: Json) => [text, start, end])).toEqual([
      ["Middle", 0, 0.5],
      ["Late", 1, 1.5],
    ]);
    const [middle, late] = captions.transcript;
    const fixed = await edit("render", {
      layers: [{ ...captions, transcript: [middle, { ...late, text: "Too late" }] }, trim],
    });
    const wide = await edit("render", { layers: [{ id: captions.id }] });
    expect((await read(wide.version))[0].transcript).toEqual([
      ...transcript.slice(0, 2),
      { ...transcript[2], text: "Too late" },
    ]);
    expect(fixed.creditsUsed).toBe(2);
  });

  test("400 for new captions without a cue", async () => {
    const { status, body } = await post("captions", { transcript: [] });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["transcript"]]);
  });
});

test("long subtitles, and words without text, can be read and sent back", async () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const lines = Array.from({ length: 2500 }, (_, i) => `${at(i / 1000)} --> ${at((i + 1) / 1000)}\nLine ${i}\n`);
  const words = "00:00:03.000 --> 00:00:03.900\nHi <00:00:03.300> <00:00:03.600>there\n";
  const subtitles = ["WEBVTT\n", ...lines, words].join("\n");
  const { version } = await edit("captions", { subtitles });
  const { layers } = await readVersion(version);
  expect(layers.map(({ type, transcript }: Json) => [type, transcript.length])).toEqual([["captions", 2501]]);
  expect(await edit("render", { layers })).toMatchObject({ version, creditsUsed: 0 });
});

test("400 if trims leave nothing but the frame that a voice-over holds", async () => {
  const { version } = await edit("voiceover", { text: "x".repeat(120), start: 1 });
  const { layers } = await readVersion(version);
  const before = await balance();
  const held = { type: "trim", start: 5, end: 6.5 };
  expect(await post("trim", { start: 5, end: 6.5 })).toMatchObject({
    status: 400,
    body: { errors: { start: [expect.stringContaining("only the last frame")] } },
  });
  expect(await post("render", { layers: [...layers, held] })).toMatchObject({
    status: 400,
    body: { errors: { "layers.1.start": [expect.stringContaining("only the last frame")] } },
  });
  expect(await balance()).toBe(before);
  const { version: cut } = await edit("trim", { start: 3, end: 6.5 });
  expect((await readVersion(cut)).duration).toBeCloseTo(3.5, 1);
});

test("a video shorter than the shortest trim can be edited", async () => {
  const short = await clip(kit, "short.mp4", { seconds: 0.4 });
  ({ videoId } = await upload(Bun.file(short), "short.mp4"));
  const { url } = await edit("overlay", { type: "text", text: "SALE", position: "top" });
  expect(await shows(url, 0.2, 0)).toBe(true);
});

test("a voice that a trim cuts into goes on where the picture is", async () => {
  await edit("voiceover", { text: "Twenty letters here.".repeat(2), start: 1, originalVolume: 0 });
  const { url } = await edit("trim", { start: 2, end: 3.5 });
  const heard = await listen(await fetched(url));
  expect(heard(TONE, 0.1, 0.8)).toBeGreaterThan(0.1);
  expect(heard(TONE, 1.2, 1.4)).toBeLessThan(0.02);
  expect((await probe(await fetched(url)))?.duration).toBeCloseTo(1.5, 1);
});

test("a recording is a voice-over, and an uploaded track is music, for a credit each", async () => {
  const recording = await upload(Bun.file(await writeTone(kit.folder, "x".repeat(20))), "me.wav");
  const before = [await balance(), spoken] as const;
  const { url, version } = await edit("voiceover", { uploadId: recording.uploadId, start: 1, originalVolume: 0 });
  const heard = await listen(await fetched(url));
  expect([heard(TONE, 1.1, 1.9) > 0.1, heard(TONE, 0.1, 0.9) < 0.02]).toEqual([true, true]);
  await edit("render", { layers: [{ type: "music", uploadId: recording.uploadId }], fromVersion: 1 });
  expect([await balance(), spoken]).toEqual([before[0] - 2, before[1]]);
  expect((await app.api("DELETE", `/uploads/${recording.uploadId}`)).status).toBe(204);
  const [voice] = (await readVersion(version)).layers;
  await edit("render", { layers: [{ ...voice, volume: 0.5 }], fromVersion: version });

  const picked = await upload(await picture(), "logo.png");
  for (const [body, field] of [
    [{ text: "Hi", uploadId: picked.uploadId }, "text"],
    [{ uploadId: "upl_unknown" }, "uploadId"],
    [{ uploadId: picked.uploadId }, "uploadId"],
    [{ audioUrl: "http://10.0.0.1/a.mp3" }, "audioUrl"],
    [{ audioUrl: picked.url, voice: "anna" }, "voice"],
  ] as const) {
    const { status, body: refused } = await post("voiceover", body);
    expect([status, Object.keys(refused.errors ?? {})]).toEqual([400, [field]]);
  }
  const { status, body } = await post("voiceover", { audioUrl: picked.url });
  expect([status, body.failCode]).toEqual([400, "voice_unreadable"]);
});

test("captions of a text stay with the speech that they were aligned to", async () => {
  const { version } = await edit("captions", { text: "One two three four" });
  const trimmed = await edit("trim", { start: 3 });
  expect(await shows(trimmed.url, 0.5, 2)).toBe(true);
  const [captions] = (await readVersion(trimmed.version)).layers;
  expect(captions.text).toBe("One two three four");
  const changed = await edit("render", { layers: [{ ...captions, style: "classic" }], fromVersion: version });
  expect(changed.creditsUsed).toBe(2);
});

test("pictures, fonts and music are stored with the video, so deleting theirs changes nothing", async () => {
  const image = await upload(await picture(), "logo.png");
  const music = await upload(new Blob([new Uint8Array(mp3Of(2))]), "beat.mp3");
  const form = new FormData();
  form.append("file", new Blob([createBoxFont({ family: "Boxes" })]), "boxes.ttf");
  const { body: font } = await app.api("POST", "/fonts", form);
  const without = await storedBytes();
  const first = await edit("render", {
    layers: [
      { type: "overlay", imageUrl: image.url, position: "top", width: 0.5 },
      { type: "overlay", text: "AAA", fontFamily: "Boxes" },
      { type: "music", audioUrl: music.url },
    ],
  });
  expect((await storedBytes()) - without).toBeGreaterThan(image.size + music.size + font.size);
  for (const { uploadId } of [image, music]) expect((await app.api("DELETE", `/uploads/${uploadId}`)).status).toBe(204);
  await app.api("DELETE", `/fonts/${font.fontId}`);
  const [logo, , beat] = (await readVersion(first.version)).layers;
  expect((await edit("trim", { end: 2 })).version).toBe(3);
  const moved = await edit("render", {
    layers: [
      { ...logo, position: "bottom" },
      { ...beat, volume: 0.9 },
    ],
  });
  expect([await shows(moved.url, 1, 0), await shows(moved.url, 1, 2)]).toEqual([false, true]);
  await app.api("DELETE", `/videos/${videoId}`);
  expect(await storedBytes()).toBeLessThan(without);
});

test("400 that names a layer whose file is gone, and nothing is charged", async () => {
  const image = await upload(await picture(), "logo.png");
  await edit("overlay", { type: "text", text: "Hi" });
  await edit("overlay", { type: "image", imageUrl: image.url });
  const [, logo] = await readStored(3);
  await app.vireo.tools.storage.remove(logo.made.image.key);
  const before = await balance();
  const { status, body } = await post("captions", { text: "Hello" });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["layers.1.imageUrl"]]);
  expect(await balance()).toBe(before);
});

async function readTimeline(version: number, format: string) {
  const url = `${app.vireo.origin}/api/v1/videos/${videoId}/versions/${version}/timeline?format=${format}`;
  const response = await app.vireo.handle(new Request(url, { headers: { authorization: `Bearer ${ADMIN}` } }));
  expect([format, response.status]).toEqual([format, 200]);
  return { text: await response.text(), type: response.headers.get("content-type") };
}
/** Start and length of an item of OpenTimelineIO, in seconds. */
const range = ({ source_range: { start_time, duration } }: Json) => [start_time.value / 30, duration.value / 30];

test("the timeline of a version is a file for subtitles and editing programs, which says what it leaves out", async () => {
  const transcript = [
    { start: 0.5, end: 1, text: "Gone" },
    { start: 1.5, end: 2.25, text: "Fish & <chips>" },
  ];
  await edit("voiceover", { text: "Twenty letters here.", start: 0.5 });
  await edit("captions", { transcript });
  await edit("overlay", { type: "text", text: "SALE" });
  const { version } = await edit("trim", { start: 1, end: 3 });
  const read = (format: string) => readTimeline(version, format);
  expect(await read("srt")).toEqual({
    text: "1\n00:00:00,500 --> 00:00:01,250\nFish & <chips>\n",
    type: "application/x-subrip; charset=utf-8",
  });
  const vtt = await read("vtt");
  expect(vtt.text).toStartWith("WEBVTT\n\nNOTE voiceover lay_");
  expect(vtt.text).toEndWith("\n00:00:00.500 --> 00:00:01.250\nFish &amp; &lt;chips&gt;\n");
  const { body: plain } = await app.api("GET", `/videos/${videoId}/versions/${version}/timeline`);
  expect(plain).toMatchObject({ videoId, version, duration: 2, layers: (await readVersion(version)).layers });
  expect(plain.losses.otio.map(({ type }: { type: string }) => type)).toEqual(["voiceover", "captions", "overlay"]);

  const otio = JSON.parse((await read("otio")).text);
  const [picture, , voice] = otio.tracks.children.map(({ children }: Json) => children);
  expect(range(picture[0])).toEqual([1, 2]);
  expect(picture[0].media_reference.target_url).toBe(plain.originalUrl);
  expect(picture[0].markers[0]).toMatchObject({ name: "Fish & <chips>", marked_range: { start_time: { value: 45 } } });
  // The voice has been speaking for half a second where the picture begins.
  expect(range(voice[0])[0]).toBeCloseTo(0.5, 2);
  expect(otio.metadata.vireo.losses).toEqual(plain.losses.otio);
});

test("in OpenTimelineIO, the picture ends where a voice-over begins to hold its last frame", async () => {
  await edit("trim", { start: 0.5, end: 2 });
  const { version } = await edit("voiceover", { text: "x".repeat(60), start: 1 });
  expect((await readVersion(version)).duration).toBeCloseTo(4, 1);
  const { tracks } = JSON.parse((await readTimeline(version, "otio")).text);
  expect(range(tracks.children[0].children[0])).toEqual([0.5, 1.5]);
});

describe("a reframe", () => {
  const shape = { type: "reframe", aspectRatio: "1:1", mode: "center" };
  const sizeOf = async (url: string) => {
    const { width, height } = (await probe(await fetched(url)))!;
    return [width, height];
  };

  test("gives the video another shape, on which all other layers are drawn", async () => {
    const made = await edit("render", { layers: [{ type: "overlay", text: "SALE", position: "top" }, shape] });
    expect(await sizeOf(made.url)).toEqual([180, 180]);
    const seen = await brightness(await fetched(made.url), 1, 180, 180);
    expect([seen(0, 0, 1, 0.3) > 0.002, seen(0, 0.4, 1, 1) < 0.002]).toEqual([true, true]);
    const { layers } = await readVersion(made.version);
    expect(layers[1]).toMatchObject({
      ...shape,
      shots: [{ start: 0, end: 4, mode: "fill", focus: { x: 0.5, y: 0.5 } }],
    });
    expect(await edit("render", { layers })).toMatchObject({ version: made.version, creditsUsed: 0 });
  });

  test("keeps its shots when a trim changes, and the ones that somebody has chosen", async () => {
    const shots = [{ start: 1, end: 2, mode: "fill", focus: { x: 0.5, y: 0.25 } }];
    const { version } = await edit("render", { layers: [{ ...shape, shots }] });
    const [whole] = (await readVersion(version)).layers;
    expect(whole.shots.map(({ start, end, focus }: Json) => [start, end, focus.y])).toEqual([
      [0, 1, 0.5],
      [1, 2, 0.25],
      [2, 4, 0.5],
    ]);
    const cut = await edit("trim", { start: 1.5, end: 3 });
    const [short, trim] = (await readVersion(cut.version)).layers;
    expect(short.shots.map(({ start, end }: Json) => [start, end])).toEqual([
      [0, 0.5],
      [0.5, 1.5],
    ]);
    const wide = await edit("render", { layers: [{ id: short.id }, { ...trim, start: 0, end: 4 }] });
    expect((await readVersion(wide.version)).layers[0]).toEqual(whole);
    const other = await edit("render", { layers: [{ ...whole, aspectRatio: "4:5" }] });
    expect((await readVersion(other.version)).layers[0].shots[1]).toEqual(whole.shots[1]);
  });

  test("keeps the shots that a trim cuts off when one inside is changed", async () => {
    const shots = [
      { start: 0, end: 2, mode: "fill", focus: { x: 0.5, y: 0.25 } },
      { start: 2, end: 4, mode: "fit" },
    ];
    await edit("render", { layers: [{ ...shape, shots }] });
    const { version } = await edit("trim", { start: 1, end: 3 });
    const [short, trim] = (await readVersion(version)).layers;
    const [first, second] = short.shots;
    const changed = { ...short, shots: [{ ...first, focus: { x: 0.5, y: 0.75 } }, second] };
    await edit("render", { layers: [changed, trim] });
    const wide = await edit("render", { layers: [{ id: short.id }] });
    const [whole] = (await readVersion(wide.version)).layers;
    expect(whole.shots.map(({ start, end, mode, focus }: Json) => [start, end, mode, focus?.y])).toEqual([
      [0, 1, "fill", 0.25],
      [1, 2, "fill", 0.75],
      [2, 3, "fit", undefined],
      [3, 4, "fit", undefined],
    ]);
  });

  test.each([
    ["twice", [shape, shape], "layers.1.type"],
    ["with a focus that nothing keeps", [{ ...shape, mode: "fit", focus: { x: 0, y: 0 } }], "layers.0.focus"],
    [
      "with shots that overlap",
      [{ ...shape, shots: [0, 1].map((start) => ({ start, end: 2, mode: "fit" })) }],
      "layers.0.shots.1.start",
    ],
    ["with a shot beyond the end", [{ ...shape, shots: [{ start: 3, end: 9, mode: "fit" }] }], "layers.0.shots.0.end"],
    [
      "with a path outside its shot",
      [
        {
          ...shape,
          shots: [
            {
              start: 0,
              end: 1,
              mode: "fill",
              path: [
                { time: 0, x: 0, y: 0 },
                { time: 2, x: 1, y: 1 },
              ],
            },
          ],
        },
      ],
      "layers.0.shots.0.path",
    ],
  ])("%s is a 400 that names the field", async (_, layers, field) => {
    const before = await balance();
    const { status, body } = await post("render", { layers });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    expect(await balance()).toBe(before);
  });
});

describe("a tightened version", () => {
  /** A voice from 0.5 to 2.5 s and from 5 to 7 s of 8. */
  const speech = "volume='between(t,0.5,2.5)+between(t,5,7)':eval=frame";
  let talk: string;
  beforeAll(async () => {
    talk = await clip(kit, "talk.mp4", { seconds: 8, soundFilter: speech });
  });
  beforeEach(async () => {
    videoId = (await upload(Bun.file(talk), "talk.mp4")).videoId;
  });

  test("leaves pauses out, and everything after them moves along", async () => {
    await edit("overlay", { type: "text", text: "LATE", position: "bottom", start: 5, end: 6 });
    const [late] = (await readVersion(2)).layers;
    const made = await edit("render", { layers: [{ id: late.id }, { type: "tighten" }] });
    const { layers, duration } = await readVersion(made.version);
    const [pause] = layers[1].removed;
    expect([layers[1].removed.length, pause.kind, layers[1].silences]).toEqual([1, "silence", 0.7]);
    expect(pause.start).toBeCloseTo(2.8, 1);
    expect(pause.end).toBeCloseTo(4.82, 1);
    const lost = pause.end - pause.start;
    expect(duration).toBeCloseTo(8 - lost, 1);
    expect(layers[0].start).toBeCloseTo(5 - lost, 2);
    expect([await shows(made.url, 5.5 - lost, 2), await shows(made.url, 5.5, 2)]).toEqual([true, false]);
    const heard = await listen(await fetched(made.url));
    expect([heard(440, 0.6, 2.4) > 0.1, heard(440, 5.1 - lost, 6.9 - lost) > 0.1]).toEqual([true, true]);
    expect(await edit("render", { layers })).toMatchObject({ version: made.version, creditsUsed: 0 });
  });

  test("can be trimmed, keeps what somebody wants to keep, and says what it cannot hear", async () => {
    const first = await edit("render", { layers: [{ type: "tighten", fillers: true }] });
    expect(first.warnings.map(({ code }: Json) => code)).toEqual(["fillers_not_heard"]);
    const { layers, duration } = await readVersion(first.version);
    const cut = await edit("trim", { start: 1, end: 4 });
    expect((await readVersion(cut.version)).duration).toBeCloseTo(3, 1);
    const { id, removed } = layers[0];
    const keep = [{ start: removed[0].start, end: removed[0].end }];
    const kept = await edit("render", { layers: [{ id, type: "tighten", keep }], fromVersion: first.version });
    expect((await readVersion(kept.version)).duration).toBeCloseTo(8, 1);
    expect(duration).toBeLessThan(6.5);
    const pictures = JSON.parse((await readTimeline(first.version, "otio")).text).tracks.children[0].children;
    expect(pictures.map(range).map(([start]: number[]) => start)).toEqual([0, removed[0].end]);
  });

  test("400 for two, and for a part to keep that ends before it starts", async () => {
    for (const [layers, field] of [
      [[{ type: "tighten" }, { type: "tighten" }], "layers.1.type"],
      [[{ type: "tighten", keep: [{ start: 2, end: 1 }] }], "layers.0.keep.0.end"],
    ] as const) {
      const { status, body } = await post("render", { layers });
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    }
  });
});

test("captions of a narrated video are a layer: they can be restyled, corrected and taken off", async () => {
  const { status, body } = await app.api("POST", "/videos/generate", {
    ...{ script: "Bread is baked at seven. Come and get it.", voice: "mouth-1", visuals: "designed" },
    ...{ resolution: "720p", captions: { style: "minimal", position: "top" } },
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  ({ videoId } = body);
  const video = await app.ended(`/videos/${videoId}`);
  expect(video.versions).toMatchObject([
    { version: 1, operation: "original" },
    { version: 2, operation: "captions", layers: ["captions"], captions: { style: "minimal", position: "top" } },
  ]);
  expect([video.url, typeof video.thumbnailUrl]).toEqual([video.versions[1].url, "string"]);
  const { layers, originalVersion } = await readVersion(2);
  expect([originalVersion, layers]).toEqual([1, [expect.objectContaining({ type: "captions", style: "minimal" })]]);
  // Captions have the words that the scenes do not show.
  expect((await readTimeline(2, "srt")).text).toMatch(/bread|baked|seven/i);
  const before = await balance();
  const [{ id }] = layers;
  await edit("render", { layers: [{ ...layers[0], style: "bold", position: "bottom" }] });
  expect(await balance()).toBeLessThan(before);
  const restyled = await readVersion(3);
  expect([restyled.originalVersion, restyled.layers]).toMatchObject([1, [{ id, style: "bold", position: "bottom" }]]);
  const clean = await edit("render", { layers: [] });
  const [first, last] = await Promise.all([video.versions[0].url, clean.url].map(fetched));
  expect((await probe(last!))?.duration).toBeCloseTo((await probe(first!))!.duration!, 1);
  expect((await listen(last!))(TONE, 0.4, 1.2)).toBeGreaterThan(0.001);
});

test("409 version_changed if somebody else has edited the video", async () => {
  await edit("overlay", { type: "text", text: "Hi" });
  const layers = [{ type: "trim", start: 1 }];
  const stale = await post("render", { layers, baseVersion: 1 });
  expect([stale.status, stale.body.type]).toEqual([409, expect.stringMatching(/\/version_changed$/)]);
  const unknown = await post("render", { layers, baseVersion: 9 });
  expect(unknown).toMatchObject({ status: 400, body: { errors: { baseVersion: [expect.stringContaining("2")] } } });
  expect((await edit("render", { layers, baseVersion: 2 })).version).toBe(3);
});

test("a dry run says what a render would be and cost, and makes nothing", async () => {
  const { version } = await edit("overlay", { type: "text", text: "Hi", end: 1 });
  const [overlay] = (await readVersion(version)).layers;
  const before = await balance();
  const layers = [{ id: overlay.id }, { type: "trim", start: 2 }, { type: "captions", text: "Hello" }];
  const { status, body } = await post("render", { layers, dryRun: true });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ...{ videoId, version, url: expect.any(String), operation: "overlay", creditsUsed: 0 },
      ...{ duration: 2, credits: 3 },
      layers: [
        { ...overlay, end: 0 },
        { id: expect.any(String), type: "trim", start: 2, end: 4 },
        { id: expect.any(String), type: "captions", text: "Hello", style: "bold", position: "bottom" },
      ],
      warnings: [{ code: "layer_cut", layerId: overlay.id, message: expect.any(String) }],
    },
  });
  expect([await balance(), (await app.api("GET", `/videos/${videoId}`)).body.versions.length]).toEqual([before, 2]);
});

test("an edit of a release that stored no layers is the original of later ones", async () => {
  const { version } = await edit("overlay", { type: "text", text: "OLD", position: "top" });
  await app.vireo.db
    .updateTable("video_versions")
    .set({ layers: null, original: null })
    .where("version", "=", version)
    .execute();
  expect(await readVersion(version)).toMatchObject({ originalVersion: version, layers: [] });
  const next = await edit("overlay", { type: "text", text: "NEW", position: "bottom" });
  expect([await shows(next.url, 1, 0), await shows(next.url, 1, 2)]).toEqual([true, true]);
  expect(await readVersion(next.version)).toMatchObject({ originalVersion: version, layers: [{ text: "NEW" }] });
});

test("an edit that an earlier release has queued is read as layers in seconds of the original", () => {
  const common = { model: "local-edit-1", sourceUrl: "http://localhost/a.mp4", baseVersion: 2 };
  const request = readRequest({
    ...{ ...common, operation: "render" },
    layers: [
      { operation: "trim", start: 1, end: 3 },
      { operation: "overlay", text: "Hi", start: 0.5 },
      { operation: "trim", start: 1, end: 2 },
      { operation: "voiceover", speech: { text: "Hello" }, start: 0.5 },
      { operation: "captions", text: "Hello", said: true },
    ],
  } as Json);
  expect(request).toMatchObject({ ...common, operation: "render", original: 2 });
  expect(request.layers).toEqual([
    { id: "layer-1", type: "trim", fields: { start: 1, end: 3 }, made: {} },
    { id: "layer-2", type: "overlay", fields: { text: "Hi", start: 1.5 }, made: {} },
    { id: "layer-3", type: "trim", fields: { start: 2, end: 3 }, made: {} },
    // The name of its step, so that a speech that was paid for is used.
    { id: "speech", type: "voiceover", fields: { text: "Hello", start: 2.5 }, made: { speech: { text: "Hello" } } },
    { id: "layer-5", type: "captions", fields: {}, made: { source: "voices" } },
  ] as Json);
  expect(readRequest(request)).toBe(request);
});
