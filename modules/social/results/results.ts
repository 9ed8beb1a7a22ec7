import type { Static } from "@sinclair/typebox";
import type { Selectable } from "kysely";
import type { Tables } from "vireo/database";
import { notFound } from "vireo/errors";
import type { Context } from "vireo/module";
import { toAccountId } from "../posts/present";
import { findPost, readTargets } from "../posts/store";
import { readAnalytics } from "./analytics";
import { createBestTimes } from "./best-times";
import type { AnalyticsQuery, PostMetrics } from "./schema";

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
      .where("target_id", "in", [...targets.map((candidate) => candidate.id), post.id])
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
        const target = targets.find((candidate) => candidate.id === row.target_id);
        return target ? [{ ...about(target), ...presentFigures(row) }] : [];
      }),
    };
  }

  return {
    readPost,
    analyse: (owner: string, query: Static<typeof AnalyticsQuery>) => readAnalytics(db, owner, query),
    findBestTimes: createBestTimes(db),
  };
}
