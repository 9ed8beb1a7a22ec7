import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { run } from "../codec/run";
import { Source } from "../codec/source";
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
/** Text is read in pictures this many times as large. */
const DETAIL = 3;

/** A picture as RGB bytes. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** A video that can be decoded for measuring. */
export interface Samples {
  /** Seconds, of the whole video. */
  duration: number;
  /** Seconds that were decoded. */
  seen: number;
  /** Size as displayed: rotated, with square pixels. */
  width: number;
  height: number;
  frame: { width: number; height: number };
  /**
   * Decodes it once: gives every picture as RGB bytes, with `detail` also a larger one to read text in. Returns the
   * sound: left and right in turn, -1 to 1; undefined where the video has none.
   * Throws RenderError `source_unreadable` if there is no picture.
   */
  decode(
    onPicture: (rgb: Uint8Array, large: Pixels) => void,
    options?: { detail: boolean },
  ): Promise<Float32Array | undefined>;
}

const unreadable = () => new RenderError("source_unreadable", "The source is not a video that can be read.");

/**
 * Opens a video to be looked at in few small pictures and plain sound.
 * @throws RenderError `source_not_video` for a picture or a sound file, `source_too_large`, `source_unreadable` for
 * anything else
 */
export async function sample(path: string, { limitCpu }: Pick<RenderTools, "limitCpu">): Promise<Samples> {
  const found = await probe(path);
  if (found && !found.hasVideo) {
    const what = found.kind === "image" ? "a picture" : "a sound file without a picture";
    throw new RenderError("source_not_video", `The source is ${what}. An analysis needs a video.`);
  }
  if (!found?.width || !found.height) throw unreadable();
  checkMedia(found);
  limitCpu(getCpuBudget(found, { seconds: LONGEST }));
  const { width, height, duration = LONGEST } = found;
  const seen = Math.min(duration, LONGEST);
  const frame = smaller(width, height);
  return {
    ...{ duration, seen, width, height, frame },
    decode: (onPicture, { detail } = { detail: false }) => decode(path, frame, detail ? DETAIL : 1, onPicture),
  };
}

/** Scales first: `fps` repeats the pictures of a slow video. */
export const pictureFilters = ({ width, height }: Samples["frame"]) =>
  `scale=${width}:${height}:flags=area,fps=${RATE}`;

async function decode(
  path: string,
  frame: Samples["frame"],
  times: number,
  onPicture: (rgb: Uint8Array, large: Pixels) => void,
): Promise<Float32Array | undefined> {
  const [width, height] = [frame.width * times, frame.height * times];
  const sound: Int16Array[] = [];
  let pictures = 0;
  try {
    const source = await Source.open(path);
    const looked = `[0v]${pictureFilters({ width, height })},trim=end=${LONGEST}[v]`;
    const heard = `[0a]aresample=${SOUND_RATE},atrim=end=${LONGEST}[a]`;
    await run({
      inputs: [source],
      filters: source.audio ? `${looked};${heard}` : looked,
      v: {
        format: "format=rgb24",
        read(picture) {
          pictures++;
          const rgb = picture.toBuffer();
          onPicture(times === 1 ? rgb : shrink(rgb, frame, times), { rgb, width, height });
        },
      },
      ...(source.audio && {
        a: {
          format: "aformat=sample_fmts=s16:channel_layouts=stereo",
          read: (samples) => void sound.push(toInt16(samples.toBuffer())),
        },
      }),
    });
    if (pictures === 0) throw unreadable();
    return source.audio && toFloats(sound);
  } catch (error) {
    throw error instanceof RenderError ? error : unreadable();
  }
}

/** The mean of each square of `times` by `times` pixels. */
function shrink(rgb: Uint8Array, { width, height }: Samples["frame"], times: number): Uint8Array {
  const out = new Uint8Array(3 * width * height);
  const row = 3 * width * times;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++, at++) {
        let sum = 0;
        const from = y * times * row + 3 * x * times + channel;
        for (let dy = 0; dy < times; dy++) for (let dx = 0; dx < times; dx++) sum += rgb[from + dy * row + 3 * dx]!;
        out[at] = Math.round(sum / (times * times));
      }
    }
  }
  return out;
}

const toInt16 = (bytes: Buffer) =>
  new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));

function toFloats(chunks: readonly Int16Array[]): Float32Array {
  const all = new Float32Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) for (const sample of chunk) all[at++] = sample / 32_768;
  return all;
}

/** Scales to a short side of `SIDE` in even pixels. Extreme shapes stay small too. */
function smaller(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(SIDE / Math.min(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}
