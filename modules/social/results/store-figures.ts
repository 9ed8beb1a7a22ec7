import type { Transaction } from "vireo/database";
import type { Figures } from "vireo/slots/social";
import { toPostId } from "../posts/present";
import type { SocialAccount, Target } from "../tables";
import type { Described, ResultServices } from "./describe-posts";

/** A target whose figures were read. */
export interface Measured extends Pick<Target, "id"> {
  platformPostId: string;
  publishedAt: Date;
  /** When they were read, by the database's clock. */
  measuredAt: Date;
  figures: Figures;
  about: Described;
}

export interface Batch {
  account: Pick<SocialAccount, "id" | "account_id" | "username">;
  measured: readonly Measured[];
  /** True if the figures are made up. */
  isSimulated: boolean;
}

const NAMES = ["views", "likes", "comments", "shares", "saves", "watch_seconds"] as const;

const toSnapshot = ({ account, isSimulated }: Batch, { id, measuredAt, figures }: Measured) => {
  const { watchSeconds: watch_seconds, views, likes, comments, shares, saves } = figures;
  return {
    target_id: id,
    account_id: account.account_id,
    measured_at: measuredAt,
    is_simulated: isSimulated,
    ...{ views, likes, comments, shares, saves, watch_seconds },
  };
};

/** Adds a snapshot of each target, and replaces its newest figures. */
export async function storeFigures(trx: Transaction, batch: Batch): Promise<void> {
  if (batch.measured.length === 0) return;
  await trx
    .insertInto("social_metrics")
    .values(batch.measured.map((one) => toSnapshot(batch, one)))
    .onConflict((one) => one.doNothing())
    .execute();
  await trx
    .insertInto("social_results")
    .values(
      batch.measured.map((one) => ({
        ...toSnapshot(batch, one),
        social_account_id: batch.account.id,
        post_id: one.about.postId,
        platform: one.about.platform,
        published_at: one.publishedAt,
        hook: one.about.hook,
        seconds: one.about.seconds,
      })),
    )
    .onConflict((one) =>
      one.column("target_id").doUpdateSet(({ ref }) => {
        const columns = [...NAMES, "hook", "seconds", "measured_at", "is_simulated"] as const;
        return Object.fromEntries(columns.map((name) => [name, ref(`excluded.${name}`)]));
      }),
    )
    .execute();
}

/** The account's viral library learns what its own posts have brought. */
export async function teachLibrary(
  trx: Transaction,
  library: ResultServices["viral-library"],
  { account, measured, isSimulated }: Batch,
): Promise<void> {
  await library?.keepPosts(
    trx,
    account.account_id,
    measured.map(({ platformPostId, publishedAt, figures: { watchSeconds: _, ...stats }, about }) => ({
      platform: about.platform,
      platformPostId,
      publishedAt,
      postId: toPostId(about.postId),
      url: about.url,
      username: account.username,
      caption: about.caption,
      ...(about.opening ? { opening: about.opening } : {}),
      stats,
      ...(about.seconds === null ? {} : { duration: about.seconds }),
      ...(about.posterUrl ? { thumbnailUrl: about.posterUrl } : {}),
      playUrl: about.videoUrl,
      simulated: isSimulated,
      isNew: about.isNew,
    })),
  );
}
