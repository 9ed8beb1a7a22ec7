import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { probe } from "#core/media/probe";
import type { Context } from "#core/module";
import { createLog } from "#core/observability/log";
import { runChild } from "#core/process/child";
import { createEngines } from "#plugins/local/engines";
import type { Footage } from "#sdk/inputs/footage";
import { synthesize } from "#test/plugins/local/edit-clips";

let folder: string;
let footage: Footage;
let stop: () => Promise<void>;
let clip: string;
let silent: string;
const signal = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-footage-"));
  const child: Context["child"] = (task, input, options) => runChild({ plugins: [] }, "local", task, input, options);
  const log = createLog({ level: "silent", format: "json" });
  const settings = { renders: 1, timeLimitSeconds: 120, hardware: "off" } as const;
  ({ service: footage, stop } = createEngines({ settings, child, log }));
  const colours = ["red", "lime", "blue"].map((name, at) => `color=${name}:s=320x640:r=25:d=1[${at}]`).join(";");
  const pictures = `${colours};[0][1][2]concat=n=3`;
  clip = await synthesize(join(folder, "clip.mp4"), { pictures, sound: "sine=d=3" });
  silent = await synthesize(join(folder, "silent.mp4"), { pictures });
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

const middleOf = async (path: string) => {
  const image = await loadImage(await Bun.file(path).bytes());
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const [r, g, b] = context.getImageData(image.width / 2, image.height / 2, 1, 1).data;
  return [r! > 128, g! > 128, b! > 128];
};

test("pictures show the video at their times, in its shape, no larger than asked for", async () => {
  const frames = await footage.frames(clip, { every: 1, count: 10, side: 256 }, { folder, signal });
  expect(frames.map(({ timestamp }) => timestamp)).toEqual([0, 1, 2]);
  const colours = await Promise.all(frames.map(({ path }) => middleOf(path)));
  expect(colours).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect(await probe(frames[0]!.path)).toMatchObject({ kind: "image", width: 128, height: 256 });
});

test("as many pictures as asked for at most, and as far apart", async () => {
  const few = await footage.frames(clip, { every: 1, count: 2, side: 64 }, { folder, signal });
  expect(few.length).toBe(2);
  const wide = await footage.frames(clip, { every: 2, count: 10, side: 64 }, { folder, signal });
  expect(wide.map(({ timestamp }) => timestamp)).toEqual([0, 2]);
  expect(await middleOf(wide[1]!.path)).toEqual([false, false, true]);
});

test("the sound alone, small or plain, out of videos and sound files", async () => {
  const plain = await footage.sound(clip, "wav", { folder, signal });
  const head = Buffer.from(await Bun.file(plain).slice(0, 44).bytes());
  expect([head.toString("latin1", 0, 4), head.readUInt16LE(22), head.readUInt32LE(24)]).toEqual(["RIFF", 1, 16_000]);
  expect(await probe(plain)).toMatchObject({ kind: "audio", duration: expect.closeTo(3, 1) });
  const small = await footage.sound(plain, "m4a", { folder, signal });
  expect(await probe(small)).toMatchObject({ hasAudio: true, hasVideo: false, audioCodec: "aac" });
});

test("a file that has no picture or no sound is told", async () => {
  const text = join(folder, "text.mp4");
  await Bun.write(text, "neither picture nor film");
  const refused = { code: "source_unreadable" };
  await expect(footage.frames(text, { every: 1, count: 2, side: 64 }, { folder, signal })).rejects.toMatchObject(
    refused,
  );
  await expect(footage.sound(silent, "wav", { folder, signal })).rejects.toMatchObject(refused);
});
