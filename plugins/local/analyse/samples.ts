import { createReadStream } from "node:fs";
import { join } from "node:path";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { inputArgs } from "../edit/common";
import { RenderError, type RenderTools } from "../render";

/** Pictures looked at, a second: enough to tell two cuts a third of a second apart. */
export const RATE = 5;
/** Samples of the sound, a second: speech and melody lie below 8 kHz. */
export const SOUND_RATE = 16_000;
/** Seconds looked at, from the start. */
const LONGEST = 600;
/** The shorter side of the pictures looked at, pixels: small captions still have strokes there. */
const SIDE = 160;
const MOST_PIXELS = SIDE * 600;

/** A video, decoded to what measuring needs. Both files lie in the run's folder. */
export interface Samples {
  /** Seconds, of the whole video. */
  duration: number;
  /** Seconds that were decoded. */
  seen: number;
  /** As seen: turned, with square pixels. */
  width: number;
  height: number;
  /** Every picture as RGB bytes. */
  frames(): AsyncGenerator<Uint8Array>;
  frame: { width: number; height: number };
  /** Left and right in turn, -1 to 1; missing where the video has no sound. */
  sound?: Float32Array;
}

const unreadable = () => new RenderError("source_unreadable", "The source is not a video that can be read.");

/**
 * Decodes a video to few small pictures and plain sound.
 * @throws RenderError `source_not_video` for a picture or a sound file, `source_too_large`, `source_unreadable` for
 * anything else
 */
export async function sample(path: string, tools: RenderTools): Promise<Samples> {
  const found = await probe(path);
  if (found && !found.hasVideo) {
    const what = found.kind === "image" ? "a picture" : "a sound file without a picture";
    throw new RenderError("source_not_video", `The source is ${what}. An analysis needs a video.`);
  }
  if (!found?.width || !found.height) throw unreadable();
  checkMedia(found);
  tools.limitCpu(getCpuBudget(found, { seconds: LONGEST }));
  const { width, height } = found;
  const frame = smaller(width, height);
  const pictures = join(tools.folder, "pictures.rgb");
  const pcm = join(tools.folder, "sound.pcm");
  const seconds = Math.min(found.duration ?? LONGEST, LONGEST);
  // Scaled first: `fps` repeats the pictures of a slow video.
  const looked = [`scale=${frame.width}:${frame.height}:flags=area`, `fps=${RATE}`, "format=rgb24"].join(",");
  try {
    await tools.ffmpeg.run(
      [
        ...inputArgs(path),
        ...["-map", "0:v:0", "-t", String(LONGEST), "-vf", looked, "-f", "rawvideo", pictures],
        ...(found.hasAudio
          ? ["-map", "0:a:0", "-t", String(LONGEST), "-ac", "2", "-ar", String(SOUND_RATE), "-f", "s16le", pcm]
          : []),
      ],
      { onTime: (time) => tools.progress(Math.min(60, (60 * time) / seconds)) },
    );
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw unreadable();
  }
  const bytes = frame.width * frame.height * 3;
  const count = Math.floor(Bun.file(pictures).size / bytes);
  if (count === 0) throw unreadable();
  const seen = Math.min(found.duration ?? count / RATE, LONGEST);
  return {
    duration: found.duration ?? seen,
    seen,
    width,
    height,
    frame,
    frames: () => chunks(pictures, bytes),
    ...(found.hasAudio ? { sound: await floats(pcm) } : {}),
  };
}

/** Scales to a short side of `SIDE` in even pixels. Extreme shapes stay small too. */
function smaller(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(SIDE / Math.min(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}

async function* chunks(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: bytes })) {
    if (chunk.length === bytes) yield chunk;
  }
}

async function floats(path: string): Promise<Float32Array> {
  const samples = new Int16Array(
    (await Bun.file(path).arrayBuffer()).slice(0, Math.floor(Bun.file(path).size / 4) * 4),
  );
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
