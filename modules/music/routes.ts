import { accept, addResourceRoutes } from "vireo/generations";
import type { Router } from "vireo/router";
import type { MusicRequest } from "vireo/slots/music";
import { generateMusic, type Music, presentTrack } from "./music";
import { GenerateMusic, MusicStart, Track, Tracks } from "./schema";

export function addMusicRoutes(router: Router, music: Music): void {
  router.post(
    "/generate",
    async ({ body, exchange, set }) => accept(set, "/music", "musicId", await generateMusic(music, exchange, body)),
    {
      auth: "media:write",
      limit: "generation",
      cost: ["music"],
      detail: { summary: "Generate music" },
      body: GenerateMusic,
      response: { 202: MusicStart },
    },
  );
  addResourceRoutes<MusicRequest>(router, music.generations, {
    kind: "music",
    path: "",
    idName: "musicId",
    one: "a track",
    all: "music",
    plural: "tracks",
    scope: "media",
    schemas: { one: Track, list: Tracks },
    present: (row) => presentTrack(music, row),
    hasLabels: true,
  });
}
