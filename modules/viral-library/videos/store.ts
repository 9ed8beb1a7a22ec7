import { type Selectable, sql } from "kysely";
import type { Database, Tables, Transaction } from "vireo/database";
import { newUuid, toPublicId, toUuid } from "vireo/ids";
import type { PlatformName } from "vireo/slots/social";
import { insertRows } from "vireo/tables";
import { estimateKeyframes } from "../analysis/caption-keyframes";
import type { ViralLibrary } from "../context";
import { INDEX } from "../index-vectors/indexes";
import type { Analysis, Video } from "../schema";

/** Post of the account itself. */
export interface PostSource {
  postId: string;
  platform: PlatformName;
  /** First text that is shown or spoken. */
  opening?: string;
  simulated?: boolean;
}

export type VideoRow = Selectable<Tables["viral_videos"]>;

const PREFIX = "viral";
export const parseVideoId = (id: string): string | undefined => toUuid(PREFIX, id);

function presentSource(source: PostSource | null) {
  if (!source) return { source: "import" as const };
  const { postId, platform, simulated } = source;
  return { source: "post" as const, post: { postId, platform, simulated: simulated || undefined } };
}

/** An analysis of the caption has no keyframes of its own. */
function presentAnalysis({ description }: VideoRow, analysis: Analysis): Analysis {
  if (analysis.basis !== "caption" || analysis.keyframes?.length > 0) return analysis;
  return { ...analysis, keyframes: estimateKeyframes(analysis.hook, description, analysis.durationSeconds) };
}

export function present(row: VideoRow): Video {
  return {
    id: toPublicId(PREFIX, row.id),
    tiktokId: row.tiktok_id,
    tiktokUrl: row.tiktok_url,
    username: row.username,
    description: row.description,
    stats: row.stats,
    hashtags: row.hashtags,
    soundName: row.sound_name ?? undefined,
    duration: row.duration ?? undefined,
    thumbnailUrl: row.thumbnail_url ?? undefined,
    playUrl: row.play_url ?? undefined,
    publishedAt: row.published_at === null ? undefined : row.published_at.getTime(),
    analysis: row.analysis && presentAnalysis(row, row.analysis),
    ...presentSource(row.source),
    library: row.account_id === null ? "shared" : "own",
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** Fields of an imported video. Missing fields are unchanged. */
export interface VideoFacts {
  tiktok_id: string;
  tiktok_url: string;
  username?: string;
  description?: string;
  stats?: Partial<VideoRow["stats"]>;
  hashtags?: string[];
  sound_name?: string;
  duration?: number;
  thumbnail_url?: string;
  play_url?: string;
  published_at?: Date;
}

/**
 * Returns the given videos that an account can read: its own and the shared ones. The condition avoids the index on the
 * account, because the shared library may hold nearly all rows and the ids are few.
 */
export const selectReadable = (db: Database, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom("viral_videos")
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(sql<boolean>`coalesce(account_id, ${accountId}::uuid) = ${accountId}::uuid`);

/** Stores an analysis of the video itself in place of the caption's analysis. Shared videos are unchanged. */
export async function storeAnalysis(
  { work }: ViralLibrary,
  trx: Transaction,
  accountId: string,
  videoId: string,
  analysis: Omit<Analysis, "basis">,
): Promise<void> {
  await trx
    .updateTable("viral_videos")
    .set({
      analysis: { ...analysis, basis: "video" },
      analysis_due: false,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where("id", "=", parseVideoId(videoId) ?? null)
    .where("account_id", "=", accountId)
    .execute();
  await work.wake(trx, INDEX);
}

/** Locks videos whose analysis is due, oldest first. Skips those that another process has locked. */
export const lockDue = (trx: Transaction, limit: number): Promise<VideoRow[]> =>
  trx
    .selectFrom("viral_videos")
    .selectAll()
    .where("analysis_due", "=", true)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export const NO_STATS = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0 };

/** Inserts the videos that the library does not contain yet, and returns them. */
export const insertNew = (
  trx: Transaction,
  accountId: string | null,
  facts: readonly VideoFacts[],
): Promise<VideoRow[]> =>
  insertRows(
    trx,
    "viral_videos",
    facts.map(({ stats, ...given }) => ({
      username: "",
      description: "",
      hashtags: [],
      ...given,
      id: newUuid(),
      account_id: accountId,
      stats: { ...NO_STATS, ...stats },
    })),
  )
    .onConflict((conflict) => conflict.constraint("viral_videos_once").doNothing())
    .returningAll()
    .execute();

const belongsTo = (accountId: string | null) => sql<boolean>`account_id is not distinct from ${accountId}::uuid`;

export const findByTiktokIds = (trx: Transaction, accountId: string | null, ids: readonly string[]) =>
  trx.selectFrom("viral_videos").selectAll().where(belongsTo(accountId)).where("tiktok_id", "in", ids).execute();

/** Updates a video. A new caption makes its analysis due again. */
export function update(trx: Transaction, accountId: string | null, { tiktok_id, stats, ...given }: VideoFacts) {
  const description = given.description ?? null;
  const changed = sql<boolean>`(${description}::text is not null and description <> ${description}::text)`;
  return trx
    .updateTable("viral_videos")
    .set({
      ...given,
      stats: stats && sql`stats || ${stats}::jsonb`,
      analysis: sql`case when ${changed} then null else analysis end`,
      analysis_due: sql<boolean>`analysis_due or ${changed}`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where(belongsTo(accountId))
    .where("tiktok_id", "=", tiktok_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
