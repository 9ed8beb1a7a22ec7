import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { runMediaJob } from "../codec/media-job";
import { MediaSource } from "../codec/source";
import { RenderError, type RenderTools } from "../render-tools";

/** Frames per second to look at: enough to distinguish two cuts a third of a second apart. */
export const RATE = 5;
/** Audio samples per second: speech and melody are below 8 kHz. */
export const SOUND_RATE = 16_000;
/** Number of seconds to look at, from the start. */
const LONGEST = 600;
/** Shorter side of the frames in pixels: small captions still have visible strokes. */
const SIDE = 160;
const MOST_PIXELS = SIDE * 600;
/** Scale factor of the larger frames in which text is read. */
const DETAIL = 3;

/** A frame as RGB bytes. */
export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** A video that can be decoded for measuring. */
export interface Samples {
  /** Length of the whole video, in seconds. */
  duration: number;
  /** Number of seconds that were decoded. */
  seen: number;
  /** Size as displayed: rotated, with square pixels. */
  width: number;
  height: number;
  frame: { width: number; height: number };
  /**
   * Decodes the video once. Passes on every frame as RGB bytes, with `detail` also a larger one for text recognition.
   * Returns the audio as interleaved stereo samples, -1 to 1. Undefined if the video has no audio. Throws RenderError
   * `source_unreadable` if there are no frames.
   */
  decode(
    onPicture: (rgb: Uint8Array, large: Pixels) => void,
    options?: { detail: boolean },
  ): Promise<Float32Array | undefined>;
}

const unreadable = () => new RenderError("source_unreadable", "The source is not a video that can be read.");

/**
 * Opens a video for sampling with few small frames and plain audio.
 * @throws RenderError `source_not_video` for an image or an audio file, `source_too_large`, `source_unreadable` for
 * anything else
 */
export async function sample(path: string, { limitCpu }: Pick<RenderTools, "limitCpu">): Promise<Samples> {
  const file = await probe(path);
  if (file && !file.hasVideo) {
    const what = file.kind === "image" ? "a picture" : "an audio file without video";
    throw new RenderError("source_not_video", `The source is ${what}. An analysis needs a video.`);
  }
  if (!file?.width || !file.height) throw unreadable();
  checkMedia(file);
  limitCpu(getCpuBudget(file, { seconds: LONGEST }));
  const { width, height, duration = LONGEST } = file;
  const seen = Math.min(duration, LONGEST);
  const frame = smaller(width, height);
  return {
    duration,
    seen,
    width,
    height,
    frame,
    decode: (onPicture, { detail } = { detail: false }) => decode(path, frame, detail ? DETAIL : 1, onPicture),
  };
}

/** Scale first, because `fps` repeats the frames of a slow video. */
export const writePictureFilters = ({ width, height }: Samples["frame"]) =>
  `scale=${width}:${height}:flags=area,fps=${RATE}:start_time=0`;

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
    const source = await MediaSource.open(path);
    const looked = `[0v]${writePictureFilters({ width, height })},trim=end=${LONGEST}[v]`;
    const heard = `[0a]aresample=${SOUND_RATE},atrim=end=${LONGEST}[a]`;
    await runMediaJob({
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

/** Averages each square of `times` by `times` pixels. */
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

/** Scales to a shorter side of `SIDE` with even dimensions. Extreme aspect ratios stay small too. */
function smaller(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(SIDE / Math.min(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}
