import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { isPublicHost } from "vireo/fetch";
import { sniffFile } from "vireo/media";
import type { PlatformInfo } from "vireo/platforms";
import { defaultImageTypes } from "vireo/post-rules";
import { type MediaFile, type MediaItem, noMedia, type PostMedia } from "vireo/slots/social";
import { isKey } from "vireo/storage";
import type { Social } from "../context";
import type { Post, StoredItem } from "../tables";

const JPEG = "image/jpeg";
const COPY_MS = 10 * 60_000;

/** What a post shows is not available. The message is shown to users. */
export class MediaError extends Error {}

const slice = (file: Blob, range?: { start: number; end: number }) =>
  range ? file.slice(range.start, range.end + 1) : file;

/** Temporary files of one call. */
class Folder {
  readonly #dataDir: string;
  #path: Promise<string> | undefined;
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The folder, which is made when it is first needed. */
  open(): Promise<string> {
    this.#path ??= (async () => {
      const root = join(this.#dataDir, "tmp");
      await mkdir(root, { recursive: true });
      return mkdtemp(join(root, "post-"));
    })();
    return this.#path;
  }

  async remove(): Promise<void> {
    const path = await this.#path?.catch(() => undefined);
    if (path) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Calls `work` with what a post shows, and removes copies afterwards. Pictures that the platform does not take become JPEG
 * of a size that it takes. Throws MediaError if a stored file no longer exists.
 */
export async function withMedia<T>(
  social: Social,
  post: Post,
  rules: PlatformInfo["media"],
  signal: AbortSignal,
  work: (media: PostMedia) => Promise<T>,
): Promise<T> {
  const folder = new Folder(social.host.dataDir);
  const copies: Promise<unknown>[] = [];
  const open = (item: StoredItem) => openItem(social, item, { folder, signal, copies });
  try {
    const items = await Promise.all(
      (post.media?.items ?? []).map((item) => fitPicture(social, item, rules, folder, signal)),
    );
    const opened = await Promise.all(items.map(open));
    const [first] = opened;
    if (first) return await work({ ...first, items: opened });
    if (post.media) {
      if (!rules.isOptional) throw new MediaError("The platform requires a picture or a video. Add one to the post.");
      return await work(noMedia);
    }
    const { kind: _kind, ...video } = await open(
      post.video_key ? { kind: "video", key: post.video_key } : { kind: "video", url: post.video_url ?? "" },
    );
    return await work(video);
  } finally {
    await Promise.allSettled(copies);
    await folder.remove();
  }
}

async function openItem(
  { media, fetch, host }: Social,
  item: StoredItem,
  { folder, signal, copies }: { folder: Folder; signal: AbortSignal; copies: Promise<unknown>[] },
): Promise<MediaItem> {
  const { kind } = item;
  const noun = kind === "video" ? "video" : "picture";
  const address = item.key === undefined ? item.url : media.url(item.key);
  const stored = item.key === undefined ? undefined : await media.storage.open(item.key);
  if (item.key !== undefined && !stored) throw new MediaError(`The ${noun} was deleted before the post was due.`);

  async function copy(): Promise<MediaFile> {
    const path = join(await folder.open(), crypto.randomUUID());
    try {
      const { bytes } = await fetch.save(address, path, { maxBytes: host.sizes.video, timeoutMs: COPY_MS, signal });
      const file = Bun.file(path);
      const type = await sniffFile(path);
      if (type?.kind !== "video") throw new MediaError("The URL does not point to a video.");
      return { size: bytes, contentType: type.contentType, path, stream: (range) => slice(file, range).stream() };
    } catch (error) {
      if (signal.aborted || error instanceof MediaError || !(error instanceof Error)) throw error;
      throw new MediaError(`The video could not be fetched: ${error.message}`);
    }
  }

  let copied: Promise<MediaFile> | undefined;
  return {
    kind,
    altText: item.kind === "image" ? item.altText : undefined,
    address,
    fileName: new URL(address).pathname.split("/").at(-1) || noun,
    publicUrl: isPublicHost(new URL(address).hostname) ? address : undefined,
    async file() {
      if (stored) return { ...stored, stream: (range) => stored.stream(range) };
      if (!copied) {
        copied = copy();
        copies.push(copied);
      }
      return copied;
    },
  };
}

/** Longest side and size of a converted picture, where a platform states none. */
const MAX_SIDE = 4096;

/**
 * Returns the picture as the platform takes it: converted once, under a key that follows from the original's, so that every
 * attempt sends the same URL. The storage sweep removes it some time after the post.
 */
async function fitPicture(
  { media, fetch, host, services }: Social,
  item: StoredItem,
  { imageTypes = defaultImageTypes, maxImageBytes, maxImagePixels = MAX_SIDE }: PlatformInfo["media"],
  folder: Folder,
  signal: AbortSignal,
): Promise<StoredItem> {
  if (item.kind === "video") return item;
  const isFitting =
    imageTypes.includes(item.contentType) &&
    (maxImageBytes === undefined || item.bytes <= maxImageBytes) &&
    Math.max(item.width, item.height) <= maxImagePixels;
  if (isFitting || !services.local || !imageTypes.includes(JPEG)) return item;
  const key = toJpegKey(item.key, maxImagePixels);
  const made = await media.storage.open(key);
  if (made) return { ...item, key, contentType: JPEG, bytes: made.size };
  const path = await folder.open();
  const source = join(path, crypto.randomUUID());
  try {
    await fetch.save(media.url(item.key), source, { maxBytes: host.sizes.image, timeoutMs: COPY_MS, signal });
  } catch (error) {
    if (signal.aborted || (await media.storage.open(item.key))) throw error;
    throw new MediaError("The picture was deleted before the post was due.");
  }
  const jpeg = await services.local.jpeg(source, { side: maxImagePixels }, { folder: path, signal });
  const { size } = await media.storage.put(key, { path: jpeg, move: true }, { contentType: JPEG });
  return { ...item, key, contentType: JPEG, bytes: size };
}

/** A key that cannot be guessed without the key of the original. */
function toJpegKey(key: string, side: number): string {
  if (!isKey(key)) throw new Error("Not a storage key.");
  const digest = new Bun.CryptoHasher("sha256").update(`jpeg ${side} ${key}`).digest("hex");
  return `${digest.slice(0, 2)}/${digest.slice(2, 40)}.jpg`;
}
