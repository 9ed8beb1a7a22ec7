import { accept, addResourceRoutes, type Generations } from "vireo/generations";
import type { Router } from "vireo/router";
import type { Music } from "./music";
import { GenerateMusic, MusicStart, Track, Tracks } from "./schema";

export function addMusicRoutes(router: Router, generations: Generations, music: Music): void {
  router.post(
    "/generate",
    async ({ body, exchange, set }) => accept(set, "/music", "musicId", await music.start(exchange, body)),
    {
      auth: "media:write",
      limit: "generation",
      cost: ["music"],
      detail: { summary: "Generate music" },
      body: GenerateMusic,
      response: { 202: MusicStart },
    },
  );
  addResourceRoutes(router, generations, {
    kind: music.kind,
    path: "",
    idName: "musicId",
    one: "a track",
    all: "music",
    plural: "tracks",
    scope: "media",
    schemas: { one: Track, list: Tracks },
    present: music.present,
    hasLabels: true,
  });
}
