/**
 * Containers hold a video until it is published. An unpublished container expires within 24 hours and is never visible.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AccountCalls } from "vireo/oauth/calls";
import { type MediaItem, PostLaterError, type PostMedia, RefusedError, type SocialTarget } from "vireo/slots/social";
import { RetryLater, type Vendor } from "vireo/vendor";
import { HOUR, toError } from "./api";
import { TemporaryError } from "./errors";

/** What is saved about a post: its container, and what went wrong so far. */
export const Notes = Type.Object({
  /** Missing if the next attempt needs a new container. */
  id: Type.Optional(Type.String({ minLength: 1 })),
  isFilled: Type.Boolean(),
  /** Containers of the items of a carousel. */
  children: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  /** Fingerprint of the media, the text and settings. */
  about: Type.String(),
  /** Times that Instagram refused to publish this container, but said to try again. */
  refusals: Type.Optional(Type.Integer()),
  /** Containers that failed for a reason that may pass. */
  faults: Type.Optional(Type.Integer()),
  /** The attempt that made the last publish call. */
  calledBy: Type.Optional(Type.Integer()),
});
export type Notes = Static<typeof Notes>;
export const parseNotes = (value: unknown): Notes | undefined => (Value.Check(Notes, value) ? value : undefined);

export interface Parts {
  api: Vendor;
  calls: AccountCalls;
  /** Client whose token is sent as `OAuth`, for uploads. */
  uploads: AccountCalls;
}

const Id = Type.Union([Type.String({ minLength: 1 }), Type.Integer()]);
const Created = Type.Object({ id: Id, uri: Type.Optional(Type.String()) });
const Status = Type.Object({ status_code: Type.String(), status: Type.Optional(Type.String()) });
const Limit = Type.Object({
  data: Type.Array(
    Type.Object({ quota_usage: Type.Integer(), config: Type.Optional(Type.Object({ quota_total: Type.Integer() })) }),
  ),
});

const UPLOAD_MS = 25 * 60_000;
/** Posts per 24 hours, if Instagram does not report the limit. */
const POSTS = 50;

/** Throws PostLaterError if the account has reached its limit. */
export async function checkLimit({ api, calls }: Parts, target: SocialTarget, signal: AbortSignal): Promise<void> {
  const path = `/${target.account.externalId}/content_publishing_limit?fields=quota_usage,config`;
  const response = await calls.request(target, path, { signal });
  if (response.status !== 200 || !Value.Check(Limit, response.json)) throw toError(api, response);
  const [limit] = response.json.data;
  const total = limit?.config?.quota_total ?? POSTS;
  if (limit && limit.quota_usage >= total)
    throw new PostLaterError(HOUR, `The account has reached Instagram's limit of ${total} posts in 24 hours.`);
}

const toNames = (names: readonly string[] = []) =>
  names.length > 0 ? names.map((name) => name.replace(/^@/, "")) : undefined;

/** Parameters of a new container. */
export function composeReel({ content, aiGenerated, instagram = {} }: SocialTarget, media: PostMedia) {
  return {
    media_type: "REELS",
    ...(media.publicUrl?.startsWith("https:") ? { video_url: media.publicUrl } : { upload_type: "resumable" }),
    caption: content,
    share_to_feed: instagram.shareToFeed ?? true,
    collaborators: toNames(instagram.collaborators),
    thumb_offset: instagram.thumbOffset,
    is_ai_generated: aiGenerated || undefined,
  };
}

/** Instagram fetches pictures, and the videos of a carousel, itself. */
function getPublicUrl({ kind, publicUrl }: MediaItem): string {
  if (publicUrl?.startsWith("https:")) return publicUrl;
  throw new RefusedError(
    "media_unavailable",
    `Instagram fetches ${kind === "image" ? "pictures" : "videos of a carousel"} itself, and cannot reach this server. Set PUBLIC_URL to its public https address.`,
  );
}

/** Parameters of a picture. Instagram takes no such text for videos and whole carousels. */
const composePicture = (item: MediaItem) => ({ image_url: getPublicUrl(item), alt_text: item.altText });

/** Parameters of the container of a carousel's item. */
export const composeChild = (item: MediaItem) => ({
  ...(item.kind === "image" ? composePicture(item) : { media_type: "VIDEO", video_url: getPublicUrl(item) }),
  is_carousel_item: true,
});

/** Parameters of the container of a picture, or of a carousel with these items. */
export const composePictures = (
  { content, aiGenerated, instagram = {} }: SocialTarget,
  items: readonly MediaItem[],
  children: readonly string[],
) => ({
  ...(items.length > 1 ? { media_type: "CAROUSEL", children } : composePicture(items[0]!)),
  caption: content,
  collaborators: toNames(instagram.collaborators),
  is_ai_generated: aiGenerated || undefined,
});

/** Parameters of the container that is published, without the IDs that Instagram returns later. */
export const compose = (target: SocialTarget, media: PostMedia): object =>
  media.items ? composePictures(target, media.items, []) : composeReel(target, media);

/** Creates a container. Returns an upload URL if Instagram cannot fetch the video itself. */
export async function createContainer({ api, calls }: Parts, target: SocialTarget, json: object, signal: AbortSignal) {
  const response = await calls.request(target, `/${target.account.externalId}/media`, { json, signal });
  if (response.status !== 200 || !Value.Check(Created, response.json)) throw toError(api, response);
  const { id, uri } = response.json;
  return { id: String(id), uri: "upload_type" in json ? uri : undefined };
}

/** Uploads the video to its container. */
export async function fillContainer(
  { api, uploads }: Parts,
  target: SocialTarget,
  uri: string,
  media: PostMedia,
  signal: AbortSignal,
) {
  const file = await media.file();
  const response = await uploads.send(target, uri, {
    method: "POST",
    body: file.path === undefined ? file.stream() : Bun.file(file.path),
    headers: {
      offset: "0",
      file_size: String(file.size),
      "content-length": String(file.size),
      "content-type": "application/octet-stream",
    },
    timeoutMs: UPLOAD_MS,
    signal,
  });
  if (response instanceof RetryLater) throw new Error(response.reason);
  if (response.status !== 200) throw toError(api, response);
}

/** Reads the state (EXPIRED, ERROR, FINISHED, IN_PROGRESS or PUBLISHED) and the reason. */
export async function readContainer({ api, calls }: Parts, target: SocialTarget, id: string, signal: AbortSignal) {
  const response = await calls.request(target, `/${encodeURIComponent(id)}?fields=status_code,status`, { signal });
  if (response.status !== 200 || !Value.Check(Status, response.json)) throw toError(api, response);
  return { code: response.json.status_code, why: response.json.status ?? "" };
}

/** The state of a container that may be gone, which is EXPIRED then. */
export async function readState(parts: Parts, target: SocialTarget, id: string, signal: AbortSignal): Promise<string> {
  const { code } = await readContainer(parts, target, id, signal).catch((error) => {
    const isGone =
      (error instanceof RefusedError && error.category === "user_content") ||
      (error instanceof TemporaryError && error.meaning.needsNew);
    if (isGone) return { code: "EXPIRED" };
    throw error;
  });
  return code;
}
