import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCanvas, ImageData } from "@napi-rs/canvas";
import type { Interval } from "vireo/captions/align";
import type { Frame } from "vireo/inputs/footage";
import { checkMedia, getCpuBudget, type Probed, probe } from "vireo/media";
import { aac } from "../codec/formats";
import { type MediaJob, runMediaJob } from "../codec/media-job";
import { MediaSource } from "../codec/source";
import { loadPicture } from "../draw/photo";
import { encodePng, isOpaque } from "../draw/png";
import { writeThumbnail } from "../draw/thumbnail";
import { findVoiceStretches } from "../edit/speech";
import { RenderError, type RenderTools } from "../render-tools";

interface FramesInput {
  path: string;
  every: number;
  count: number;
  side: number;
  isGlance?: boolean;
}

const QUALITY = 78;

/** Budget of a glance. The largest videos of cameras have 36 megapixels (8K). */
const GLANCE = { framePixels: 36e6, pixels: 300e6, cpuSeconds: 20 };
/** CPU seconds for the thumbnail of an image, of which the largest takes two. */
const THUMBNAIL_CPU_SECONDS = 20;
/** Frame rate of a video that does not say it. */
const USUAL_FRAME_RATE = 30;
const unreadable = (what: string) =>
  new RenderError("source_unreadable", `The source has no ${what} that can be read.`);

/** Runs work and reports a file that cannot be decoded as such. */
const read = (what: string, open: () => Promise<MediaJob>): Promise<void> =>
  open()
    .then(runMediaJob)
    .catch((error) => {
      throw error instanceof RenderError ? error : unreadable(what);
    });

/** Limits a glance to as many frames as its budget of pixels allows. */
function planGlance({ every, count }: FramesInput, { width = 0, height = 0, frameRate = USUAL_FRAME_RATE }: Probed) {
  if (width * height > GLANCE.framePixels) {
    const size = `${width} × ${height} pixels`;
    throw new RenderError("source_too_large", `The frames of the video have ${size}, which is too large for a still.`);
  }
  const most = Math.max(1, Math.floor(GLANCE.pixels / (width * height)));
  const pictures = Math.min(count, most);
  return { count: pictures, every: Math.min(every, most / frameRate / pictures) };
}

export async function frames(input: FramesInput, { folder, limitCpu }: RenderTools): Promise<Frame[]> {
  const { path, side, isGlance } = input;
  const file = await probe(path);
  if (!file?.hasVideo || !file.width || !file.height) throw unreadable("picture");
  checkMedia(file);
  const { every, count } = isGlance ? planGlance(input, file) : input;
  const budget = getCpuBudget(file, { seconds: every * count });
  limitCpu(isGlance ? Math.min(budget, GLANCE.cpuSeconds) : budget);
  const scale = Math.min(1, side / Math.max(file.width, file.height));
  const [width, height] = [file.width, file.height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [
    number,
    number,
  ];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const all: Frame[] = [];
  await read("picture", async () => ({
    inputs: [await MediaSource.open(path)],
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
export async function thumbnail({ path }: { path: string }, { folder, limitCpu }: RenderTools) {
  limitCpu(THUMBNAIL_CPU_SECONDS);
  return { path: await writeThumbnail(await loadPicture(path), folder) };
}

/** CPU limit in seconds. A picture of 50 megapixels takes ten. */
const PICTURE_CPU_SECONDS = 60;
const PICTURE_QUALITY = 92;

/** Converts an image to a format that every program reads: JPEG, or PNG if it is transparent somewhere. */
export async function picture({ path }: { path: string }, { folder, limitCpu }: RenderTools) {
  limitCpu(PICTURE_CPU_SECONDS);
  const canvas = await loadPicture(path);
  const hasAlpha = !isOpaque(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data);
  const out = join(folder, `picture-${crypto.randomUUID()}.${hasAlpha ? "png" : "jpg"}`);
  writeFileSync(out, hasAlpha ? encodePng(canvas) : canvas.toBuffer("image/jpeg", PICTURE_QUALITY));
  return { path: out };
}

/** Converts an image to a JPEG on white, scaled down to a longer side of `side` pixels. */
export async function jpeg({ path, side }: { path: string; side: number }, { folder, limitCpu }: RenderTools) {
  limitCpu(PICTURE_CPU_SECONDS);
  const picture = await loadPicture(path, side);
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  const out = join(folder, `jpeg-${crypto.randomUUID()}.jpg`);
  writeFileSync(out, canvas.toBuffer("image/jpeg", PICTURE_QUALITY));
  return { path: out };
}

interface SoundInput {
  path: string;
  format: "m4a" | "wav";
  part?: Interval;
}

const RATE = 16_000;
const MONO = `aresample=${RATE},aformat=channel_layouts=mono`;

export async function sound({ path, format, part }: SoundInput, { folder }: RenderTools): Promise<{ path: string }> {
  const out = join(folder, `sound-${crypto.randomUUID()}.${format}`);
  const wav = { codec: "pcm_s16le", format: "aformat=sample_fmts=s16" };
  await read("sound", async () => ({
    inputs: [await MediaSource.open(path, { sound: true, from: part?.start ?? 0 })],
    filters: `[0a]${part ? `atrim=end=${(part.end - part.start).toFixed(3)},` : ""}${MONO}[a]`,
    a: format === "wav" ? wav : aac(48_000),
    target: { path: out, format: format === "wav" ? "wav" : "mp4" },
  }));
  return { path: out };
}

/** Limits of CPU time for finding voice, in seconds: for each second of sound, and for any file. It takes a hundredth. */
const VOICE_CPU_SECONDS = { base: 60, perSecond: 1 };

interface VoiceInput extends Interval {
  path: string;
}

/** Finds stretches of voice in a part of a file, in its seconds. */
export async function findVoice({ path, start, end }: VoiceInput, { limitCpu }: RenderTools): Promise<Interval[]> {
  limitCpu(VOICE_CPU_SECONDS.base + (end - start) * VOICE_CPU_SECONDS.perSecond);
  const hasAudio = (await probe(path))?.hasAudio ?? false;
  const stretches = await findVoiceStretches({ path, duration: end - start, from: start, hasAudio });
  return stretches.map((part) => ({ start: start + part.start, end: start + part.end }));
}
