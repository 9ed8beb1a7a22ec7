import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { getContentType, isKey } from "vireo/storage";
import type { Social } from "../context";

/** Video of a post: a stored file by its storage key, or a URL. */
export type VideoRef = { key: string; url?: never } | { url: string; key?: never };

/** Returns the storage key of a URL of this server that passed the check. Undefined for any other URL. */
function findOwnKey(address: string, origin: string): string | undefined {
  const url = new URL(address);
  const own = new URL(origin);
  const local = (host: string) => (host === "127.0.0.1" ? "localhost" : host);
  if (local(url.hostname) !== local(own.hostname) || !url.pathname.startsWith("/media/")) return undefined;
  const key = url.pathname.slice("/media/".length);
  return isKey(key) ? key : undefined;
}

/** Finds the video that a request names by `videoUrl` or `videoId`. Throws `validation_error` and `unsafe_url`. */
export async function findVideo(
  { fetch, host, media, generations, services }: Social,
  accountId: string,
  input: { videoUrl?: string; videoId?: string },
): Promise<{ video: VideoRef; videoId: string | null }> {
  const linked = input.videoId === undefined ? undefined : await generations.find(accountId, "video", input.videoId);
  if (input.videoId !== undefined && !linked) throw invalid("videoId", "Video not found in this account.");
  const videoId = linked?.id ?? null;
  if (input.videoUrl !== undefined) {
    await checkUrls(fetch, { videoUrl: input.videoUrl });
    const key = findOwnKey(input.videoUrl, host.origin);
    if (!key || !(await media.storage.open(key))) return { video: { url: input.videoUrl }, videoId };
    if (!getContentType(key).startsWith("video/")) throw invalid("videoUrl", "Must be the URL of a video.");
    return { video: { key }, videoId };
  }
  if (!linked) throw invalid("videoUrl", "Send videoUrl or videoId.");
  const key = await services.videos?.newestKey(accountId, linked.id);
  if (!key) throw invalid("videoId", `This video is ${linked.status}. Only completed videos can be posted.`);
  return { video: { key }, videoId };
}

/** Throws `unsafe_url` if the thumbnail may not be fetched. */
export async function checkThumbnail(
  { fetch }: Social,
  { overrides }: { overrides?: { youtube?: { thumbnailUrl?: string } } },
): Promise<void> {
  const url = overrides?.youtube?.thumbnailUrl;
  if (url !== undefined) await checkUrls(fetch, { "overrides.youtube.thumbnailUrl": url });
}
