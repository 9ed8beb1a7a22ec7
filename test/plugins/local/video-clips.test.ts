import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { frames } from "#plugins/local/children/footage";
import { readSound } from "#plugins/local/codec/read-sound";
import { renderVideo, type VideoInput } from "#plugins/local/video/render-video";
import { soundFile, synthesize, tools } from "#test/plugins/local/edit-clips";

const kit = tools();
const clip = join(kit.folder, "clip.mp4");
const scenes = [
  { kind: "media", mediaUrl: clip, seconds: 2 },
  { kind: "cta", text: "Book now", seconds: 1 },
] as const;
const input: VideoInput = {
  promptContext: { prompt: "A clip of ours" },
  ...{ aspectRatio: "9:16", resolution: "720p", duration: 3, scenes },
};

/** The average colour of the middle of the picture at each half second. */
async function readColors(video: string) {
  const pictures = await frames({ path: video, every: 0.5, count: 5, side: 160 }, kit);
  return Promise.all(
    pictures.map(async ({ path }) => {
      const ctx = createCanvas(1, 1).getContext("2d");
      ctx.drawImage(await loadImage(path), 30, 50, 20, 20, 0, 0, 1, 1);
      return [...ctx.getImageData(0, 0, 1, 1).data.slice(0, 3)] as [number, number, number];
    }),
  );
}

/** How loud a tone of 3 kHz is. */
async function measureTone(path: string): Promise<number> {
  const { left } = await readSound(path, { sampleRate: 44100, seconds: 1.5 });
  const turn = (2 * Math.PI * 3000) / 44100;
  let [real, imaginary] = [0, 0];
  left.forEach((sample, i) => {
    real += sample * Math.cos(i * turn);
    imaginary += sample * Math.sin(i * turn);
  });
  return Math.hypot(real, imaginary) / left.length;
}

describe("a user's video", () => {
  let silent: string;
  beforeAll(async () => {
    const half = (color: string) => `color=c=${color}:s=640x360:r=25:d=1`;
    await synthesize(clip, {
      pictures: `${half("red")}[r];${half("blue")}[b];[r][b]concat=n=2`,
      sound: "sine=f=3000:d=2,volume=4",
    });
    silent = (await renderVideo(input, kit)).video;
  });

  test("fills the picture, plays at its own pace, and is silent unless its sound is asked for", async () => {
    const colors = await readColors(silent);
    const [early, late] = [colors[1]!, colors[3]!];
    expect(early[0]).toBeGreaterThan(150);
    expect(early[2]).toBeLessThan(90);
    expect(late[2]).toBeGreaterThan(150);
    expect(late[0]).toBeLessThan(90);
    const quiet = await measureTone(silent);
    const heard = await measureTone((await renderVideo({ ...input, mediaVolume: 1 }, tools())).video);
    expect(heard).toBeGreaterThan(20 * quiet);
    expect(heard).toBeGreaterThan(0.03);
  });

  test("gives the same bytes each time", async () => {
    const { video: again } = await renderVideo(input, tools());
    const [a, b] = await Promise.all([silent, again].map((video) => Bun.file(video).bytes()));
    expect(Buffer.compare(a!, b!)).toBe(0);
  });

  test("fails with a reason if it has no pictures", async () => {
    const broken = join(kit.folder, "broken.mp4");
    await soundFile(broken, "sine=d=1");
    const only = { ...input, scenes: [{ kind: "media", mediaUrl: broken, seconds: 3 }] as const };
    await expect(renderVideo(only, kit)).rejects.toMatchObject({ code: "image_unreadable" });
  });
});
