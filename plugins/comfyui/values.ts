import { picturesOf, spelledOut } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import type { VideoRequest } from "vireo/slots/video";
import { picturesIn, type Values } from "./graph";
import type { Ready } from "./workflows";

/** A request of either kind, as far as workflows know the difference. */
export interface Asked {
  prompt: string;
  negative?: string | undefined;
  seed?: number | undefined;
  seconds?: number;
  aspectRatio: string;
  /** Shorter side, pixels; without it the size of an image. */
  side?: number;
  /** The user's own pictures, the one to start from first; then those of the brief. */
  pictures: string[];
  own: number;
  mask?: string | undefined;
}

const MOST_WORDS = 10_000;
const IMAGE_PIXELS = 1024 ** 2;
/** What most models want sizes to be multiples of. */
const STEP = 16;
/** Sizes that models were made for are seldom exactly the ratio that they stand for: 480 × 832 is 9:16. */
const NEAR = 0.06;
const MOST_SEED = 2 ** 31;

export function askedOfImage({ prompt, brief, aspectRatio, source, referenceImageUrls }: ImageRequest): Asked {
  const own = [...(source ? [source.url] : []), ...referenceImageUrls];
  return {
    prompt: spelledOut(prompt, brief, MOST_WORDS),
    aspectRatio,
    pictures: [...own, ...picturesOf(brief)],
    own: own.length,
    mask: source?.maskUrl,
  };
}

export function askedOfVideo(request: VideoRequest): Asked {
  const { prompt, brief, aspectRatio, duration, resolution, imageUrl, negativePrompt, seed } = request;
  const own = [...(imageUrl ? [imageUrl] : []), ...request.referenceImageUrls];
  return {
    prompt: spelledOut(prompt, brief, MOST_WORDS),
    ...{ aspectRatio, seed, negative: negativePrompt, seconds: duration },
    side: Number.parseInt(resolution, 10) || 720,
    pictures: [...own, ...picturesOf(brief)],
    own: own.length,
  };
}

/** What a workflow cannot do of a request, by the API's fields. */
export function review({ takes }: Ready, { pictures, own, mask }: Asked): Record<string, string> {
  const most = picturesIn(takes);
  const mistakes: Record<string, string> = {};
  const counted = most === 1 ? "one picture" : `${most} pictures`;
  if (pictures.length < most) mistakes.imageUrl = `This workflow starts from ${counted}.`;
  if (own > most)
    mistakes[own > 1 ? "referenceImageUrls" : "imageUrl"] =
      `This workflow takes ${most === 0 ? "no picture" : counted}.`;
  if (mask && !takes.has("mask")) mistakes.maskUrl = "This workflow takes no mask.";
  if (!mask && takes.has("mask")) mistakes.maskUrl = "This workflow needs a mask.";
  return mistakes;
}

/** Width and height in the ratio asked for: the operator's own where they are near it, else of as many pixels. */
function sizeOf({ defaults }: Ready, { side, aspectRatio }: Asked): { width: number; height: number } {
  const [across = 1, down = 1] = aspectRatio.split(":").map(Number);
  const ratio = across / down || 1;
  const { width, height } = defaults;
  if (width && height && Math.abs(Math.log(width / height / ratio)) < NEAR) return { width, height };
  if (width && height && Math.abs(Math.log(height / width / ratio)) < NEAR) return { width: height, height: width };
  const shown = side === undefined ? IMAGE_PIXELS : side * side * Math.max(ratio, 1 / ratio);
  const area = width && height ? width * height : shown;
  const stepped = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP);
  return { width: stepped(Math.sqrt(area * ratio)), height: stepped(Math.sqrt(area / ratio)) };
}

/** What goes into the graph; `pictures` and `mask` are names at ComfyUI. */
export function valuesOf(ready: Ready, asked: Asked, files: Values): Values {
  const { defaults, takes } = ready;
  const { prompt, negative, seed, seconds = defaults.seconds } = asked;
  const avoided = negative && !takes.has("negative") ? `${prompt}\nAvoid: ${negative}` : prompt;
  return {
    prompt: avoided,
    negative: negative || defaults.negative,
    seed: seed ?? Math.floor(Math.random() * MOST_SEED),
    ...sizeOf(ready, asked),
    seconds,
    fps: defaults.fps,
    // Video models count the first frame besides.
    frames: seconds * defaults.fps + 1,
    ...files,
  };
}
