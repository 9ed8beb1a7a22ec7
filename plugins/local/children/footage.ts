import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCanvas, ImageData } from "@napi-rs/canvas";
import type { Frame } from "vireo/inputs/footage";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { aac } from "../codec/formats";
import { type Run, run } from "../codec/run";
import { Source } from "../codec/source";
import { loadPicture } from "../draw/photo";
import { writeThumbnail } from "../draw/thumbnail";
import { RenderError, type RenderTools } from "../render";

interface FramesInput {
  path: string;
  every: number;
  count: number;
  side: number;
}

const QUALITY = 78;
const unreadable = (what: string) =>
  new RenderError("source_unreadable", `The source has no ${what} that can be read.`);

/** Runs work and reports a file that cannot be decoded as such. */
const read = (what: string, open: () => Promise<Run>): Promise<void> =>
  open()
    .then(run)
    .catch((error) => {
      throw error instanceof RenderError ? error : unreadable(what);
    });

export async function frames(
  { path, every, count, side }: FramesInput,
  { folder, limitCpu }: RenderTools,
): Promise<Frame[]> {
  const file = await probe(path);
  if (!file?.hasVideo || !file.width || !file.height) throw unreadable("picture");
  checkMedia(file);
  limitCpu(getCpuBudget(file, { seconds: every * count }));
  const scale = Math.min(1, side / Math.max(file.width, file.height));
  const [width, height] = [file.width, file.height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [
    number,
    number,
  ];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const all: Frame[] = [];
  await read("picture", async () => ({
    inputs: [await Source.open(path)],
    // Scale first, because `fps` repeats the frames of a slow video. It returns the frame at each point in time, not
    // the last one before the next point.
    filters: `[0v]scale=${width}:${height}:flags=area,fps=1/${every}:start_time=0:round=up[v]`,
    v: {
      format: "format=rgba",
      read(frame) {
        context.putImageData(new ImageData(new Uint8ClampedArray(frame.toBuffer()), width, height), 0, 0);
        const picture = join(folder, `frame-${crypto.randomUUID()}.jpg`);
        writeFileSync(picture, canvas.toBuffer("image/jpeg", QUALITY));
        all.push({ timestamp: all.length * every, path: picture });
        return all.length < count;
      },
    },
  }));
  if (all.length === 0) throw unreadable("picture");
  return all;
}

/** Creates a small copy of an image, as WebP. */
export const thumbnail = async ({ path }: { path: string }, { folder }: RenderTools): Promise<{ path: string }> => ({
  path: await writeThumbnail(await loadPicture(path), folder),
});

interface SoundInput {
  path: string;
  format: "m4a" | "wav";
}

const RATE = 16_000;
const MONO = `aresample=${RATE},aformat=channel_layouts=mono`;

export async function sound({ path, format }: SoundInput, { folder }: RenderTools): Promise<{ path: string }> {
  const out = join(folder, `sound-${crypto.randomUUID()}.${format}`);
  const wav = { codec: "pcm_s16le", format: "aformat=sample_fmts=s16" };
  await read("sound", async () => ({
    inputs: [await Source.open(path, { sound: true })],
    filters: `[0a]${MONO}[a]`,
    a: format === "wav" ? wav : aac(48_000),
    target: { path: out, format: format === "wav" ? "wav" : "mp4" },
  }));
  return { path: out };
}
