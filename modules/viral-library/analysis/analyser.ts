import { sql } from "kysely";
import { getOpening } from "vireo/hooks";
import { extractHashtags } from "vireo/scrape";
import { explainReach, findTechnique } from "vireo/techniques";
import { tokenize } from "vireo/text";
import { transact } from "vireo/transaction";
import type { WorkKind } from "vireo/work";
import type { ViralLibrary } from "../context";
import { INDEX } from "../index-vectors/indexes";
import type { Analysis } from "../schema";
import { isMeaningful } from "../search/tokens";
import { lockDue, type VideoRow } from "../videos/store";
import { isSample, writeSampleAnalysis } from "./sample";

const TAGS = 12;

/** Kind of work that analyses captions. */
export const ANALYSE = "analyse";

const BATCH = 100;

/** Analyses the captions of new and changed videos. Each batch is locked by its transaction, so there is no lease. */
export const defineAnalysisWork = (library: ViralLibrary): WorkKind => ({
  concurrency: 1,
  due: sql`(select now() where exists (select from viral_videos where analysis_due))`,
  backlog: sql`select updated_at as due, false as held from viral_videos where analysis_due`,
  claim: () => library.db.selectFrom("viral_videos").select("id").where("analysis_due", "=", true).limit(1).execute(),
  run: (_, { stopping }) => analyseDue(library, stopping),
});

/** Analyses all videos that are due. A video without a result has no analysis and does not appear in searches. */
export async function analyseDue(library: ViralLibrary, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await analyseBatch(library)) > 0);
}

/** Returns the number of videos that were due. */
const analyseBatch = ({ db, now, work }: ViralLibrary): Promise<number> =>
  transact(db, async (trx) => {
    const videos = await lockDue(trx, BATCH);
    if (videos.length === 0) return 0;
    const results: { id: string; analysis: Analysis | null }[] = [];
    for (const video of videos) results.push({ id: video.id, analysis: (await analyseCaption(video, now())) ?? null });
    await sql`
      update viral_videos v set analysis = r.analysis, analysis_due = false
      from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb) as r(id uuid, analysis jsonb)
      where v.id = r.id`.execute(trx);
    await work.wake(trx, INDEX);
    return videos.length;
  });

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
