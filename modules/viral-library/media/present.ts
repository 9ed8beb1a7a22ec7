import type { ViralLibrary } from "../context";
import type { Media } from "../schema";
import type { MediaResult } from "../search/search";
import { toMediaId } from "./store";

/** Formats own media with the URLs of its newest files. */
export async function presentMedia(
  { media: files, services }: ViralLibrary,
  accountId: string,
  results: readonly MediaResult[],
): Promise<{ media: Media; score: number }[]> {
  const videos = results.flatMap(({ media }) => (media.kind === "video" ? [media.id] : []));
  const newest = await services.videos?.newestFiles(accountId, videos);
  return results.map(({ media, score }) => {
    const { id, kind, title, label, analysis, created_at } = media;
    const { main, poster, art, thumbnail } = media.files;
    const edited = newest?.get(id);
    const key = edited?.key ?? main?.key;
    const isImage = kind === "image" || media.facts.kind === "image";
    const still = thumbnail?.key ?? (isImage ? key : (poster ?? art)?.key);
    const duration = edited?.duration ?? media.duration;
    return {
      media: {
        id: toMediaId(media),
        kind,
        source: media.is_uploaded ? "upload" : "generated",
        title: label ?? title,
        url: key && files.url(key),
        thumbnailUrl: still && files.url(still),
        duration: duration ?? undefined,
        analysis: analysis ?? undefined,
        createdAt: created_at.getTime(),
      },
      score,
    };
  });
}
