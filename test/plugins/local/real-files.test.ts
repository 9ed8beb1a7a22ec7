import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { readSound } from "#plugins/local/codec/read-sound";
import { MediaSource } from "#plugins/local/codec/source";
import { type Layer, renderEdit } from "#plugins/local/edit/edit";
import { findSpeechIntervals } from "#plugins/local/edit/speech";
import { SceneVideo } from "#plugins/local/video/scene-media";
import { synthesize, tools } from "#test/plugins/local/edit-clips";

/** Small files of the kinds that phones, cameras and editors make. `make.sh` there made them. */
const file = (name: string) => join(import.meta.dir, "footage", name);

const captions: Layer = {
  ...{ operation: "captions", style: "minimal", position: "bottom", avoidText: false },
  transcript: [{ start: 0.7, end: 0.9, text: "x" }],
};
const music = (name: string): Layer => ({
  ...{ operation: "music", music: file(name), start: 0, volume: 0, fadeIn: 0, fadeOut: 0, originalVolume: 1 },
});
const edit = async (name: string, layer: Layer) => (await renderEdit(file(name), [layer], tools())).video;

/** Reads the pictures of a video: their times, and the color of a pixel of each. */
async function readPixels(path: string, x: number, y: number) {
  const pixels: { time: number; rgb: number[] }[] = [];
  const source = await MediaSource.open(path);
  await runMediaJob({
    inputs: [source],
    filters: "[0v]settb=1/1000[v]",
    v: {
      format: "format=rgb24",
      read(frame) {
        const [width, bytes] = [frame.width, frame.toBuffer()];
        const at = 3 * (Math.floor(y * frame.height) * width + Math.floor(x * width));
        pixels.push({ time: Number(frame.pts) / 1000, rgb: [...bytes.subarray(at, at + 3)] });
      },
    },
  });
  return pixels;
}

async function findFlashes(path: string): Promise<number[]> {
  const pixels = await readPixels(path, 0.5, 0.2);
  const isWhite = (at: number) => (pixels[at]?.rgb[1] ?? 0) > 128;
  return pixels.filter((_, at) => isWhite(at) && !isWhite(at - 1)).map(({ time }) => time);
}

async function findBeeps(path: string): Promise<number[]> {
  const rate = 48_000;
  const { left } = await readSound(path, { sampleRate: rate, seconds: 3 });
  const beeps: number[] = [];
  let last = -rate;
  for (const [at, sample] of left.entries()) {
    if (Math.abs(sample) < 0.06) continue;
    if (at - last > rate / 4) beeps.push(at / rate);
    last = at;
  }
  return beeps;
}

/** What the file says about its tracks. */
async function readFacts(path: string) {
  const source = await MediaSource.open(path);
  const { codecpar, rFrameRate } = source.video!.stream;
  const { format, colorSpace, colorTrc, colorPrimaries, colorRange } = codecpar;
  const channels = source.audio?.stream.codecpar.channelLayout.nbChannels;
  await source.close();
  const rate = Math.round(rFrameRate.num / rFrameRate.den);
  return { format, color: [colorSpace, colorTrc, colorPrimaries, colorRange].map(Number), rate, channels };
}

/** 8-bit 4:2:0, BT.709, limited range. */
const STANDARD = { format: 0, color: [1, 1, 1, 1] };
/** Red, skin, gray, white. */
const PATCHES = [
  [200, 50, 50],
  [230, 200, 170],
  [128, 128, 128],
  [255, 255, 255],
];

describe("colors stay as they were filmed, and the result is 8-bit BT.709", () => {
  test.each([
    ["HLG, as phones film", "hdr-arib-std-b67.mov"],
    ["PQ", "hdr-smpte2084.mov"],
    ["BT.601 without a tag", "untagged-601.mp4"],
    ["BT.601 in full range", "full-range-601.mp4"],
    ["10-bit 4:2:2", "ten-bit-422.mov"],
  ])("%s", async (_, name) => {
    const edited = await edit(name, captions);
    expect(await readFacts(edited)).toMatchObject(STANDARD);
    for (const [at, patch] of PATCHES.entries()) {
      const [first] = await readPixels(edited, (at + 0.5) / PATCHES.length, 0.3);
      for (const [channel, value] of patch.entries()) {
        expect(Math.abs(first!.rgb[channel]! - value)).toBeLessThanOrEqual(5);
      }
    }
  });

  test("in scenes with own footage, too", async () => {
    const path = file("hdr-arib-std-b67.mov");
    const clip = await SceneVideo.open(path, (await probe(path))!, { width: 256, height: 64 });
    await clip.advance();
    const { data } = clip.photo.canvas.getContext("2d").getImageData(224, 32, 1, 1);
    expect(Math.min(...data)).toBeGreaterThanOrEqual(250);
    await clip.close();
  });

  test("also if only the sound changes", async () => {
    for (const name of ["ten-bit-422.mov", "untagged-601.mp4"])
      expect(await readFacts(await edit(name, music("flash.mp4")))).toMatchObject(STANDARD);
  });
});

describe("picture and sound stay in step", () => {
  const sources = ["flash.mp4", "late-sound.mp4", "late-picture.mp4", "fragmented.mp4", "fast.mp4", "slow.mp4"];

  test.each(sources)("in captions, trims and music of %s", async (name) => {
    const flashes = await findFlashes(file(name));
    const beeps = await findBeeps(file(name));
    expect(beeps.length).toBe(2);
    const trim: Layer = { operation: "trim", start: 0.25, end: 1.75 };
    for (const [layer, shift] of [
      [captions, 0],
      [trim, 0.25],
      [music("flash.mp4"), 0],
    ] as const) {
      const edited = await edit(name, layer);
      for (const [own, made] of [
        [flashes, await findFlashes(edited)],
        [beeps, await findBeeps(edited)],
      ] as const) {
        expect(made.length).toBe(own.length);
        for (const [at, time] of own.entries()) expect(Math.abs(made[at]! - (time - shift))).toBeLessThan(0.035);
      }
    }
  });

  test("captions from text wait for speech that starts late", async () => {
    const path = await synthesize(join(tools().folder, "late.mp4"), {
      pictures: "color=gray:s=64x64:r=30:d=3",
      sound: "sine=f=440:d=1,asetpts=PTS+1.5/TB",
    });
    const [first] = await findSpeechIntervals({ path, duration: 3, hasAudio: true });
    expect(first!.start).toBeCloseTo(1.5, 1);
  });
});

test("a length is the whole length, although the header of a fragmented file knows its first piece only", async () => {
  expect((await probe(file("fragmented.mp4")))?.duration).toBeGreaterThan(1.95);
});

test.each([
  ["120 pictures a second become 60", "fast.mp4", 60],
  ["10 pictures a second become 40", "slow.mp4", 40],
  ["25 interlaced ones stay 25", "interlaced.mp4", 25],
])("%s", async (_, name, rate) => {
  expect(await readFacts(await edit(name, captions))).toMatchObject({ ...STANDARD, rate });
});

test("interlaced pictures are not combed", async () => {
  const edited = await edit("interlaced.mp4", captions);
  // Between neighboring rows of a bar that moves, a comb has large differences everywhere.
  const rows = await Promise.all([0.4, 0.42].map((y) => readPixels(edited, 0.5, y)));
  for (const [at, { rgb }] of rows[0]!.entries()) expect(Math.abs(rgb[0]! - rows[1]![at]!.rgb[0]!)).toBeLessThan(60);
});

test("surround sound becomes stereo, for every edit", async () => {
  for (const layer of [captions, music("surround.mp4"), { operation: "trim", start: 0, end: 1 } as const]) {
    const edited = await edit("surround.mp4", layer);
    expect((await readFacts(edited)).channels).toBe(2);
    expect((await findBeeps(edited))[0]).toBeCloseTo(0.5, 1);
  }
});

test("a sound track of an unknown codec makes room for the next one", async () => {
  const edited = await edit("unknown-sound.mov", captions);
  const { left } = await readSound(edited, { sampleRate: 8000, seconds: 1 });
  expect(Math.max(...left)).toBeGreaterThan(0.05);
});

test("pixels that only the container calls wide are wide", async () => {
  const { width, height } = (await probe(file("wide-pixels.mp4")))!;
  expect(await probe(await edit("wide-pixels.mp4", captions))).toMatchObject({ width, height });
  expect(width! / height!).toBeCloseTo(4 / 3, 1);
});
