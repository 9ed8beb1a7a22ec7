import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { isPublicHost } from "vireo/fetch";
import { sniffFile } from "vireo/media";
import type { MediaFile, PostMedia } from "vireo/slots/social";
import type { Social } from "../context";
import { getVideoUrl } from "../posts/present";
import type { Post } from "../tables";

const COPY_MS = 10 * 60_000;

/** The video is not available. The message is shown to users. */
export class MediaError extends Error {}

const slice = (file: Blob, range?: { start: number; end: number }) =>
  range ? file.slice(range.start, range.end + 1) : file;

/**
 * Calls `work` with a post's video and removes copies afterwards. Throws MediaError if a stored file no longer exists.
 */
export async function withMedia<T>(
  { media, fetch, host }: Social,
  post: Post,
  signal: AbortSignal,
  work: (video: PostMedia) => Promise<T>,
): Promise<T> {
  const address = getVideoUrl(post, media);
  const fileName = new URL(address).pathname.split("/").at(-1) || "video";
  const stored = post.video_key ? await media.storage.open(post.video_key) : undefined;
  if (post.video_key && !stored) throw new MediaError("The video was deleted before the post was due.");
  let folder: string | undefined;

  async function copy(): Promise<MediaFile> {
    const root = join(host.dataDir, "tmp");
    await mkdir(root, { recursive: true });
    folder = await mkdtemp(join(root, "post-"));
    const path = join(folder, "video");
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
  try {
    return await work({
      address,
      fileName,
      publicUrl: isPublicHost(new URL(address).hostname) ? address : undefined,
      async file() {
        if (stored) return { ...stored, stream: (range) => stored.stream(range) };
        copied ??= copy();
        return copied;
      },
    });
  } finally {
    await copied?.catch(() => {});
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}
