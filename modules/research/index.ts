import { defineModule } from "vireo/module";
import type { ScrapedVideo } from "vireo/slots/scrape";
import { createAnalyses } from "./analysis";
import { migrations } from "./migrations";
import { createPlans } from "./plan";
import { addAnalysisRoutes, addPlanRoutes, addScrapeRoutes } from "./routes";
import { createScrapes } from "./scrape";

export const research = defineModule({
  name: "research",
  prefix: "",
  description: "Find and analyse short videos, and plan content based on what works.",
  needs: ["viral-library", "videos"],
  uses: ["content", "social"],
  scopes: ["research:read", "research:write"],
  events: {
    "analysis.completed": { scope: "research:read", route: "GET /analyses/:analysisId" },
    "analysis.failed": { scope: "research:read", route: "GET /analyses/:analysisId" },
    "plan.completed": { scope: "research:read", route: "GET /content-plans/:planId" },
    "plan.produced": { scope: "research:read", route: "GET /content-plans/:planId" },
    "plan.failed": { scope: "research:read", route: "GET /content-plans/:planId" },
  },
  prices: {
    scrape: { credits: 3, description: "Scrape" },
    analysis: { credits: 3, description: "Video analysis" },
    plan: { credits: 5, description: "Content plan" },
  },
  limits: { research: 10 },
  slots: {
    scrape: { price: "scrape", per: "search", missing: "POST /scrape-tiktok returns 503. Configure a video source." },
    plan: { price: "plan", per: "plan", missing: "POST /content-plans is refused. Configure a planning engine." },
    analyse: {
      price: "analysis",
      per: "video",
      missing: "POST /videos/analyze is refused. Configure an analysis engine.",
    },
  },
  migrations,
  start(context) {
    const { router, generations, services } = context;
    const library = services["viral-library"];
    const save = (accountId: string, videos: readonly ScrapedVideo[]) =>
      library.import(
        accountId,
        videos.map(({ sample: _sample, ...video }) => video),
      );
    const scrapes = createScrapes({ ...context, save });
    const analyses = createAnalyses(context);
    const plans = createPlans(context);

    const routes = router();
    addScrapeRoutes(routes, scrapes);
    addAnalysisRoutes(routes, generations, analyses);
    addPlanRoutes(routes, context, plans);
    return {
      routes,
      kinds: [analyses.kind, plans.kind],
      schedules: {
        sweep: { cron: "30 */5 * * * *", run: scrapes.sweep },
        produce: {
          cron: "*/3 * * * * *",
          due: "(select timestamptz '-infinity' where exists (select from plan_productions where status = 'rendering'))",
          run: plans.finishProductions,
        },
      },
    };
  },
});
