import { hashtagsIn, plain, spaced } from "../search/words";
import type { VideoRow } from "../videos/store";
import type { VectorRow } from "./vector-table";

export const SHARED = "shared";

/** What a video means, as text for a model: caption and hashtags, and what an analysis of the picture added to them. */
export function meaningOf({ description, hashtags, analysis }: VideoRow): string {
  const caption = description.replace(/https?:\/\/\S+/g, " ");
  const written = new Set(hashtagsIn(caption).map((tag) => tag.toLowerCase()));
  const others = hashtags.filter((tag) => !written.has(tag)).map((tag) => `#${tag}`);
  const seen = analysis?.basis === "video" ? [analysis.hook, analysis.summary, ...analysis.tags] : [];
  return [caption, ...others, ...seen].join(" ").replace(/\s+/g, " ").trim();
}

/** The row of the index. */
export const toVectorRow = (video: VideoRow, vector: Float32Array): VectorRow => ({
  id: video.id,
  account: video.account_id ?? SHARED,
  vector,
  text: [
    plain(video.description),
    video.username,
    spaced(video.username),
    ...video.hashtags,
    video.sound_name ?? "",
    ...(video.analysis ? [video.analysis.hook, ...video.analysis.tags] : []),
  ].join(" "),
  username: video.username,
  hashtags: video.hashtags,
  views: video.stats.views,
  duration: video.duration,
});
