import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { Context } from "vireo/module";
import { getContentType, isKey } from "vireo/storage";

/** A post's video: one of ours by its storage key, or an address. */
export type VideoRef = { key: string; url?: never } | { url: string; key?: never };

type Wanted = Pick<Context<unknown, never, "videos">, "fetch" | "host" | "media" | "generations" | "services">;

/** The storage key behind an address of ours that passed the check; undefined for any other. */
function ownKey(address: string, origin: string): string | undefined {
  const url = new URL(address);
  const own = new URL(origin);
  const local = (host: string) => (host === "127.0.0.1" ? "localhost" : host);
  if (local(url.hostname) !== local(own.hostname) || !url.pathname.startsWith("/media/")) return undefined;
  const key = url.pathname.slice("/media/".length);
  return isKey(key) ? key : undefined;
}

/** Finds what a request's `videoUrl` and `videoId` name. Throws `validation_error` and `unsafe_url`. */
export function createVideos({ fetch, host, media, generations, services }: Wanted) {
  async function generated(accountId: string, id: string) {
    const row = await generations.find(accountId, "video", id);
    if (!row) throw invalid("videoId", "Video not found in this account.");
    return row;
  }

  return async function find(
    accountId: string,
    asked: { videoUrl?: string | undefined; videoId?: string | undefined },
  ): Promise<{ video: VideoRef; videoId: string | null }> {
    const linked = asked.videoId === undefined ? undefined : await generated(accountId, asked.videoId);
    const videoId = linked?.id ?? null;
    if (asked.videoUrl !== undefined) {
      await checkUrls(fetch, { videoUrl: asked.videoUrl });
      const key = ownKey(asked.videoUrl, host.origin);
      if (!key || !(await media.storage.open(key))) return { video: { url: asked.videoUrl }, videoId };
      if (!getContentType(key).startsWith("video/")) throw invalid("videoUrl", "Must be the address of a video.");
      return { video: { key }, videoId };
    }
    if (!linked) throw invalid("videoUrl", "Send videoUrl or the videoId of a video.");
    const key = await services.videos?.newestKey(accountId, linked.id);
    if (!key) throw invalid("videoId", `This video is ${linked.status}. Only completed videos can be posted.`);
    return { video: { key }, videoId };
  };
}

/** Throws `unsafe_url` if the thumbnail may not be fetched. */
export async function checkThumbnail(
  { fetch }: Pick<Context, "fetch">,
  { overrides }: { overrides?: { youtube?: { thumbnailUrl?: string } } },
): Promise<void> {
  const url = overrides?.youtube?.thumbnailUrl;
  if (url !== undefined) await checkUrls(fetch, { "overrides.youtube.thumbnailUrl": url });
}
