import { sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import { findHookForm, getOpening, type HookForm } from "vireo/hooks";
import type { Context } from "vireo/module";
import type { Figures } from "vireo/slots/social";
import type { Post, SocialAccount, Target } from "../tables";

/** A target whose figures were read. */
export interface Measured extends Pick<Target, "id" | "platform_post_id" | "published_at"> {
  /** When they were read, by the database's clock. */
  now: Date;
  figures: Figures;
}

type About = Pick<Target, "id" | "post_id" | "platform"> &
  Pick<Post, "content" | "overrides" | "video_key"> & { known: boolean; hook: HookForm | null; seconds: number | null };

const readAbout = async (db: Database, ids: readonly string[]): Promise<About[]> => {
  const { rows } = await sql<About>`
    select t.id, t.post_id, t.platform, p.content, p.overrides, p.video_key, r.hook is not null as known, r.hook, r.seconds
    from social_targets t join social_posts p on p.id = t.post_id
      left join social_results r on r.target_id = t.id
    where t.id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

const getCaption = ({ platform, content, overrides }: Pick<About, "platform" | "content" | "overrides">) =>
  overrides[platform]?.content ?? content;

/** What posts are grouped by: the form of the hook and the length. */
export async function describePosts(
  { db, services }: { db: Database; services: Context<unknown, never, "videos">["services"] },
  owner: string,
  ids: readonly string[],
) {
  const rows = await readAbout(db, ids);
  const keys = rows.flatMap(({ known, video_key }) => (known || video_key === null ? [] : [video_key]));
  const files = await services.videos?.describeFiles(owner, [...new Set(keys)]);
  return new Map(
    rows.map((row) => {
      const { opening, seconds } = files?.get(row.video_key ?? "") ?? {};
      const caption = getCaption(row);
      const hook = getOpening(opening ?? "") || getOpening(caption);
      const found = row.known ? row : { hook: hook === "" ? null : findHookForm(hook), seconds: seconds ?? null };
      return [row.id, { postId: row.post_id, platform: row.platform, hook: found.hook, seconds: found.seconds }];
    }),
  );
}
export type Described = Awaited<ReturnType<typeof describePosts>>;

/** Adds a snapshot of each target, and replaces its newest figures. */
export async function storeFigures(
  trx: Transaction,
  account: Pick<SocialAccount, "id" | "account_id">,
  { measured, described, isSimulated }: { measured: readonly Measured[]; described: Described; isSimulated: boolean },
): Promise<void> {
  const rows = measured.map(({ id, now, figures: { watchSeconds: watch_seconds, ...figures } }) => ({
    target_id: id,
    account_id: account.account_id,
    measured_at: now,
    ...figures,
    watch_seconds,
    is_simulated: isSimulated,
  }));
  const newest = rows.flatMap((row, at) => {
    const about = described.get(row.target_id);
    const published = measured[at]?.published_at;
    if (!about || !published) return [];
    const { postId: post_id, ...groups } = about;
    return [{ ...row, ...groups, post_id, social_account_id: account.id, published_at: published }];
  });
  if (rows.length === 0) return;
  await trx
    .insertInto("social_metrics")
    .values(rows)
    .onConflict((one) => one.doNothing())
    .execute();
  if (newest.length === 0) return;
  await trx
    .insertInto("social_results")
    .values(newest)
    .onConflict((one) =>
      one.column("target_id").doUpdateSet(({ ref }) => ({
        hook: ref("excluded.hook"),
        seconds: ref("excluded.seconds"),
        measured_at: ref("excluded.measured_at"),
        views: ref("excluded.views"),
        likes: ref("excluded.likes"),
        comments: ref("excluded.comments"),
        shares: ref("excluded.shares"),
        saves: ref("excluded.saves"),
        watch_seconds: ref("excluded.watch_seconds"),
        is_simulated: ref("excluded.is_simulated"),
      })),
    )
    .execute();
}
