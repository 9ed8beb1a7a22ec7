import type { Static } from "@sinclair/typebox";
import { type Selectable, sql } from "kysely";
import type { Tables } from "vireo/database";
import { notFound } from "vireo/errors";
import type { Context } from "vireo/module";
import { toAccountId, toPostId } from "../posts/present";
import { isTimeZone, NO_ZONE, refuse } from "../posts/rules";
import { findPost, readTargets } from "../posts/store";
import { createBestTimes } from "./best-times";
import type { Analytics, AnalyticsQuery, PostMetrics } from "./schema";

const DAY = 86_400_000;
const MAX_DAYS = 366;
const MAX_GROUPS = 1000;
type Snapshot = Selectable<Tables["social_metrics"]>;
const NAMES = ["views", "likes", "comments", "shares", "saves", "watchSeconds"] as const;

function presentFigures(row: Snapshot) {
  const { views, likes, comments, shares, saves, watch_seconds: watchSeconds } = row;
  const values = { views, likes, comments, shares, saves, watchSeconds };
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(known.map(([name, value]) => [name, Number(value)])) as Partial<
      Record<(typeof NAMES)[number], number>
    >),
    measuredAt: row.measured_at.getTime(),
    ...(row.is_simulated ? { simulated: true } : {}),
  };
}

/** Metrics of posts. */
export function createResults({ db, engines }: Pick<Context, "db" | "engines">) {
  async function readPost(owner: string, id: string): Promise<Static<typeof PostMetrics>> {
    const post = await findPost(db, owner, id);
    if (!post) throw notFound("post");
    const targets = (await readTargets(db, [post.id])).get(post.id) ?? [];
    const rows = await db
      .selectFrom("social_metrics")
      .selectAll()
      .where("target_id", "in", [...targets.map((one) => one.id), post.id])
      .where("account_id", "=", owner)
      .orderBy("measured_at")
      .execute();
    const about = ({ social_account_id, platform }: (typeof targets)[number]) => ({
      accountId: toAccountId(social_account_id),
      platform,
    });
    return {
      targets: targets.map((target) => {
        const newest = rows.findLast((row) => row.target_id === target.id);
        const isSupported = engines.get("social", target.provider)?.metrics !== undefined;
        const metrics = newest ? "available" : isSupported ? "pending" : "unsupported";
        return { ...about(target), metrics, ...(newest ? presentFigures(newest) : {}) };
      }),
      history: rows.flatMap((row) => {
        const target = targets.find((one) => one.id === row.target_id);
        return target ? [{ ...about(target), ...presentFigures(row) }] : [];
      }),
    };
  }

  async function analyse(owner: string, query: Static<typeof AnalyticsQuery>): Promise<Static<typeof Analytics>> {
    const { groupBy, timezone = "UTC" } = query;
    const days = (Number(query.to) - Number(query.from)) / DAY;
    refuse({
      ...(days > 0 ? {} : { to: ["Must lie after from."] }),
      ...(days > MAX_DAYS ? { to: [`Must lie at most ${MAX_DAYS} days after from.`] } : {}),
      ...(isTimeZone(timezone) ? {} : { timezone: [NO_ZONE] }),
    });
    const keys = {
      day: sql<string>`to_char(t.published_at at time zone ${timezone}, 'YYYY-MM-DD')`,
      account: sql<string>`t.social_account_id::text`,
      platform: sql<string>`t.platform`,
      post: sql<string>`t.post_id::text`,
    };
    const { rows } = await sql<Record<string, string> & { key: string; simulated: boolean }>`
      select ${keys[groupBy]} as key, count(*) as posts, bool_or(m.is_simulated) as simulated,
        coalesce(sum(m.views), 0) as views, coalesce(sum(m.likes), 0) as likes, coalesce(sum(m.comments), 0) as comments,
        coalesce(sum(m.shares), 0) as shares, coalesce(sum(m.saves), 0) as saves,
        coalesce(sum(m.watch_seconds), 0) as "watchSeconds"
      from social_posts p join social_targets t on t.post_id = p.id
      join lateral (select * from social_metrics where target_id = t.id order by measured_at desc limit 1) m on true
      where p.account_id = ${owner} and t.published_at >= ${new Date(Number(query.from))}
        and t.published_at < ${new Date(Number(query.to))}
      group by 1 order by ${groupBy === "day" ? sql`1` : sql`sum(m.views) desc nulls last, 1`}`.execute(db);
    const names = ["posts", ...NAMES] as const;
    const toSums = (add: (name: string) => number) =>
      Object.fromEntries(names.map((name) => [name, add(name)])) as Record<(typeof names)[number], number>;
    const show = { day: String, platform: String, account: toAccountId, post: toPostId }[groupBy];
    return {
      groups: rows.slice(0, MAX_GROUPS).map((row) => ({ key: show(row.key), ...toSums((name) => Number(row[name])) })),
      total: toSums((name) => rows.reduce((sum, row) => sum + Number(row[name]), 0)),
      simulated: rows.some(({ simulated }) => simulated),
    };
  }

  return { readPost, analyse, findBestTimes: createBestTimes(db) };
}
