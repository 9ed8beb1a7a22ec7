import type { Database } from "vireo/database";
import { extractHashtags } from "vireo/scrape";
import { type KnownMedia, readMedia } from "../media/store";
import { toMediaHashtags, toMediaText } from "../media/text";
import { separateWords, splitUsername, toPlainText } from "../search/tokens";
import type { VideoRow } from "../videos/store";
import type { VectorRow } from "./vector-table";

export const SHARED = "shared";
/**
 * Returns the index key of an account's own media. It differs from that of its library, so a search of one never finds
 * the other.
 */
export const getMediaKey = (accountId: string): string => `media:${accountId}`;

/** Index document of a library video or of own media. */
export interface Document extends Omit<VectorRow, "vector"> {
  embeddingText: string;
}

/** Returns the texts among these fields of an analysis. Another version may have stored other fields. */
const listTexts = (analysis: VideoRow["analysis"], fields: readonly ("hook" | "summary" | "tags")[]): string[] =>
  fields.flatMap((field) => analysis?.[field] ?? []).filter((text) => typeof text === "string");

/** Returns the text to embed: caption, hashtags, and additions from an analysis of the video itself. */
export function toEmbeddingText({ description, hashtags, analysis }: VideoRow): string {
  const caption = description.replace(/https?:\/\/\S+/g, " ");
  const inCaption = new Set(extractHashtags(caption).map((tag) => tag.toLowerCase()));
  const others = hashtags.filter((tag) => !inCaption.has(tag)).map((tag) => `#${tag}`);
  const fromVideo = analysis?.basis === "video" ? listTexts(analysis, ["hook", "summary", "tags"]) : [];
  return [caption, ...others, ...fromVideo].join(" ").replace(/\s+/g, " ").trim();
}

/** Returns the text for full-text search. */
export const toSearchText = (video: VideoRow): string =>
  separateWords(
    [
      toPlainText(video.description),
      video.username,
      splitUsername(video.username),
      ...video.hashtags,
      video.sound_name ?? "",
      ...listTexts(video.analysis, ["hook", "tags"]),
    ].join(" "),
  );

const toVideoDocument = (video: VideoRow): Document => ({
  id: video.id,
  account: video.account_id ?? SHARED,
  embeddingText: toEmbeddingText(video),
  text: toSearchText(video),
  username: video.username,
  hashtags: video.hashtags,
  views: video.stats.views,
  duration: video.duration,
  published: video.published_at?.getTime() ?? null,
});

function toMediaDocument(media: KnownMedia): Document {
  const text = toMediaText(media);
  return {
    id: media.id,
    account: getMediaKey(media.account_id),
    embeddingText: text,
    text: separateWords(toPlainText(text)),
    username: "",
    hashtags: toMediaHashtags(media),
    views: 0,
    duration: media.duration,
    published: media.created_at.getTime(),
  };
}

/** Reads the documents with these ids. Leaves out those that do not belong in an index. */
export async function readDocuments(db: Database, ids: readonly string[]): Promise<Document[]> {
  const [videos, media] = await Promise.all([
    db.selectFrom("viral_videos").selectAll().where("id", "in", ids).where("analysis", "is not", null).execute(),
    readMedia(db, ids),
  ]);
  return [...videos.map(toVideoDocument), ...media.map(toMediaDocument)];
}

export const toVectorRow = ({ embeddingText: _text, ...document }: Document, vector: Float32Array): VectorRow => ({
  ...document,
  vector,
});
