import type { Static } from "@sinclair/typebox";
import { type BriefIds, resolveBrief } from "vireo/brief";
import type { Model } from "vireo/engine";
import { invalid, notFound } from "vireo/errors";
import { checkUrls, fit, type Generation, type GenerationKind, presentCommon } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import { applyStyle } from "vireo/prompt";
import type { Exchange } from "vireo/request";
import type { VideoRequest } from "vireo/slots/video";
import type { GenerateVideo } from "./schema";
import { addVersion, presentVersion, readVersions } from "./versions";

type GenerateBody = Static<typeof GenerateVideo>;

export type Videos = ReturnType<typeof createVideos>;

const DEFAULT_SECONDS = 8;

/** The requested length, or the model's default. Throws if the model cannot make it. */
function fitDuration({ id, duration: limits }: Model, requested: number | undefined): number {
  const duration = requested ?? limits?.default ?? DEFAULT_SECONDS;
  if (limits && (duration < limits.min || duration > limits.max)) {
    throw invalid("duration", `The model ${id} supports ${limits.min} to ${limits.max} seconds.`);
  }
  return duration;
}

export function createVideos(context: Context<unknown, never, "content">) {
  const { generations, db, media, fetch, prices, services } = context;
  const video: GenerationKind<VideoRequest> & { slot: "video" } = {
    kind: "video",
    slot: "video",
    prefix: "vid",
    produces: "video",
    present: (row) => present(row, []),
    onCompleted: async (trx, row) => present(row, [await addVersion(trx, generations, row, row.id, "original")]),
    events: { completed: "video.completed", failed: "video.failed" },
  };

  function present(row: Generation<VideoRequest>, versions: Parameters<typeof presentVersion>[0][]) {
    const { poster } = row.files;
    const { width, height, ...facts } = row.facts as { duration?: number; width?: number; height?: number };
    const { aspectRatio } = row.request;
    const newest = versions.at(-1);
    const duration = newest?.duration ?? facts.duration;
    return {
      videoId: toPublicId("vid", row.id),
      ...presentCommon(row),
      ...(newest ? { url: media.url(newest.file.key) } : {}),
      ...(poster ? { posterUrl: media.url(poster.key) } : {}),
      ...(duration === undefined ? {} : { duration }),
      ...(width && height ? { width, height } : {}),
      ...(aspectRatio ? { aspectRatio } : {}),
      versions: versions.map((version) => presentVersion(version, media)),
    };
  }

  async function presentAll(accountId: string, rows: readonly Generation<VideoRequest>[]) {
    const versions = await readVersions(
      db,
      accountId,
      rows.map((row) => row.id),
    );
    return rows.map((row) => present(row, versions.get(row.id) ?? []));
  }

  async function find(accountId: string, id: string) {
    const row = await generations.find(accountId, video, id);
    if (!row) throw notFound("video");
    return row;
  }

  async function get(accountId: string, id: string) {
    const row = await find(accountId, id);
    return present(row, (await readVersions(db, accountId, [row.id])).get(row.id) ?? []);
  }

  /** Removes a video with its versions. */
  async function remove(accountId: string, id: string): Promise<void> {
    const row = await find(accountId, id);
    const versions = (await readVersions(db, accountId, [row.id])).get(row.id) ?? [];
    await generations.remove(row, async () => versions.map(({ file }) => file.key));
  }

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

  const start = (exchange: Exchange, accountId: string, body: GenerateBody) =>
    generations.start(exchange, {
      kind: video,
      model: body.model,
      toRequest: ({ model }) => toRequest(accountId, body, model),
      toPrompt: () => body.prompt,
      price: (model, { duration }) => Math.ceil(prices.get("video", model) * duration),
      toReason: ({ duration }) => `Video generation, ${duration} s`,
      seconds: 120,
    });

  return { kind: video, start, get, remove, presentAll };
}
