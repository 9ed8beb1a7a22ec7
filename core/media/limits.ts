/**
 * Limits of user-supplied media. They are checked after the probe and before decoding, because a file of one megabyte
 * can claim hours of frames with 144 megapixels each.
 */
import { EngineError } from "#core/engine";
import type { Probed } from "#core/media/probe";

const MAX_SIDE = 8192;
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 4 * 3600;
const MAX_FRAME_RATE = 480;
const MAX_TRACKS = 32;
/** Maximum number of pixels in all frames of a video: 16 minutes of 4K at 50 frames per second. */
const MAX_TOTAL_PIXELS = 400e9;
/** Assumed frame rate if the file does not contain it. */
const USUAL_FRAME_RATE = 30;

/** CPU seconds for any file, for each second of it, and for its frames. Even slow machines need a fraction of that. */
const BASE_CPU_SECONDS = 60;
const CPU_SECONDS_PER_SECOND = 2;
const PIXELS_PER_CPU_SECOND = 5e6;

/**
 * Returns why a file is not accepted, as a sentence for users. Undefined if it is within the limits.
 * @example
 * const image = { kind: "image", hasAudio: false, hasVideo: false, width: 20_000, height: 20_000 } as const;
 * findExcess(image); // "The image is 20000 × 20000 pixels; the limit is 50 megapixels."
 */
export function findExcess(media: Probed): string | undefined {
  const { kind, width = 0, height = 0, duration = 0, frameRate = 0, tracks = 0 } = media;
  const size = `The ${kind} is ${width} × ${height} pixels`;
  if (width * height > MAX_PIXELS) return `${size}; the limit is ${MAX_PIXELS / 1e6} megapixels.`;
  if (kind === "image") return undefined;
  if (Math.max(width, height) > MAX_SIDE) return `${size}; the limit is ${MAX_SIDE} pixels a side.`;
  if (duration > MAX_SECONDS)
    return `The ${kind} is ${Math.round(duration)} seconds long; the limit is ${MAX_SECONDS} seconds.`;
  if (frameRate > MAX_FRAME_RATE)
    return `The video has ${Math.round(frameRate)} frames per second; the limit is ${MAX_FRAME_RATE}.`;
  if (tracks > MAX_TRACKS) return `The file has ${tracks} tracks; the limit is ${MAX_TRACKS}.`;
  return undefined;
}

/**
 * Throws EngineError `source_too_large` for a file above the limits.
 * @example checkMedia({ kind: "image", hasAudio: false, hasVideo: false, width: 1080, height: 1920 }); // undefined
 */
export function checkMedia(media: Probed): void {
  const excess = findExcess(media);
  if (excess) throw new EngineError("source_too_large", excess);
}

/**
 * Returns the CPU seconds that decoding a video's frames may take, for `limitCpu` of a child task. `seconds`: how much
 * of it is decoded. `leastFrameRate`: the rate below which frames are repeated.
 * @throws EngineError `source_too_large` above the limit
 * @example
 * const video = { kind: "video", hasAudio: true, hasVideo: true, width: 1080, height: 1920, frameRate: 30 } as const;
 * getCpuBudget({ ...video, duration: 60 }) > 180; // true
 */
export function getCpuBudget(media: Probed, { seconds = Number.POSITIVE_INFINITY, leastFrameRate = 0 } = {}): number {
  const { width = 0, height = 0, duration = seconds, frameRate = USUAL_FRAME_RATE } = media;
  const length = Math.min(duration, seconds, MAX_SECONDS);
  const frames = Math.ceil(length * Math.max(frameRate, leastFrameRate));
  const pixels = frames * width * height;
  if (pixels > MAX_TOTAL_PIXELS) {
    const message = `The video has ${frames} frames of ${width} × ${height} pixels, which is too much to process. Use a shorter or smaller video.`;
    throw new EngineError("source_too_large", message);
  }
  return Math.ceil(BASE_CPU_SECONDS + length * CPU_SECONDS_PER_SECOND + pixels / PIXELS_PER_CPU_SECOND);
}
