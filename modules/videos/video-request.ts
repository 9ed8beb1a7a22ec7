import { type Brief, type BriefIds, resolveBrief } from "vireo/brief";
import type { Model } from "vireo/engine";
import { invalid } from "vireo/errors";
import { checkUrls, fit } from "vireo/generations";
import type { Storyboard } from "vireo/slots/storyboard";
import type { VideoRequest } from "vireo/slots/video";
import type { Videos } from "./context";
import { findTrack } from "./music";
import type { GenerateBody } from "./schema";
import { chooseSceneModel, draftScenes, getPrompt, writeStoryboardNow } from "./storyboards";

const DEFAULT_SECONDS = 8;

/**
 * Returns the requested length, the sum of the scenes, or the model's default. Throws if the model does not support it.
 */
function fitDuration({ id, duration: limits }: Model, body: GenerateBody): number {
  const duration = body.duration ?? sumSeconds(body.scenes) ?? limits?.default ?? DEFAULT_SECONDS;
  if (limits && (duration < limits.min || duration > limits.max)) {
    throw invalid("duration", `The model ${id} supports ${limits.min} to ${limits.max} seconds.`);
  }
  return duration;
}

/** Returns the total length of scenes that all have one, in whole seconds. */
function sumSeconds(scenes: GenerateBody["scenes"]): number | undefined {
  if (!scenes?.every(({ seconds }) => seconds !== undefined)) return undefined;
  return Math.ceil(scenes.reduce((sum, { seconds = 0 }) => sum + seconds, 0) - 0.05);
}

/** Refuses a model that cannot speak, because it would make a silent video from a script. */
function refuseSpeech(body: GenerateBody, { id }: Model): void {
  const field = (["script", "voice"] as const).find((name) => body[name] !== undefined);
  if (!field) return;
  throw invalid(
    field,
    `The model ${id} does not speak. Leave model out to narrate the video, or send characterId of a character with an image or an avatar and configure an engine for speaking people (FAL_KEY, KIE_API_KEY or HEYGEN_API_KEY).`,
  );
}

/** Converts the body of a request to the engine's request. `known`: see `toBaseRequest`. */
export async function toVideoRequest(
  videos: Videos,
  accountId: string,
  body: GenerateBody,
  model: Model,
  known?: Brief,
): Promise<VideoRequest> {
  refuseSpeech(body, model);
  const duration = fitDuration(model, body);
  const base = await toBaseRequest(videos, accountId, body, { model, duration, known });
  return { ...base, ...(await draftScenes(videos, { body, brief: base.brief, duration, model })) };
}

/** Writes the storyboard of a prompt or scenes, before anything is charged. */
export async function writePromptStoryboard(
  videos: Videos,
  accountId: string,
  body: GenerateBody,
): Promise<Storyboard> {
  const model = chooseSceneModel(videos, body.model);
  refuseSpeech(body, model);
  const duration = fitDuration(model, body);
  const [brief] = await Promise.all([
    resolveBrief(videos.services.content, accountId, body as BriefIds),
    checkBodyUrls(videos, body),
  ]);
  return writeStoryboardNow(videos, { body, brief, duration, model });
}

/**
 * Builds the part of a request that does not depend on its scenes. `known` is a generation context that another request
 * has already resolved.
 */
export async function toBaseRequest(
  videos: Videos,
  accountId: string,
  body: GenerateBody,
  { model, duration, known }: { model: Model; duration: number; known?: Brief | undefined },
): Promise<VideoRequest> {
  const [brief, musicUrl] = await Promise.all([
    known ?? resolveBrief(videos.services.content, accountId, body as BriefIds),
    findTrack(videos, accountId, body.musicId),
    checkBodyUrls(videos, body),
  ]);
  return {
    model: model.id,
    prompt: getPrompt(body),
    aspectRatio: fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "9:16"),
    resolution: fit("resolutions", "resolution", model, body.resolution, model.resolutions?.[0] ?? "720p"),
    duration,
    referenceImageUrls: body.referenceImageUrls ?? [],
    brief,
    imageUrl: body.imageUrl || undefined,
    musicUrl: musicUrl || undefined,
    mediaVolume: body.mediaVolume,
    negativePrompt: body.negativePrompt || undefined,
    seed: body.seed,
  };
}

const checkBodyUrls = ({ fetch }: Videos, { imageUrl, referenceImageUrls = [], scenes = [] }: GenerateBody) =>
  checkUrls(fetch, {
    imageUrl,
    ...Object.fromEntries(referenceImageUrls.map((url, at) => [`referenceImageUrls.${at}`, url])),
    ...Object.fromEntries(scenes.map(({ mediaUrl }, at) => [`scenes.${at}.mediaUrl`, mediaUrl])),
  });
