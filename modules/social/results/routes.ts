import type { Router } from "vireo/router";
import type { createResults } from "./results";
import { Analytics, AnalyticsQuery, BestTimes, PostMetrics } from "./schema";

export function addResultRoutes(router: Router, results: ReturnType<typeof createResults>): void {
  router
    .get("/posts/:postId/metrics", ({ caller, params }) => results.readPost(caller.accountId, params.postId), {
      auth: "social:read",
      detail: {
        operationId: "getSocialPostMetrics",
        summary: "Get what a post has brought",
        description: "Figures are snapshots: they are added over time, and never overwritten.",
      },
      response: { 200: PostMetrics },
    })
    .get("/analytics", ({ caller, query }) => results.analyse(caller.accountId, query), {
      auth: "social:read",
      detail: {
        operationId: "getSocialAnalytics",
        summary: "Get what posts have brought, by day, account, platform or post",
        description: "Adds up the newest figures of each target that was published in this time.",
      },
      query: AnalyticsQuery,
      response: { 200: Analytics },
    })
    .get(
      "/accounts/:accountId/best-times",
      ({ caller, params }) => results.findBestTimes(caller.accountId, params.accountId),
      {
        auth: "social:read",
        detail: {
          operationId: "getSocialAccountBestTimes",
          summary: "Get the best times to post",
          description: "From the account's own results of the last 180 days, with the number of posts they rest on.",
        },
        response: { 200: BestTimes },
      },
    );
}
