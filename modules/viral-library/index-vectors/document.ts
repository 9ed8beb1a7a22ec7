import { extractHashtags, separateWords, splitUsername, toPlainText } from "../search/tokens";
import type { VideoRow } from "../videos/store";
import type { VectorRow } from "./vector-table";

export const SHARED = "shared";

/** The text to embed: caption, hashtags, and what an analysis of the video itself added. */
export function toEmbeddingText({ description, hashtags, analysis }: VideoRow): string {
  const caption = description.replace(/https?:\/\/\S+/g, " ");
  const inCaption = new Set(extractHashtags(caption).map((tag) => tag.toLowerCase()));
  const others = hashtags.filter((tag) => !inCaption.has(tag)).map((tag) => `#${tag}`);
  const fromVideo = analysis?.basis === "video" ? [analysis.hook, analysis.summary, ...analysis.tags] : [];
  return [caption, ...others, ...fromVideo].join(" ").replace(/\s+/g, " ").trim();
}

/** The text whose words are searched. */
export const toSearchText = (video: VideoRow): string =>
  separateWords(
    [
      toPlainText(video.description),
      video.username,
      splitUsername(video.username),
      ...video.hashtags,
      video.sound_name ?? "",
      ...(video.analysis ? [video.analysis.hook, ...video.analysis.tags] : []),
    ].join(" "),
  );

export const toVectorRow = (video: VideoRow, vector: Float32Array): VectorRow => ({
  id: video.id,
  account: video.account_id ?? SHARED,
  vector,
  text: toSearchText(video),
  username: video.username,
  hashtags: video.hashtags,
  views: video.stats.views,
  duration: video.duration,
});
