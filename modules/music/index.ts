import { engineShapes } from "vireo/engine-shapes";
import { defineModule } from "vireo/module";
import { createGenerationThumbnails } from "vireo/thumbnails";
import { changes } from "./changes";
import { defineMusicKind, type Music } from "./music";
import { addMusicRoutes } from "./routes";

export const music = defineModule({
  name: "music",
  title: "Music Generation",
  description: "Music generation from a prompt, with album art. Asynchronous; poll GET /music/{musicId}.",
  changes,
  uses: ["local"],
  scopes: ["media:read", "media:write"],
  events: {
    "music.completed": { scope: "media:read", route: "GET /music/:musicId" },
    "music.failed": { scope: "media:read", route: "GET /music/:musicId" },
  },
  prices: { music: { credits: 3, description: "Music track" } },
  limits: { generation: 20 },
  slots: { music: { price: "music", per: "track", engine: engineShapes.music } },
  start(context) {
    const music: Music = { ...context, thumbnails: createGenerationThumbnails(context, "art") };
    const routes = context.router();
    addMusicRoutes(routes, music);
    return { routes, kinds: [defineMusicKind(music)], jobs: music.thumbnails.jobs };
  },
});
