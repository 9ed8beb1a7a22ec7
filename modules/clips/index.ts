import { engineShapes } from "vireo/engine-shapes";
import { defineModule } from "vireo/module";
import { defineClipsKind } from "./clips";
import type { ClipMaker } from "./context";
import { readingsMigration } from "./readings";
import { addClipRoutes } from "./routes";

export const clips = defineModule({
  name: "clips",
  title: "Clips",
  prefix: "",
  description: "Short clips of long videos: the moments that stand on their own, in another shape, with captions.",
  needs: ["videos"],
  uses: ["content"],
  scopes: ["media:read", "media:write"],
  events: {
    "clips.completed": { scope: "media:read", route: "GET /clips/:clipsId" },
    "clips.failed": { scope: "media:read", route: "GET /clips/:clipsId" },
  },
  prices: { clipSearch: { credits: 5, description: "Search for clips" } },
  limits: { generation: 20 },
  slots: {
    moments: {
      price: "clipSearch",
      per: "video",
      missing: "POST /videos/{videoId}/clips is refused.",
      engine: engineShapes.moments,
    },
    judge: {
      missing: "Clips are rated and titled without a language model. Set up OpenAI or Gemini.",
      engine: engineShapes.judge,
    },
  },
  migrations: { "001_readings": readingsMigration },
  start(context) {
    const maker: ClipMaker = context;
    const routes = context.router();
    addClipRoutes(routes, maker);
    return { routes, kinds: [defineClipsKind(maker)] };
  },
});
