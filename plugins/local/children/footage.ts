import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, ImageData } from "@napi-rs/canvas";
import type { Frame } from "vireo/inputs/footage";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { inputArgs, SOUND_FILES } from "../edit/common";
import { RenderError } from "../render";
import { type Common, renderer } from "./tools";

interface FramesInput extends Common {
  path: string;
  every: number;
  count: number;
  side: number;
}

const QUALITY = 78;
const unreadable = (what: string) =>
  new RenderError("source_unreadable", `The source has no ${what} that can be read.`);

export const frames = renderer(async ({ path, every, count, side }: FramesInput, { ffmpeg, folder, limitCpu }) => {
  const found = await probe(path);
  if (!found?.hasVideo || !found.width || !found.height) throw unreadable("picture");
  checkMedia(found);
  limitCpu(getCpuBudget(found, { seconds: every * count }));
  const scale = Math.min(1, side / Math.max(found.width, found.height));
  const [width, height] = [found.width, found.height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [
    number,
    number,
  ];
  // Raw pixels, because the WebAssembly build crashes in its JPEG encoder.
  const raw = join(folder, `frames-${crypto.randomUUID()}.rgba`);
  // Scaled first: `fps` repeats the pictures of a slow video. The picture of each point in time, not the last before the next point.
  const looked = `scale=${width}:${height}:flags=area,fps=1/${every}:start_time=0:round=up,format=rgba`;
  await ffmpeg
    .run([...inputArgs(path), "-map", "0:v:0", "-vf", looked, "-frames:v", String(count), "-f", "rawvideo", raw])
    .catch((error) => {
      throw error instanceof RenderError ? error : unreadable("picture");
    });
  const bytes = width * height * 4;
  const made = Math.min(count, Math.floor(Bun.file(raw).size / bytes));
  if (made === 0) throw unreadable("picture");
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const all: Frame[] = [];
  for (let at = 0; at < made; at++) {
    const pixels = await Bun.file(raw)
      .slice(at * bytes, (at + 1) * bytes)
      .arrayBuffer();
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    const picture = join(folder, `frame-${crypto.randomUUID()}.jpg`);
    await Bun.write(picture, await canvas.encode("jpeg", QUALITY));
    all.push({ timestamp: at * every, path: picture });
  }
  await rm(raw, { force: true });
  return all;
});

interface SoundInput extends Common {
  path: string;
  format: "m4a" | "wav";
}

const RATE = 16_000;

export const sound = renderer(async ({ path, format, ffmpeg: _ }: SoundInput, { ffmpeg, folder }) => {
  const out = join(folder, `sound-${crypto.randomUUID()}.${format}`);
  const codec = format === "wav" ? ["-c:a", "pcm_s16le", "-f", "wav"] : ["-c:a", "aac", "-b:a", "48k", "-f", "mp4"];
  await ffmpeg
    .run([...inputArgs(path, SOUND_FILES), "-map", "0:a:0", "-vn", "-ac", "1", "-ar", String(RATE), ...codec, out])
    .catch((error) => {
      throw error instanceof RenderError ? error : unreadable("sound");
    });
  return out;
});
