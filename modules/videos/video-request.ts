import type { Static } from "@sinclair/typebox";
import { type BriefIds, resolveBrief } from "vireo/brief";
import type { Model } from "vireo/engine";
import { invalid } from "vireo/errors";
import { checkUrls, fit } from "vireo/generations";
import type { Context } from "vireo/module";
import { applyStyle } from "vireo/prompt";
import type { VideoRequest } from "vireo/slots/video";
import type { GenerateVideo } from "./schema";

export type GenerateBody = Static<typeof GenerateVideo>;

const DEFAULT_SECONDS = 8;

/** The requested length, or the model's default. Throws if the model cannot make it. */
function fitDuration({ id, duration: limits }: Model, requested: number | undefined): number {
  const duration = requested ?? limits?.default ?? DEFAULT_SECONDS;
  if (limits && (duration < limits.min || duration > limits.max)) {
    throw invalid("duration", `The model ${id} supports ${limits.min} to ${limits.max} seconds.`);
  }
  return duration;
}

/** Turns the body of a request into the request that an engine gets. */
export function createVideoRequests({ generations, media, fetch, services }: Context<unknown, never, "content">) {
  async function getMusicUrl(accountId: string, id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const row = await generations.find(accountId, "music", id);
    if (!row) throw invalid("musicId", "Track not found in this account.");
    if (!row.files.main) throw invalid("musicId", `This track is ${row.status}. Only completed tracks can be used.`);
    return media.url(row.files.main.key);
  }

  const checkBodyUrls = ({ imageUrl, referenceImageUrls = [] }: GenerateBody) =>
    checkUrls(fetch, {
      imageUrl,
      ...Object.fromEntries(referenceImageUrls.map((url, at) => [`referenceImageUrls.${at}`, url])),
    });

  async function toRequest(accountId: string, body: GenerateBody, model: Model): Promise<VideoRequest> {
    const duration = fitDuration(model, body.duration);
    const [brief, musicUrl] = await Promise.all([
      resolveBrief(services.content, accountId, body as BriefIds),
      getMusicUrl(accountId, body.musicId),
      checkBodyUrls(body),
    ]);
    return {
      model: model.id,
      prompt: applyStyle(body.prompt, brief),
      aspectRatio: fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "9:16"),
      resolution: fit("resolutions", "resolution", model, body.resolution, model.resolutions?.[0] ?? "720p"),
      duration,
      referenceImageUrls: body.referenceImageUrls ?? [],
      brief,
      ...(body.imageUrl ? { imageUrl: body.imageUrl } : {}),
      ...(musicUrl ? { musicUrl } : {}),
      ...(body.negativePrompt ? { negativePrompt: body.negativePrompt } : {}),
      ...(body.seed === undefined ? {} : { seed: body.seed }),
    };
  }

  return toRequest;
}
