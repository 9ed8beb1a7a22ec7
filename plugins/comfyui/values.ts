import { addBrief, getBriefImages } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import type { VideoRequest } from "vireo/slots/video";
import { countImages, type Values } from "./graph";
import type { Workflow } from "./workflows";

/** An image or video request, reduced to the values that workflows use. */
export interface WorkflowRequest {
  prompt: string;
  negative?: string | undefined;
  seed?: number | undefined;
  seconds?: number;
  aspectRatio: string;
  /** Shorter side in pixels. Images have a default size. */
  side?: number;
  /** The user's images, starting with the main one, followed by those of the generation context. */
  images: string[];
  /** Number of images sent by the user. */
  userImages: number;
  mask?: string | undefined;
  hasMusic?: boolean;
}

const MAX_PROMPT = 10_000;
const IMAGE_PIXELS = 1024 ** 2;
/** Most models require sizes that are multiples of this. */
const STEP = 16;
/** Tolerance for trained sizes, which rarely match their ratio exactly: 480 × 832 counts as 9:16. */
const TOLERANCE = 0.06;
const MAX_SEED = 2 ** 31;

export function parseImageRequest(request: ImageRequest): WorkflowRequest {
  const { prompt, brief, aspectRatio, source, referenceImageUrls } = request;
  const own = [...(source ? [source.url] : []), ...referenceImageUrls];
  return {
    prompt: addBrief(prompt, brief, MAX_PROMPT),
    aspectRatio,
    images: [...own, ...getBriefImages(brief)],
    userImages: own.length,
    mask: source?.maskUrl,
  };
}

export function parseVideoRequest(request: VideoRequest): WorkflowRequest {
  const { prompt, brief, aspectRatio, duration, resolution, imageUrl, negativePrompt, seed, musicUrl } = request;
  const own = [...(imageUrl ? [imageUrl] : []), ...request.referenceImageUrls];
  return {
    prompt: addBrief(prompt, brief, MAX_PROMPT),
    aspectRatio,
    seed,
    negative: negativePrompt,
    seconds: duration,
    side: Number.parseInt(resolution, 10) || 720,
    images: [...own, ...getBriefImages(brief)],
    userImages: own.length,
    hasMusic: musicUrl !== undefined,
  };
}

/** Lists the parts of a request that a workflow does not support, by API field. */
export function reviewRequest({ placeholders }: Workflow, request: WorkflowRequest): Record<string, string> {
  const { images, userImages, mask, hasMusic } = request;
  const limit = countImages(placeholders);
  const problems: Record<string, string> = {};
  const counted = limit === 1 ? "one image" : `${limit} images`;
  if (images.length < limit) problems.imageUrl = `This workflow requires ${counted}.`;
  if (userImages > limit)
    problems[userImages > 1 ? "referenceImageUrls" : "imageUrl"] =
      `This workflow accepts ${limit === 0 ? "no images" : counted}.`;
  if (mask && !placeholders.has("mask")) problems.maskUrl = "This workflow does not accept a mask.";
  if (!mask && placeholders.has("mask")) problems.maskUrl = "This workflow requires a mask.";
  if (hasMusic) problems.musicId = "Workflows do not accept music. Add it to the finished video instead.";
  return problems;
}

/**
 * Returns the operator's size if it is close to the requested ratio, otherwise a size with the same area in that ratio.
 */
function computeSize({ defaults }: Workflow, { side, aspectRatio }: WorkflowRequest) {
  const [across = 1, down = 1] = aspectRatio.split(":").map(Number);
  const ratio = across / down || 1;
  const { width, height } = defaults;
  if (width && height && Math.abs(Math.log(width / height / ratio)) < TOLERANCE) return { width, height };
  if (width && height && Math.abs(Math.log(height / width / ratio)) < TOLERANCE)
    return { width: height, height: width };
  const requested = side === undefined ? IMAGE_PIXELS : side * side * Math.max(ratio, 1 / ratio);
  const area = width && height ? width * height : requested;
  const round = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP);
  return { width: round(Math.sqrt(area * ratio)), height: round(Math.sqrt(area / ratio)) };
}

/** Returns the values for a graph. `files` are the names of the uploaded images. */
export function buildValues(workflow: Workflow, request: WorkflowRequest, files: Values): Values {
  const { defaults, placeholders } = workflow;
  const { prompt, negative, seed, seconds = defaults.seconds } = request;
  return {
    prompt: negative && !placeholders.has("negative") ? `${prompt}\nAvoid: ${negative}` : prompt,
    negative: negative || defaults.negative,
    seed: seed ?? Math.floor(Math.random() * MAX_SEED),
    ...computeSize(workflow, request),
    seconds,
    fps: defaults.fps,
    // Video models generate one frame in addition.
    frames: seconds * defaults.fps + 1,
    ...files,
  };
}
