/** What a post shows: a video, or pictures and videos in an order. */
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { EngineError } from "vireo/engine";
import { ApiError, type FieldErrors, invalid } from "vireo/errors";
import { FetchError } from "vireo/fetch";
import { checkUrls } from "vireo/generations";
import { toUuid } from "vireo/ids";
import { probe, sniffFile } from "vireo/media";
import type { ShownItem } from "vireo/post-rules";
import { withFolder } from "vireo/process";
import { getContentType, isKey } from "vireo/storage";
import type { Social } from "../context";
import type { CreatePostBody, PostQuery } from "../schema";
import type { Post, StoredItem } from "../tables";
import { refuse } from "./rules";

/** Video of a post: a stored file by its storage key, or a URL. */
export type VideoRef = { key: string; url?: never } | { url: string; key?: never };

/**
 * The media of a post, as they are stored. A single video is in `video`, without `items`. For a text post, `items` is empty.
 */
export interface ResolvedMedia {
  video?: VideoRef;
  /** Uuid of the generated video that it is. */
  videoId: string | null;
  items?: StoredItem[];
}

type Input = Pick<CreatePostBody, "videoUrl" | "videoId" | "media">;
type ItemInput = NonNullable<CreatePostBody["media"]>[number];
type Picture = Extract<StoredItem, { kind: "image" }>;

const FETCH_MS = 20_000;
/** Pictures that are read at the same time. An account may have six uploads at a time. */
const PARALLEL = 3;
/** A URL with this ending is a video, any other a picture. */
const VIDEO_NAME = /\.(mp4|m4v|mov|webm|avi|mpe?g)$/i;

/** Returns the storage key of a URL of this server that passed the check. Undefined for any other URL. */
function findOwnKey(address: string, origin: string): string | undefined {
  const url = new URL(address);
  const own = new URL(origin);
  const local = (host: string) => (host === "127.0.0.1" ? "localhost" : host);
  if (local(url.hostname) !== local(own.hostname) || !url.pathname.startsWith("/media/")) return undefined;
  const key = url.pathname.slice("/media/".length);
  return isKey(key) ? key : undefined;
}

/** Finds a stored file by its URL. Undefined for a URL of another server. */
async function findStored({ host, media }: Social, url: string): Promise<string | undefined> {
  const key = findOwnKey(url, host.origin);
  return key && (await media.storage.open(key)) ? key : undefined;
}

/**
 * Finds what a request names by `media`, or by `videoUrl` or `videoId`. A dry run stores no pictures. Throws
 * `validation_error`, `unsafe_url` and the errors of quotas.
 */
export async function resolveMedia(
  social: Social,
  accountId: string,
  input: Input,
  isDryRun = false,
): Promise<ResolvedMedia> {
  if (!input.media) return findVideo(social, accountId, input);
  const other = (["videoUrl", "videoId"] as const).find((field) => input[field] !== undefined);
  if (other) throw invalid(other, "Not allowed with media. Put the video in media, or leave out media.");
  const [first, ...others] = input.media;
  const field = first && getField(first, 0);
  // One video is stored as before, so that servers of an earlier version and every provider can publish it.
  if (others.length === 0 && first?.videoId !== undefined)
    return { ...(await findVideoById(social, accountId, first.videoId, field!)) };
  const items = await readItems(social, accountId, input.media, isDryRun);
  const [item] = items;
  if (items.length === 1 && item?.kind === "video")
    return { video: item.key === undefined ? { url: item.url } : { key: item.key }, videoId: null };
  return { items, videoId: null };
}

async function findVideo(social: Social, accountId: string, { videoUrl, videoId }: Input): Promise<ResolvedMedia> {
  if (videoUrl === undefined) {
    if (videoId === undefined) return { items: [], videoId: null };
    return findVideoById(social, accountId, videoId, "videoId");
  }
  const linked = videoId === undefined ? undefined : await social.generations.find(accountId, "video", videoId);
  if (videoId !== undefined && !linked) throw invalid("videoId", "Video not found in this account.");
  return { video: await findVideoByUrl(social, videoUrl, "videoUrl"), videoId: linked?.id ?? null };
}

async function findVideoByUrl(social: Social, url: string, field: string): Promise<VideoRef> {
  await checkUrls(social.fetch, { [field]: url });
  const key = await findStored(social, url);
  if (!key) return { url };
  if (!getContentType(key).startsWith("video/")) throw invalid(field, "Must be the URL of a video.");
  return { key };
}

async function findVideoById(
  { generations, services }: Social,
  accountId: string,
  id: string,
  field: string,
): Promise<{ video: { key: string }; videoId: string }> {
  const row = await generations.find(accountId, "video", id);
  if (!row) throw invalid(field, "Video not found in this account.");
  const key = await services.videos?.newestKey(accountId, row.id);
  if (!key) throw invalid(field, `This video is ${row.status}. Only completed videos can be posted.`);
  return { video: { key }, videoId: row.id };
}

const names = ["url", "imageId", "videoId"] as const;
const getField = (item: ItemInput, index: number): string =>
  `media.${index}.${names.find((name) => item[name] !== undefined) ?? "url"}`;

/**
 * Describes what the items of a request certainly are, before any is read. A URL of this server may be a video. Undefined
 * if that is all that is known.
 */
export function sketchMedia({ videoUrl, videoId, media = [] }: Input): ShownItem[] | undefined {
  if (videoUrl !== undefined || videoId !== undefined) return [{ kind: "video", field: "videoUrl" }];
  const sketch = media.flatMap(({ imageId, videoId }, index): ShownItem[] => {
    if (imageId !== undefined) return [{ kind: "image", field: `media.${index}.imageId` }];
    return videoId === undefined ? [] : [{ kind: "video", field: `media.${index}.videoId` }];
  });
  return sketch.length === 0 && media.length > 0 ? undefined : sketch;
}

async function readItems(
  social: Social,
  accountId: string,
  media: readonly ItemInput[],
  isDryRun: boolean,
): Promise<StoredItem[]> {
  const faults: FieldErrors = {};
  for (const [index, item] of media.entries()) {
    const given = names.filter((name) => item[name] !== undefined);
    if (given.length !== 1) faults[`media.${index}`] = [`Send exactly one of ${names.join(", ")}.`];
  }
  refuse(faults);
  const urls = media.flatMap(({ url }, index) => (url === undefined ? [] : [[`media.${index}.url`, url] as const]));
  await checkUrls(social.fetch, Object.fromEntries(urls));
  const items: StoredItem[] = [];
  for (let at = 0; at < media.length; at += PARALLEL) {
    const part = media.slice(at, at + PARALLEL);
    const read = async (input: ItemInput, index: number): Promise<StoredItem> => {
      const item = await readItem(social, accountId, input, getField(input, at + index), isDryRun);
      if (input.altText === undefined) return item;
      if (item.kind === "video") throw invalid(`media.${at + index}.altText`, "Only images can have altText.");
      return { ...item, altText: input.altText };
    };
    items.push(...(await Promise.all(part.map(read))));
  }
  return items;
}

async function readItem(
  social: Social,
  accountId: string,
  { url, imageId, videoId }: ItemInput,
  field: string,
  isDryRun: boolean,
): Promise<StoredItem> {
  if (videoId !== undefined) {
    const { video, videoId: uuid } = await findVideoById(social, accountId, videoId, field);
    return { kind: "video", key: video.key, videoId: uuid };
  }
  if (imageId !== undefined) {
    const row = await social.generations.find(accountId, "image", imageId);
    if (!row) throw invalid(field, "Image not found in this account.");
    const main = row.files.main;
    if (!main) throw invalid(field, `This image is ${row.status}. Only completed images can be posted.`);
    return { ...(await readPicture(social, main.key, field)), imageId: row.id };
  }
  const key = await findStored(social, url!);
  const isVideo = key ? getContentType(key).startsWith("video/") : VIDEO_NAME.test(new URL(url!).pathname);
  if (isVideo) return key ? { kind: "video", key } : { kind: "video", url: url! };
  if (key) return readPicture(social, key, field);
  return isDryRun ? tryPicture(social, url!, field) : copyPicture(social, accountId, url!, field);
}

/** Writes a picture to a temporary folder with `write`, and describes it. Throws `validation_error`. */
const describePicture = (
  { host }: Social,
  field: string,
  write: (folder: string) => Promise<string>,
): Promise<Omit<Picture, "key">> =>
  withFolder(join(host.dataDir, "tmp"), "post-", async (folder) => {
    const path = await write(folder);
    const sniffed = await sniffFile(path);
    const probed = sniffed?.kind === "image" ? await probe(path) : undefined;
    if (!sniffed || !probed?.width || !probed.height) throw invalid(field, "Must be a readable image.");
    const { width, height } = probed;
    return { kind: "image", contentType: sniffed.contentType, bytes: Bun.file(path).size, width, height };
  });

const unreadable = (field: string, reason: string) => invalid(field, `The image cannot be used: ${reason}`);

/** Reads a stored picture. Throws `validation_error`. */
async function readPicture(social: Social, key: string, field: string): Promise<Picture> {
  const picture = await describePicture(social, field, async (folder) => {
    const path = join(folder, "picture");
    const stored = await social.media.storage.open(key);
    if (!stored) throw unreadable(field, "Its file no longer exists.");
    await Bun.write(path, new Response(stored.stream()));
    return path;
  });
  return { ...picture, key };
}

/** Fetches a picture of another server, without storing it. Throws `validation_error`. */
async function tryPicture(social: Social, url: string, field: string): Promise<Picture> {
  const picture = await describePicture(social, field, async (folder) => {
    const signal = AbortSignal.timeout(FETCH_MS);
    const path = join(folder, "picture");
    try {
      await social.fetch.save(url, path, { maxBytes: social.host.sizes.image, timeoutMs: FETCH_MS, signal });
      return await social.media.convertPicture(path, { folder, signal });
    } catch (error) {
      if (error instanceof FetchError || error instanceof EngineError) throw unreadable(field, error.message);
      throw error;
    }
  });
  return { ...picture, key: "", source: url };
}

/**
 * Copies a picture of another server to the account's uploads, so that what is approved and published stays the same. HEIC
 * and AVIF become JPEG or PNG. Throws `validation_error` and the errors of quotas.
 */
async function copyPicture({ services }: Social, accountId: string, url: string, field: string): Promise<Picture> {
  if (!services.upload) throw invalid(field, "Send imageId, or the URL of an image on this server.");
  const name = new URL(url).pathname.split("/").at(-1);
  const upload = await services.upload
    .importFile(accountId, url, { kind: "image", name, timeoutMs: FETCH_MS })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || ![400, 413, 415].includes(error.status)) throw error;
      throw unreadable(field, error.message.replace(/^url: /, ""));
    });
  const { key, content_type: contentType, size, facts } = upload;
  const { width = 0, height = 0 } = facts;
  return { kind: "image", key, contentType, bytes: Number(size), width, height, source: url };
}

type UsedMedia = Pick<Static<typeof PostQuery>, "videoId" | "imageId" | "uploadId">;

/**
 * Reads the filters by media. Returns, for each, what `social_post_uses` contains for posts that show one of them: ids
 * and the storage keys of their files.
 */
export async function readUses(
  { generations, services }: Pick<Social, "generations" | "services">,
  accountId: string,
  { videoId, imageId, uploadId }: UsedMedia,
): Promise<string[][]> {
  const uses: string[][] = [];
  if (videoId !== undefined) {
    const ids = parseIds(videoId).flatMap((id) => toUuid("vid", id) ?? []);
    uses.push([...ids, ...((await services.videos?.listKeys(accountId, ids)) ?? [])]);
  }
  if (imageId !== undefined) {
    const { rows } = await generations.list(accountId, "image", { ids: imageId, pageSize: "100" });
    const ids = parseIds(imageId).flatMap((id) => toUuid("img", id) ?? []);
    uses.push([...ids, ...rows.flatMap(({ files }) => files.main?.key ?? [])]);
  }
  if (uploadId !== undefined) uses.push((await services.upload?.listKeys(accountId, parseIds(uploadId))) ?? []);
  return uses;
}

const parseIds = (ids: string): string[] => ids.split(",").map((id) => id.trim());

export const toMediaColumns = ({ video, items }: Pick<ResolvedMedia, "video" | "items">) => ({
  video_key: video?.key ?? null,
  video_url: video?.url ?? null,
  media: items ? { items } : null,
});

export const getStoredMedia = (
  post: Pick<Post, "video_key" | "video_url" | "media">,
): Pick<ResolvedMedia, "video" | "items"> =>
  post.media
    ? { items: post.media.items }
    : { video: post.video_key ? { key: post.video_key } : { url: post.video_url ?? "" } };

/** Describes what a post shows to the rules of platforms. */
export function describeMedia(
  { services }: Social,
  { video, items }: Pick<ResolvedMedia, "video" | "items">,
): ShownItem[] {
  const isConverted = services.local !== undefined;
  if (!items) return video ? [{ kind: "video", field: "media" }] : [];
  return items.map((item, index) => {
    const field = `media.${index}`;
    if (item.kind === "video") return { kind: item.kind, field };
    const { kind, contentType, bytes, width, height } = item;
    return { kind, field, contentType, bytes, width, height, isConverted };
  });
}

/** Throws `unsafe_url` if the thumbnail may not be fetched. */
export async function checkThumbnail(
  { fetch }: Social,
  { overrides }: { overrides?: { youtube?: { thumbnailUrl?: string } } },
): Promise<void> {
  const url = overrides?.youtube?.thumbnailUrl;
  if (url !== undefined) await checkUrls(fetch, { "overrides.youtube.thumbnailUrl": url });
}
