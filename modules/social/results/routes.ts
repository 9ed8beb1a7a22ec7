import { toCsv } from "vireo/csv";
import type { Router } from "vireo/router";
import type { Social } from "../context";
import { readAnalytics, toTable } from "./analytics";
import { findBestTimes, readPostMetrics } from "./results";
import { Analytics, AnalyticsQuery, BestTimes, PostMetrics } from "./schema";

export function addResultRoutes(router: Router, social: Social): void {
  router
    .get("/posts/:postId/metrics", ({ caller, params }) => readPostMetrics(social, caller.accountId, params.postId), {
      auth: "social:read",
      detail: {
        operationId: "getSocialPostMetrics",
        summary: "Get the metrics of a post",
        description: "Metrics are snapshots: they are added over time and never overwritten.",
      },
      response: { 200: PostMetrics },
    })
    .get("/analytics", ({ caller, query }) => readAnalytics(social, caller.accountId, query), {
      auth: "social:read",
      detail: {
        operationId: "getSocialAnalytics",
        summary: "Get metrics of posts by time, account, platform, post, hook or length",
        description:
          "Adds up the newest metrics of each target published in this period. GET /social/analytics.csv returns the same as a table.",
      },
      query: AnalyticsQuery,
      response: { 200: Analytics },
    })
    .get(
      "/analytics.csv",
      async ({ caller, query }) => {
        const { groups } = await readAnalytics(social, caller.accountId, query);
        return new Response(toCsv(toTable(query.groupBy, groups)), {
          headers: {
            "content-type": "text/csv; charset=utf-8",
            "content-disposition": `attachment; filename="analytics-by-${query.groupBy}.csv"`,
          },
        });
      },
      {
        auth: "social:read",
        detail: {
          operationId: "exportSocialAnalytics",
          summary: "Export metrics of posts as CSV",
          description:
            "The groups of GET /social/analytics, one per row. Texts that a spreadsheet would execute as a formula get a leading apostrophe.",
          responses: {
            200: {
              description: "A table with a header row.",
              content: { "text/csv": { schema: { type: "string" } } },
            },
          },
        } as object,
        query: AnalyticsQuery,
      },
    )
    .get(
      "/accounts/:accountId/best-times",
      ({ caller, params }) => findBestTimes(social, caller.accountId, params.accountId),
      {
        auth: "social:read",
        detail: {
          operationId: "getSocialAccountBestTimes",
          summary: "Get the best times to post",
          description:
            "Based on the account's own results of the last 180 days. Returns the number of posts behind each time.",
        },
        response: { 200: BestTimes },
      },
    );
}
