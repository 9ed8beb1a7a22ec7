import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Figures } from "vireo/slots/social";
import type { Social } from "../context";
import { toPostId } from "../posts/present";
import type { SocialAccount, TargetRow } from "../tables";
import type { Described } from "./describe-posts";

/** A target whose metrics were read. */
export interface Measured extends Pick<TargetRow, "id"> {
  platformPostId: string;
  publishedAt: Date;
  /** Time of the read, by the database's clock. */
  measuredAt: Date;
  figures: Figures;
  about: Described;
}

export interface Batch {
  account: Pick<SocialAccount, "id" | "account_id" | "username">;
  measured: readonly Measured[];
  /** True if the metrics are simulated. */
  isSimulated: boolean;
}

/** Adds a snapshot of each target, and replaces its newest metrics. The statement's text is always the same. */
export async function storeFigures(trx: Transaction, { account, measured, isSimulated }: Batch): Promise<void> {
  const rows = measured.map(({ id, measuredAt, publishedAt, about, figures: { watchSeconds, ...figures } }) => ({
    target_id: id,
    post_id: about.postId,
    platform: about.platform,
    published_at: publishedAt,
    hook: about.hook,
    seconds: about.seconds,
    measured_at: measuredAt,
    ...figures,
    watch_seconds: watchSeconds,
  }));
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(target_id uuid, post_id uuid,
        platform text, published_at timestamptz, hook text, seconds float8, measured_at timestamptz,
        views bigint, likes bigint, comments bigint, shares bigint, saves bigint, watch_seconds bigint)),
    snapshots as (
      insert into social_metrics (target_id, account_id, measured_at, is_simulated, views, likes, comments, shares, saves,
        watch_seconds)
      select target_id, ${account.account_id}::uuid, measured_at, ${isSimulated}::boolean, views, likes, comments, shares,
        saves, watch_seconds
      from given on conflict do nothing)
    insert into social_results (target_id, account_id, social_account_id, post_id, platform, published_at, hook, seconds,
      measured_at, is_simulated, views, likes, comments, shares, saves, watch_seconds)
    select target_id, ${account.account_id}::uuid, ${account.id}::uuid, post_id, platform, published_at, hook, seconds,
      measured_at, ${isSimulated}::boolean, views, likes, comments, shares, saves, watch_seconds
    from given
    on conflict (target_id) do update set
      (hook, seconds, measured_at, is_simulated, views, likes, comments, shares, saves, watch_seconds) =
      (excluded.hook, excluded.seconds, excluded.measured_at, excluded.is_simulated, excluded.views, excluded.likes,
        excluded.comments, excluded.shares, excluded.saves, excluded.watch_seconds)`.execute(trx);
}

/** Passes the results of the account's own posts to its viral library. */
export async function teachLibrary(
  { services }: Social,
  trx: Transaction,
  { account, measured, isSimulated }: Batch,
): Promise<void> {
  await services["viral-library"]?.keepPosts(
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
      opening: about.opening,
      stats,
      duration: about.seconds ?? undefined,
      thumbnailUrl: about.posterUrl,
      playUrl: about.videoUrl,
      simulated: isSimulated,
      isNew: about.isNew,
    })),
  );
}
