import { requireScope } from "vireo/access";
import { accept, addResourceRoutes, CANCELS, GenerationQuery } from "vireo/generations";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import { presentAnalysis, startAnalysis } from "./analysis";
import type { Research } from "./context";
import { editPlan, getPlan, planKind, presentPlan, presentPlans, producePlan, removePlan, startPlan } from "./plan";
import {
  Analyses,
  AnalyseVideo,
  Analysis,
  AnalysisStart,
  EditPlan,
  MakePlan,
  Plan,
  PlanStart,
  Plans,
  ProducePlan,
  Scrape,
  Scraped,
} from "./schema";
import { getScrape, scrapeVideos } from "./scrape";

export function addScrapeRoutes(router: Router, research: Research): void {
  router
    .post("/scrape-tiktok", ({ body, caller, exchange }) => scrapeVideos(research, caller.accountId, body, exchange), {
      auth: "research:write",
      limit: "research",
      cost: ["scrape"],
      detail: {
        operationId: "scrapeTiktok",
        summary: "Find videos by keyword, hashtag or search",
        description: "Waits for the source. If the source fails, returns 502 and refunds the credits.",
        "x-errors": [502, 503],
      } as object,
      body: Scrape,
      response: { 200: Scraped },
    })
    .get("/scrapes/:scrapeId", ({ caller, params }) => getScrape(research, caller.accountId, params.scrapeId), {
      auth: "research:read",
      detail: { summary: "Get the result of a scrape", description: "Kept for 30 days." },
      response: { 200: Scraped },
    });
}

export function addAnalysisRoutes(router: Router, research: Research): void {
  router.post(
    "/videos/analyze",
    async ({ body, caller, exchange, set }) =>
      accept(set, "/analyses", "analysisId", await startAnalysis(research, caller.accountId, body, exchange)),
    {
      auth: "research:write",
      limit: "research",
      cost: ["analysis"],
      detail: { summary: "Analyse a video" },
      body: AnalyseVideo,
      response: { 202: AnalysisStart },
    },
  );
  addResourceRoutes(router, research.generations, {
    kind: "analysis",
    path: "/analyses",
    idName: "analysisId",
    one: "an analysis",
    all: "analyses",
    plural: "analyses",
    scope: "research",
    schemas: { one: Analysis, list: Analyses },
    present: presentAnalysis,
    hasLabels: false,
  });
}

export function addPlanRoutes(router: Router, research: Research): void {
  const { db, generations } = research;
  router
    .post(
      "/content-plans",
      async ({ body, caller, exchange, set }) =>
        accept(set, "/content-plans", "planId", await startPlan(research, caller.accountId, body, exchange)),
      {
        auth: "research:write",
        limit: "research",
        cost: ["plan"],
        detail: { summary: "Create a content plan" },
        body: MakePlan,
        response: { 202: PlanStart },
      },
    )
    .get(
      "/content-plans",
      async ({ query, caller }) => {
        const { rows, pagination } = await generations.list(caller.accountId, planKind, query);
        return { plans: await presentPlans(db, rows), pagination };
      },
      {
        auth: "research:read",
        detail: { summary: "List content plans" },
        query: GenerationQuery,
        response: { 200: Plans },
      },
    )
    .get(
      "/content-plans/:planId",
      async ({ params, caller }) => presentPlan(db, await getPlan(research, caller.accountId, params.planId)),
      {
        auth: "research:read",
        detail: { summary: "Get a content plan" },
        response: { 200: Plan },
      },
    )
    .post(
      "/content-plans/:planId/produce",
      ({ params, caller, body, exchange, set }) => {
        for (const scope of ["media:write", "social:draft"]) requireScope(caller, scope);
        set.status = 202;
        set.headers.location = `/api/v1/content-plans/${params.planId}`;
        return producePlan(research, caller, params.planId, body, exchange);
      },
      {
        auth: "research:write",
        limit: "generation",
        cost: ["video"],
        detail: {
          operationId: "produceContentPlan",
          summary: "Produce the videos of a content plan and schedule them",
          description:
            "Makes a video from each item's script, and a post with its caption once the video is completed. `production` shows the progress. All videos are charged at once, or none is made. Each item is made only once, unless it failed: then it is made again, or only posted if its video exists. Also requires the scopes media:write and social:draft, and for mode schedule social:write, unless the account requires an approval: then the posts wait for it.",
          "x-errors": [409, 429, 503],
        } as object,
        body: ProducePlan,
        response: { 202: Plan },
      },
    )
    .patch(
      "/content-plans/:planId",
      ({ params, caller, body }) => editPlan(research, caller.accountId, params.planId, body),
      {
        auth: "research:write",
        detail: {
          summary: "Edit the items of a content plan",
          description:
            "Send all items. Days, posts per day and platforms cannot change, nor can items that were produced.",
          "x-errors": [409],
        } as object,
        body: EditPlan,
        response: { 200: Plan },
      },
    )
    .delete(
      "/content-plans/:planId",
      async ({ params, caller, set }) => {
        await removePlan(research, caller.accountId, params.planId);
        set.status = 204;
      },
      {
        auth: "research:write",
        detail: {
          summary: "Delete or cancel a content plan",
          description: `${CANCELS} Produced videos and posts are kept; videos in progress are not posted.`,
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    );
}
