import type { StoredPost } from "./posts";

/** GET /v1/analytics: the published posts of an account, with figures that differ by their place. */
export function listAnalytics(posts: readonly StoredPost[], query: URLSearchParams, hasAnalytics: boolean) {
  if (!hasAnalytics) return { status: 402, json: { error: "Analytics is a paid addition", type: "payment_required" } };
  const limit = Number(query.get("limit"));
  const page = Number(query.get("page") ?? 1);
  const [from = "", to = ""] = ["fromDate", "toDate"].map((name) => query.get(name) ?? "");
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || !/^\d{4}-\d\d-\d\d$/.test(to) || !(limit > 0 && limit <= 100))
    return { status: 400, json: { error: "fromDate, toDate or limit is invalid" } };
  const published = posts.filter(
    ({ target, createdAt }) =>
      target.platformPostId &&
      target.accountId === query.get("accountId") &&
      target.platform === query.get("platform") &&
      createdAt.slice(0, 10) >= from &&
      createdAt.slice(0, 10) <= to,
  );
  const all = published.map(({ _id, target: { platform, accountId, platformPostId } }, at) => ({
    _id,
    platforms: [
      {
        ...{ platform, accountId, platformPostId, status: "published", syncStatus: at === 2 ? "pending" : "synced" },
        analytics: { views: 100 + at, likes: 7, comments: 0, shares: 1, saves: 2, igReelsVideoViewTotalTime: 61_000 },
      },
    ],
  }));
  const shown = all.slice((page - 1) * limit, page * limit);
  return { status: 200, json: { posts: shown, hasAnalyticsAccess: true, pagination: { page, limit } } };
}
