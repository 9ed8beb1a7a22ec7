import { getOpening } from "vireo/hooks";
import { extractHashtags } from "vireo/scrape";
import { explainReach, findTechnique } from "vireo/techniques";
import { tokenize } from "vireo/text";
import type { Analysis } from "../schema";
import { isMeaningful } from "../search/tokens";
import type { VideoRow } from "../videos/store";
import { isSample, writeSampleAnalysis } from "./sample";

const TAGS = 12;

/** Reasons derived from the metrics. */
function explainPerformance({ stats, duration }: VideoRow): string[] {
  const isShort = duration && duration <= 20 && stats.views >= 100_000;
  return [...explainReach(stats), ...(isShort ? [`Short: ${Math.round(duration)} seconds`] : [])];
}

/**
 * Analyses the caption and the metrics, not the video itself (`basis: "caption"`): no keyframes, and only reasons
 * derived from metrics. Undefined without a caption. Samples, which were never filmed, have written scenes. `at` is in
 * milliseconds since the epoch.
 */
export async function analyseCaption(video: VideoRow, at: number): Promise<Analysis | undefined> {
  const caption = video.description
    .replace(/#[\p{L}\p{N}\p{M}_]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  // Only for the account's posts is the opening text known.
  const sentence = video.source?.opening ?? getOpening(video.description);
  const keywords = tokenize(caption).filter((word) => isMeaningful(word) && !/^\d+$/.test(word));
  const hashtags = [
    ...new Set([...video.hashtags, ...extractHashtags(video.description)].map((tag) => tag.toLowerCase())),
  ];
  const tags = [...new Set([...hashtags.filter(isMeaningful), ...keywords])].slice(0, TAGS);
  if (tags.length === 0) return undefined;

  const technique = findTechnique(sentence);
  const subject = hashtags.find(isMeaningful) ?? keywords[0] ?? "";
  const length = video.duration ? `${Math.round(video.duration)}-second video` : "Video";
  const analysis: Analysis = {
    hook: sentence || tags.join(", "),
    summary: `${length} by @${video.username}: ${caption || tags.join(", ")}`.slice(0, 500),
    whyItPerformed: explainPerformance(video),
    attributesToCopy: sentence ? [technique.copy] : [],
    hooksToTest: subject ? [technique.next(subject)] : [],
    keyframes: [],
    durationSeconds: video.duration ?? 0,
    tags,
    analyzedAt: at,
    basis: "caption",
  };
  return isSample(video) ? writeSampleAnalysis(video, technique.id, analysis) : analysis;
}
