import { engineShapes } from "vireo/engine-shapes";
import { defineModule } from "vireo/module";
import { defineAnalysisKind } from "./analysis";
import type { Research } from "./context";
import { migrations } from "./migrations";
import { planKind } from "./plan";
import { finishProductions } from "./production/finish";
import { addAnalysisRoutes, addPlanRoutes, addScrapeRoutes } from "./routes";
import { sweepScrapes } from "./scrape";

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
    scrape: {
      price: "scrape",
      per: "search",
      missing: "POST /scrape-tiktok returns 503. Configure a video source.",
      engine: engineShapes.scrape,
    },
    plan: {
      price: "plan",
      per: "plan",
      missing: "POST /content-plans is refused. Configure a planning engine.",
      engine: engineShapes.plan,
    },
    analyse: {
      price: "analysis",
      per: "video",
      missing: "POST /videos/analyze is refused. Configure an analysis engine.",
      engine: engineShapes.analyse,
    },
  },
  migrations,
  start(context) {
    const research: Research = context;
    const routes = context.router();
    addScrapeRoutes(routes, research);
    addAnalysisRoutes(routes, research);
    addPlanRoutes(routes, research);
    return {
      routes,
      kinds: [defineAnalysisKind(research), planKind],
      schedules: {
        sweep: { cron: "30 */5 * * * *", run: () => sweepScrapes(research) },
        produce: {
          cron: "*/3 * * * * *",
          due: "(select timestamptz '-infinity' where exists (select from plan_productions where status = 'rendering'))",
          run: (signal) => finishProductions(research, signal),
        },
      },
    };
  },
});
