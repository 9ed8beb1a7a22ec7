import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { ALL_FORMATS, FilePathSource, Input } from "mediabunny";
import type { RenderTools } from "#plugins/local/render-tools";
import { type RenderedVideo, renderVideo, type VideoInput } from "#plugins/local/video/render-video";
import { encodeWav } from "./sounds";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-video-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const input: VideoInput = {
  promptContext: { prompt: "Fresh lemonade: ice cold, no sugar. Order now" },
  aspectRatio: "1:1",
  resolution: "720p",
  duration: 3,
};

function tools(progress: (percent: number) => void = () => {}): RenderTools {
  return { folder, progress, limitCpu: () => {} };
}

describe("a video", () => {
  let video: RenderedVideo;
  const progress: number[] = [];
  const shown: Record<string, string>[] = [];

  beforeAll(async () => {
    const photo = join(folder, "photo.png");
    const canvas = createCanvas(640, 480);
    const ctx = canvas.getContext("2d");
    ctx.fillStyle = "#e0b020";
    ctx.fillRect(0, 0, 640, 480);
    await Bun.write(photo, canvas.toBuffer("image/png"));
    const music = join(folder, "music.wav");
    const second = Float32Array.from({ length: 44100 }, (_, i) => Math.sin(i * 0.06) * Math.exp(-i / 4000));
    await Bun.write(music, encodeWav(second, second, 44100));
    const options = { ...input, firstFrame: photo, musicPath: music };
    video = await renderVideo(options, {
      ...tools((percent) => progress.push(percent)),
      // No frame of the video is encoded yet.
      show: (files) => void (progress.at(-1)! <= 5 && shown.push(files)),
    });
  });

  test("has the size, length and codecs that were asked for", async () => {
    expect(video).toMatchObject({ width: 720, height: 720, duration: 3, fps: 30 });
    const file = new Input({ source: new FilePathSource(video.video), formats: ALL_FORMATS });
    const picture = (await file.getPrimaryVideoTrack())!;
    const sound = (await file.getPrimaryAudioTrack())!;
    expect([picture.codec, picture.displayWidth, picture.displayHeight]).toEqual(["avc", 720, 720]);
    expect([sound.codec, sound.sampleRate, sound.numberOfChannels]).toEqual(["aac", 44100, 2]);
    expect((await picture.computePacketStats()).packetCount).toBe(90);
    expect(await picture.computeDuration()).toBeCloseTo(3, 2);
    expect(await sound.computeDuration()).toBeCloseTo(3, 1);
    expect(await picture.getColorSpace()).toMatchObject({ primaries: "bt709", transfer: "bt709", matrix: "bt709" });
  });

  test("can start to play before it is loaded, and names the engine that made it", async () => {
    const bytes = Buffer.from(await Bun.file(video.video).arrayBuffer());
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(bytes.includes("Made by Vireo local-motion-1")).toBe(true);
    expect(bytes.includes("Fresh lemonade")).toBe(true);
  });

  test("comes with a poster and a list of its scenes", async () => {
    const poster = Buffer.from(await Bun.file(video.poster).arrayBuffer());
    expect(poster.readUInt16BE(0)).toBe(0xffd8);
    const thumbnail = Buffer.from(await Bun.file(video.thumbnail).arrayBuffer());
    expect(thumbnail.toString("latin1", 8, 12)).toBe("WEBP");
    expect(thumbnail.length).toBeLessThan(20_000);
    expect(video.scenes.map(({ kind }) => kind)).toEqual(["hook", "point", "point", "cta"]);
    expect(video.scenes.reduce((sum, { seconds = 0 }) => sum + seconds, 0)).toBeCloseTo(3, 1);
  });

  test("shows its poster at once, and a small video of the same length before the first frame is encoded", async () => {
    const [stills, draft] = shown;
    const read = (path: string) => Bun.file(path).bytes();
    expect(await read(stills!.poster!)).toEqual(await read(video.poster));
    expect(await read(stills!.thumbnail!)).toEqual(await read(video.thumbnail));
    const file = new Input({ source: new FilePathSource(draft!.preview!), formats: ALL_FORMATS });
    const picture = (await file.getPrimaryVideoTrack())!;
    expect([picture.displayWidth, picture.displayHeight]).toEqual([270, 270]);
    expect(await picture.computeDuration()).toBeCloseTo(3, 1);
    expect(await (await file.getPrimaryAudioTrack())!.computeDuration()).toBeCloseTo(3, 1);
  });

  test("tells how far it is", () => {
    expect(progress.at(-1)).toBe(100);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(90);
  });
});

describe("a video fails with a reason", () => {
  test("when a photo cannot be read", async () => {
    const broken = join(folder, "broken.png");
    await Bun.write(broken, "not a picture");
    await expect(renderVideo({ ...input, firstFrame: broken }, tools())).rejects.toMatchObject({
      code: "image_unreadable",
    });
  });

  test("when the music cannot be played", async () => {
    const broken = join(folder, "broken.mp3");
    await Bun.write(broken, "not music");
    await expect(renderVideo({ ...input, musicPath: broken }, tools())).rejects.toMatchObject({
      code: "invalid_audio",
    });
  });
});
