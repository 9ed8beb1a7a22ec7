import {
  type Generation,
  type GenerationKind,
  type LabelBody,
  NO_ENGINE,
  presentCommon,
  presentLabels,
  type Submission,
} from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { Attribution } from "vireo/slots/stock";
import { readScenes, type Scene, type Storyboard } from "vireo/slots/storyboard";
import type { VideoRequest } from "vireo/slots/video";
import { createNarrations, type Narrations } from "./narration/narrations";
import type { NarratedRequest } from "./narration/order";
import { refuseNarration } from "./narration/order";
import type { GenerateBody, UploadVideo } from "./schema";
import type { PreparedVideo, ScriptedVideo } from "./service";
import type { Speech } from "./speech";
import type { Steps } from "./steps";
import { requestStills } from "./stills";
import { getPrompt } from "./storyboards";
import { createTalks, type TalkEdit } from "./talk";
import { createUploadedVideos } from "./uploads";
import { addVersion, presentVersion, readVersions, type VersionRow } from "./versions";
import { createVideoRequests } from "./video-request";

export type Videos = ReturnType<typeof createVideos>;

/** Formats a video as the newest API version shows it. */
function presentVideo(row: Generation<VideoRequest>, versions: readonly VersionRow[], media: Media) {
  const { poster } = row.files;
  const { width, height, ...facts } = row.facts as {
    duration?: number;
    width?: number;
    height?: number;
  } & Partial<Storyboard>;
  const { aspectRatio } = row.request;
  // The engine reports the scenes as rendered. Until then, show those of the request.
  const scenes = readScenes(facts.scenes ?? row.request.scenes)?.map(withSafeAttribution);
  const { warnings = row.request.warnings } = facts;
  const attributions = listAttributions(scenes);
  const newest = versions.at(-1);
  const duration = newest?.duration ?? facts.duration;
  // The event of a new video is written before its version can be read together with its files.
  const thumbnail = newest?.thumbnail ?? (versions.length === 1 ? row.files.thumbnail : undefined);
  return {
    videoId: toPublicId("vid", row.id),
    source: row.engine === NO_ENGINE ? ("upload" as const) : ("generated" as const),
    ...presentCommon(row),
    ...presentLabels(row),
    ...(newest ? { url: media.url(newest.file.key) } : {}),
    ...(poster ? { posterUrl: media.url(poster.key) } : {}),
    ...(thumbnail ? { thumbnailUrl: media.url(thumbnail.key) } : {}),
    ...(duration === undefined ? {} : { duration }),
    ...(width && height ? { width, height } : {}),
    ...(aspectRatio ? { aspectRatio } : {}),
    ...(scenes ? { scenes } : {}),
    ...(warnings?.length ? { warnings } : {}),
    ...(attributions.length > 0 ? { attributions } : {}),
    versions: versions.map((version) => presentVersion(version, media)),
  };
}

/** Leaves out an attribution of an earlier version whose URL is no page. */
const withSafeAttribution = ({ attribution, ...scene }: Scene): Scene =>
  attribution && /^https?:\/\//.test(attribution.url) ? { ...scene, attribution } : scene;

/** Lists the creators of the media in the scenes, each item once. */
function listAttributions(scenes: readonly Scene[] = []): Attribution[] {
  const byUrl = new Map(scenes.flatMap(({ attribution }) => (attribution ? [[attribution.url, attribution]] : [])));
  return [...byUrl.values()];
}

type VideoKind = GenerationKind<VideoRequest> & { slot: "video" };
type Makers = Pick<Kinds, "talks" | "narrations" | "requests"> & { steps: Steps };

/** Kind of generation for videos. Each type of video prepares its own requests. */
function createKind(
  { jobs, media }: Pick<Context, "jobs" | "media">,
  { talks, narrations, requests, steps }: Makers,
): VideoKind {
  return {
    kind: "video",
    slot: "video",
    otherSlots: ["talk"],
    prefix: "vid",
    produces: "video",
    prepare(row, run) {
      if (row.slot === "talk") return talks.prepare(row as unknown as Generation<TalkEdit>, run);
      if ("order" in row.request) return narrations.prepare(row as Generation<NarratedRequest>, run);
      return requests.prepare(row.request, run);
    },
    present: (row) => presentVideo(row, [], media),
    isPaidFor: (trx, row) => steps.isPaidFor(trx, row),
    async onCompleted(trx, row) {
      if (!row.files.thumbnail) await requestStills({ jobs }, trx, row);
      return presentVideo(row, [await addVersion(trx, row, row.id, "original")], media);
    },
    events: { completed: "video.completed", failed: "video.failed" },
  };
}

export function createVideos(
  context: Context<unknown, "voices", "content" | "upload">,
  { speech, steps }: { speech: Speech; steps: Steps },
) {
  const { generations, db, media } = context;
  const talks = createTalks(context, speech);
  const requests = createVideoRequests(context);
  const narrations = createNarrations(context, { speech, steps, requests });
  const video = createKind(context, { talks, narrations, requests, steps });
  const uploaded = createUploadedVideos(context, video);

  /** Formats videos. The text of captions, which can be long, is only part of a single video. */
  async function presentAll(
    accountId: string,
    rows: readonly Generation<VideoRequest>[],
    options?: { withText: boolean },
  ) {
    const ids = rows.map((row) => row.id);
    const versions = await readVersions(db, accountId, ids, options);
    return rows.map((row) => presentVideo(row, versions.get(row.id) ?? [], media));
  }

  const find = (accountId: string, id: string) => generations.get(accountId, video, id);

  const presentOne = async (row: Generation<VideoRequest>) =>
    (await presentAll(row.account_id, [row], { withText: true }))[0]!;

  const get = async (accountId: string, id: string) => presentOne(await find(accountId, id));

  const label = async (accountId: string, id: string, labels: LabelBody) =>
    presentOne(await generations.label(accountId, video, id, labels));

  /** Deletes a video with its versions. */
  async function remove(accountId: string, id: string): Promise<void> {
    const row = await find(accountId, id);
    const versions = (await readVersions(db, accountId, [row.id])).get(row.id) ?? [];
    const keys = versions.flatMap(({ file, thumbnail }) => [file.key, ...(thumbnail ? [thumbnail.key] : [])]);
    await generations.remove(row, (trx, own) => uploaded.release(trx, row, [...new Set([...own, ...keys])]));
  }

  async function createFromUpload(accountId: string, body: UploadVideo) {
    const id = await uploaded.create(accountId, body);
    return body.title ? label(accountId, id, { title: body.title }) : get(accountId, id);
  }

  /** Plans the scenes of a request, and the costs of narrated ones. Charges nothing. */
  async function writeStoryboard(accountId: string, body: GenerateBody) {
    const narrator = (await talks.choose(accountId, body)) === undefined ? narrations.choose(body) : undefined;
    if (narrator !== undefined) return narrations.writeStoryboard(accountId, body, narrator);
    refuseNarration(body);
    return requests.writeStoryboard(accountId, body);
  }

  return {
    kind: video,
    start: createStart(context, { video, talks, narrations, requests }),
    prepare: createPrepare(context, { video, requests }),
    find,
    get,
    createFromUpload,
    writeStoryboard,
    label,
    remove,
    presentAll,
  };
}

interface Kinds {
  video: VideoKind;
  talks: ReturnType<typeof createTalks>;
  narrations: Narrations;
  requests: ReturnType<typeof createVideoRequests>;
}

/** Prepares videos from scripts, for other modules. */
function createPrepare(
  { generations, prices }: Pick<Context, "generations" | "prices">,
  { video, requests }: Pick<Kinds, "video" | "requests">,
) {
  return async (accountId: string, order: ScriptedVideo): Promise<PreparedVideo> => {
    const submission = await generations.prepare({
      kind: video,
      model: order.model,
      toRequest: ({ model }) => {
        const { min, max } = model.duration ?? { min: 1, max: 600 };
        const duration = Math.max(min, Math.min(max, Math.round(order.seconds)));
        const prompt = model.scenes ? order.script : order.footage;
        return requests.toRequest(accountId, { prompt, duration }, model, order.brief);
      },
      ...describeCharge(prices),
    });
    return {
      credits: submission.credits,
      submit: async (trx) => {
        const { row } = await generations.submit({ caller: { accountId } }, submission as Submission, trx);
        return row.id;
      },
    };
  };
}

/** Price of a video, and its label. */
const describeCharge = (prices: Context["prices"]) => ({
  toPrompt: ({ prompt }: VideoRequest) => prompt,
  price: (model: string, { duration }: VideoRequest) => Math.ceil(prices.get("video", model) * duration),
  toReason: ({ duration }: VideoRequest) => `Video generation, ${duration} s`,
  seconds: 120,
});

/** Starts videos. Videos of speaking people are made by engines of another slot. */
function createStart(
  { generations, prices }: Pick<Context, "generations" | "prices">,
  { video, talks, narrations, requests }: Kinds,
) {
  const talking = { ...video, slot: "talk" } as unknown as GenerationKind<TalkEdit> & { slot: "talk" };

  async function start(exchange: Exchange, accountId: string, body: GenerateBody) {
    const talker = await talks.choose(accountId, body);
    if (talker !== undefined) return startTalk(exchange, accountId, { ...body, model: talker });
    const narrator = narrations.choose(body);
    if (narrator !== undefined) return startNarration(exchange, accountId, { ...body, model: narrator });
    refuseNarration(body);
    return generations.start(exchange, {
      kind: video,
      model: body.model,
      toRequest: ({ model }) => requests.toRequest(accountId, body, model),
      ...describeCharge(prices),
    });
  }

  const startNarration = (exchange: Exchange, accountId: string, body: GenerateBody) =>
    generations.start(exchange, {
      kind: video as GenerationKind<NarratedRequest> & { slot: "video" },
      model: body.model,
      toRequest: ({ model }) => narrations.toRequest(accountId, body, model),
      toPrompt: () => getPrompt(body),
      price: narrations.price,
      toReason: ({ duration }) => `Narrated video, about ${duration} s`,
      seconds: 180,
    });

  const startTalk = (exchange: Exchange, accountId: string, body: GenerateBody) =>
    generations.start(exchange, {
      kind: talking,
      model: body.model,
      toRequest: (choice) => talks.toRequest(accountId, body, choice),
      toPrompt: () => getPrompt(body),
      price: (model, { duration }) => Math.ceil(prices.get("video", model) * duration) + prices.get("voiceover"),
      toReason: ({ duration }) => `Video of a speaking person, about ${duration} s`,
      seconds: 180,
    });

  return start;
}
