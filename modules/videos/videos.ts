import type { Generation, LabelBody, Submission } from "vireo/generations";
import type { Exchange } from "vireo/request";
import type { VideoRequest } from "vireo/slots/video";
import { startBodies } from "vireo/start-bodies";
import { fillBodies, fillBody } from "vireo/templates";
import { linkClip, planClip, refuseWithClips } from "./clips";
import type { Videos } from "./context";
import { listStoredKeys } from "./edits/layers";
import type { ClipRequest } from "./edits/request";
import { presentVideo } from "./kind";
import { addSpokenText, getLayersPrice, planLayers, withLayers } from "./layered";
import { priceNarration } from "./narration/costs";
import { chooseNarrator, toNarratedRequest, writeNarratedStoryboard } from "./narration/narrations";
import { refuseNarration } from "./narration/order";
import type { GenerateBody, GenerateRequest, UploadVideo, VideoQuery } from "./schema";
import type { NewClip, PreparedVideo, ScriptedVideo } from "./service";
import { chooseSceneModel, getPrompt } from "./storyboards";
import { chooseTalker, toTalkRequest } from "./talk";
import { adoptUpload, releaseFiles } from "./uploads";
import { listVersions, readVersions } from "./versions";
import { toVideoRequest, writePromptStoryboard } from "./video-request";

/** Starts a video, or with `rows` one for each. */
export async function generateVideo(videos: Videos, exchange: Exchange, accountId: string, request: GenerateRequest) {
  const filled = await fillBodies<GenerateBody>(videos.services.templates, accountId, "video", request);
  const { started, result } = await startBodies(videos.generations, exchange, filled, (body) =>
    toSubmission(videos, accountId, body),
  );
  if (request.rows === undefined) return result;
  const made = started.map(({ id, creditsUsed }) => ({ videoId: id, creditsUsed }));
  return { ...result, videos: made };
}

/** Checks and prices a video: of a speaking person, a narrated one, or one from a prompt or scenes. */
async function toSubmission(videos: Videos, accountId: string, body: GenerateBody): Promise<Submission> {
  const talker = await chooseTalker(videos, accountId, body);
  if (talker !== undefined) return toTalkingSubmission(videos, accountId, { ...body, model: talker });
  const narrator = chooseNarrator(videos, body);
  if (narrator !== undefined) return toNarratedSubmission(videos, accountId, { ...body, model: narrator });
  refuseNarration(body);
  return toPromptSubmission(videos, accountId, body);
}

const toPromptSubmission = async (videos: Videos, accountId: string, body: GenerateBody) =>
  (await videos.generations.createSubmission({
    kind: "video",
    slot: "video",
    model: body.model ?? (body.scenes ? chooseSceneModel(videos, undefined).id : undefined),
    async toRequest({ model }) {
      const request = await toVideoRequest(videos, accountId, body, model);
      const isSilent = model.scenes === true && !body.mediaVolume;
      return withLayers(request, planLayers(videos, accountId, body, { duration: request.duration, isSilent }));
    },
    ...describeCharge(videos),
  })) as Submission;

const toNarratedSubmission = async (videos: Videos, accountId: string, body: GenerateBody) =>
  (await videos.generations.createSubmission({
    kind: "video",
    slot: "video",
    model: body.model,
    toRequest: ({ model }) => toNarratedRequest(videos, accountId, body, model),
    toPrompt: () => getPrompt(body),
    price: (model, request) => priceNarration(videos.prices, model, request) + getLayersPrice(request),
    toReason: ({ duration }) => `Narrated video, about ${duration} s`,
    seconds: 180,
  })) as Submission;

/** Videos of speaking people are made by engines of another slot. */
const toTalkingSubmission = async (videos: Videos, accountId: string, body: GenerateBody) =>
  (await videos.generations.createSubmission({
    kind: "video",
    slot: "talk",
    model: body.model,
    async toRequest(choice) {
      const request = await toTalkRequest(videos, accountId, body, choice);
      return withLayers(request, planLayers(videos, accountId, addSpokenText(body), {}));
    },
    toPrompt: () => getPrompt(body),
    price: (model, { duration, ...request }) =>
      Math.ceil(videos.prices.get("video", model) * duration) +
      videos.prices.get("voiceover") +
      getLayersPrice(request),
    toReason: ({ duration }) => `Video of a speaking person, about ${duration} s`,
    seconds: 180,
  })) as Submission;

/** Writes the storyboard of a request, with the costs of a narrated one. Charges nothing. */
export async function previewStoryboard(videos: Videos, accountId: string, request: GenerateRequest) {
  const { body, check } = await fillBody<GenerateBody>(videos.services.templates, accountId, "video", request);
  return check(() => writeBodyStoryboard(videos, accountId, body));
}

async function writeBodyStoryboard(videos: Videos, accountId: string, body: GenerateBody) {
  const talker = await chooseTalker(videos, accountId, body);
  const narrator = talker === undefined ? chooseNarrator(videos, body) : undefined;
  if (narrator !== undefined) return writeNarratedStoryboard(videos, accountId, body, narrator);
  refuseNarration(body);
  const storyboard = await writePromptStoryboard(videos, accountId, body);
  if (talker === undefined) await planLayers(videos, accountId, body, { isSilent: !body.mediaVolume });
  return storyboard;
}

/** Checks and prices a video from a script, for other modules. */
export async function prepareVideo(videos: Videos, accountId: string, order: ScriptedVideo): Promise<PreparedVideo> {
  const { generations } = videos;
  const submission = await generations.createSubmission({
    kind: "video",
    slot: "video",
    model: order.model,
    toRequest: ({ model }) => {
      const { min, max } = model.duration ?? { min: 1, max: 600 };
      const duration = Math.max(min, Math.min(max, Math.round(order.seconds)));
      const prompt = model.scenes ? order.script : order.footage;
      return toVideoRequest(videos, accountId, { prompt, duration }, model, order.brief);
    },
    ...describeCharge(videos),
  });
  return {
    credits: submission.credits,
    submit: async (trx) => {
      const { row } = await generations.submit({ caller: { accountId } }, submission as Submission, trx);
      return row.id;
    },
  };
}

/** Checks and prices a clip of a long video, for other modules. */
export async function prepareClip(videos: Videos, accountId: string, clip: NewClip): Promise<PreparedVideo> {
  const { generations, prices } = videos;
  const { engine, request } = await planClip(videos, accountId, clip);
  const credits = prices.get("clip");
  const submission: Submission<ClipRequest> = {
    kind: "video",
    slot: "edit",
    engine,
    model: request.model,
    prompt: clip.title,
    title: clip.title,
    request,
    credits,
    reason: "Clip",
    before: (trx) => generations.lock(trx, clip.source.id),
  };
  return {
    credits,
    async submit(trx) {
      const { row } = await generations.submit({ caller: { accountId } }, submission as Submission, trx);
      await linkClip(trx, row, request);
      return row.id;
    },
  };
}

export const findVideo = ({ generations }: Videos, accountId: string, id: string): Promise<Generation<VideoRequest>> =>
  generations.get(accountId, "video", id);

export const getVideo = async (videos: Videos, accountId: string, id: string) =>
  presentOne(videos, await findVideo(videos, accountId, id));

export async function listVideos(videos: Videos, accountId: string, query: VideoQuery) {
  const { rows, pagination } = await videos.generations.list<VideoRequest>(accountId, "video", query);
  return { videos: await presentAll(videos, accountId, rows), pagination };
}

export async function createVideoFromUpload(videos: Videos, accountId: string, body: UploadVideo) {
  const id = await adoptUpload(videos, accountId, body);
  return body.title ? labelVideo(videos, accountId, id, { title: body.title }) : getVideo(videos, accountId, id);
}

export const labelVideo = async (videos: Videos, accountId: string, id: string, labels: LabelBody) =>
  presentOne(videos, await videos.generations.label<VideoRequest>(accountId, "video", id, labels));

/** Deletes a video with its versions, or cancels it. */
export async function removeVideo(videos: Videos, accountId: string, id: string): Promise<void> {
  const row = await findVideo(videos, accountId, id);
  const versions = await listVersions(videos.db, row);
  const keys = versions.flatMap(({ file, thumbnail, layers }) => [
    file.key,
    ...(thumbnail ? [thumbnail.key] : []),
    ...(layers ?? []).flatMap(listStoredKeys).map(({ key }) => key),
  ]);
  await videos.generations.remove(row, async (trx, own) => {
    await refuseWithClips(trx, row);
    return releaseFiles(videos, trx, row, [...new Set([...own, ...keys])]);
  });
}

/** Price of a video, and its label. */
const describeCharge = ({ prices }: Videos) => ({
  toPrompt: ({ prompt }: VideoRequest) => prompt,
  price: (model: string, { duration, ...request }: VideoRequest) =>
    Math.ceil(prices.get("video", model) * duration) + getLayersPrice(request),
  toReason: ({ duration }: VideoRequest) => `Video generation, ${duration} s`,
  seconds: 120,
});

const presentOne = async (videos: Videos, row: Generation<VideoRequest>) =>
  (await presentAll(videos, row.account_id, [row], { withText: true }))[0]!;

/** Formats videos. The text of captions, which can be long, is only part of a single video. */
async function presentAll(
  { db, media }: Videos,
  accountId: string,
  rows: readonly Generation<VideoRequest>[],
  options?: { withText: boolean },
) {
  const ids = rows.map((row) => row.id);
  const versions = await readVersions(db, accountId, ids, options);
  return rows.map((row) => presentVideo(row, versions.get(row.id) ?? [], media));
}
