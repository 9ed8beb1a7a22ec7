import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Context } from "vireo/module";
import type { Connections } from "vireo/oauth";
import { type AccountCalls, type Caller, createAccountCalls } from "vireo/oauth/calls";
import { tiktokPhotos, tiktokWithChoice } from "vireo/platforms";
import {
  type CreatorInfo,
  type Figures,
  type MediaFile,
  type MediaItem,
  type MetricsReader,
  type Outcome,
  type PostMedia,
  type Progress,
  type Publication,
  readFigures,
  type Sent,
  type SocialProvider,
  type SocialTarget,
  toUnsent,
} from "vireo/slots/social";
import { RetryLater, type Vendor } from "vireo/vendor";
import { getCode, isRejectedToken, toError } from "./api";
import { Accepted, composePhotos, PhotoOrder, publishPhotos } from "./photos";
import { readStatus, toPending } from "./status";
import { parseUpload, sendAhead, sendLast, startUpload, Upload } from "./upload";

const Count = Type.Optional(Type.Unknown());
const Video = Type.Object({
  id: Type.String(),
  view_count: Count,
  like_count: Count,
  comment_count: Count,
  share_count: Count,
});
const Videos = Type.Object({ data: Type.Object({ videos: Type.Optional(Type.Array(Video)) }) });

const Flag = Type.Optional(Type.Boolean());
const Text = Type.Optional(Type.String());
const Creator = Type.Object({
  data: Type.Object({
    creator_nickname: Text,
    creator_avatar_url: Text,
    privacy_level_options: Type.Array(Type.String()),
    comment_disabled: Flag,
    duet_disabled: Flag,
    stitch_disabled: Flag,
    max_video_post_duration_sec: Type.Optional(Type.Number()),
  }),
});

const NO_MORE = new Set(["spam_risk_too_many_posts", "reached_active_user_cap"]);

export interface ProviderOptions extends Pick<Context, "now"> {
  api: Vendor;
  connections: Connections;
}

/** Result of `prepare` for `publish`: an upload that only lacks its last chunk, or an existing post. */
const Prepared = Type.Union([
  Type.Object({ upload: Upload }),
  Type.Object({ publishId: Type.String({ minLength: 1 }) }),
  Type.Object({ photos: PhotoOrder }),
]);

const PUBLISH_MS = 3 * 60_000;
/** An upload URL works for an hour. After that, TikTok accepts no more bytes. */
const UPLOAD_MS = 70 * 60_000;
/** Statuses of the last chunk after which no post can exist. */
const REFUSED = new Set([400, 403, 404, 416]);

/** What the parts of the provider share. */
interface TikTok extends Pick<Context, "now"> {
  api: Vendor;
  calls: AccountCalls;
}

/** Publishes to TikTok, directly or to the creator's inbox. */
export function createProvider({ api, connections, now }: ProviderOptions): SocialProvider {
  const calls = createAccountCalls(api, connections, isRejectedToken);
  const tiktok: TikTok = { api, calls, now };

  return {
    name: "tiktok",
    perAccount: true,
    platforms: [{ ...tiktokWithChoice, media: tiktokPhotos }],
    timeLimitMs: PUBLISH_MS,
    metrics: createMetrics(api, calls),

    async check() {
      return { ok: true, detail: "publishes with your TikTok app" };
    },

    accounts: (owner) => connections.list(owner),
    creatorInfo: (account, signal, owner) => readCreator(api, calls, { owner, account }, signal),
    prepare: (target, media, signal, progress) =>
      media.items
        ? preparePhotos(tiktok, target, media.items, { signal, progress })
        : prepareVideo(tiktok, target, media, { signal, progress }),
    publish: (publication, signal) => publish(tiktok, publication, signal),
    read: async (task, sent, signal) => (await readStatus(api, calls, sent, task, signal)).outcome,
    find: (sent, signal) => findSent(tiktok, sent, signal),
  };
}

interface Preparation {
  signal: AbortSignal;
  progress: Progress;
}

async function preparePhotos(
  { api, calls }: TikTok,
  target: SocialTarget,
  items: readonly MediaItem[],
  { signal, progress }: Preparation,
): Promise<Static<typeof Prepared>> {
  const photos = composePhotos(target, items);
  const saved = await progress.load();
  if (!Value.Check(Accepted, saved)) return { photos };
  // An earlier call has announced the post. It is announced again only if TikTok says that it failed.
  const { outcome } = await readStatus(api, calls, target, saved.publishId, signal);
  return outcome.state === "failed" ? { photos } : { publishId: saved.publishId };
}

/** Uploads all of a video but its last chunk, which publishes it. */
async function prepareVideo(
  { api, calls }: TikTok,
  target: SocialTarget,
  video: PostMedia,
  { signal, progress }: Preparation,
): Promise<Static<typeof Prepared>> {
  const saved = parseUpload(await progress.load());
  if (saved) {
    // A call that seemed to fail may have created the post after all.
    const { outcome, uploadedBytes } = await readStatus(api, calls, target, saved.publishId, signal);
    const isPosted = outcome.state === "published" || outcome.state === "in_inbox";
    if (isPosted || uploadedBytes === saved.size) return { publishId: saved.publishId };
  }
  const file = await video.file();
  const upload = await startUpload(api, calls, target, file, signal);
  await progress.save(upload);
  await sendAhead(api, upload, file, signal);
  return { upload };
}

async function publish({ api, calls }: TikTok, publication: Publication, signal: AbortSignal): Promise<Outcome> {
  const { prepared, media } = publication;
  if (!Value.Check(Prepared, prepared))
    return { state: "failed", category: "media_unavailable", message: "The video was not uploaded to TikTok." };
  if ("publishId" in prepared) return toPending(prepared.publishId);
  if ("photos" in prepared) return publishPhotos(api, calls, publication, prepared.photos, signal);
  return publishLast(api, prepared.upload, await media.file(), signal);
}

/** Sends the last chunk of a video. */
async function publishLast(api: Vendor, upload: Upload, file: MediaFile, signal: AbortSignal): Promise<Outcome> {
  const response = await sendLast(api, upload, file, signal);
  if (response instanceof RetryLater)
    return response.unsent ? toUnsent(response.reason) : { state: "unknown", message: response.reason };
  const { status } = response;
  if (status === 201 || status === 200) return toPending(upload.publishId);
  if (REFUSED.has(status))
    return {
      state: "failed",
      category: "platform_error",
      message: `TikTok rejected the upload (${status}). Nothing was published.`,
    };
  return { state: "unknown", message: `TikTok responded with ${status}.` };
}

/** Looks up a post by the notes of its upload. Undefined if TikTok does not know it, or not yet. */
async function findSent({ api, calls, now }: TikTok, sent: Sent, signal: AbortSignal): Promise<Outcome | undefined> {
  const notes = await sent.progress?.load();
  if (Value.Check(Accepted, notes)) return (await readStatus(api, calls, sent, notes.publishId, signal)).outcome;
  const saved = parseUpload(notes);
  if (!saved) return undefined;
  const { outcome, uploadedBytes } = await readStatus(api, calls, sent, saved.publishId, signal);
  const isIncomplete = uploadedBytes !== undefined && uploadedBytes < saved.size;
  if (!isIncomplete) return outcome;
  if (now() - sent.calledAt < UPLOAD_MS) return undefined;
  return {
    state: "failed",
    category: "provider_unavailable",
    message: "TikTok did not receive the whole video. Nothing was published. Retry the post.",
  };
}

/** Reads what the creator may currently post. TikTok requires reading it before each direct post. */
async function readCreator(
  api: Vendor,
  calls: AccountCalls,
  caller: Caller,
  signal: AbortSignal,
): Promise<CreatorInfo> {
  const response = await calls.request(caller, "/v2/post/publish/creator_info/query/", { json: {}, signal });
  if (NO_MORE.has(getCode(response)))
    return {
      privacyLevels: ["SELF_ONLY"],
      interactions: { comment: false, duet: false, stitch: false },
      canPostMore: false,
    };
  if (response.status !== 200 || !Value.Check(Creator, response.json)) throw toError(api, response);
  const { data } = response.json;
  return {
    nickname: data.creator_nickname ?? undefined,
    avatarUrl: data.creator_avatar_url?.startsWith("https:") ? data.creator_avatar_url : undefined,
    maxVideoSeconds: data.max_video_post_duration_sec ?? undefined,
    privacyLevels: data.privacy_level_options,
    interactions: {
      comment: data.comment_disabled !== true,
      duet: data.duet_disabled !== true,
      stitch: data.stitch_disabled !== true,
    },
    canPostMore: true,
  };
}

const toFigures = ({ view_count, like_count, comment_count, share_count }: Static<typeof Video>): Figures =>
  readFigures({ views: view_count, likes: like_count, comments: comment_count, shares: share_count });

/** Reads metrics of public videos, 20 at a time. */
const createMetrics = (api: Vendor, calls: AccountCalls): MetricsReader => ({
  batch: 20,
  pace: { count: 300, ms: 60_000 },
  async read({ owner, account, posts }, signal) {
    const path = "/v2/video/query/?fields=id,view_count,like_count,comment_count,share_count";
    const json = { filters: { video_ids: posts.map(({ platformPostId }) => platformPostId) } };
    const response = await calls.request({ owner, account }, path, { json, signal });
    if (response.status !== 200 || getCode(response) !== "ok" || !Value.Check(Videos, response.json))
      throw toError(api, response);
    return new Map((response.json.data.videos ?? []).map((video) => [video.id, toFigures(video)]));
  },
});
