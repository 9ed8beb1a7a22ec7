import { accept, CANCELS, type Generations, LabelBody, LibraryQuery } from "vireo/generations";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import type { Music } from "./music";
import { GenerateMusic, MusicStart, Track, Tracks } from "./schema";

export function addMusicRoutes(router: Router, generations: Generations, music: Music): void {
  router
    .post(
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
    )
    .get(
      "",
      async ({ query, caller }) => {
        const { rows, pagination } = await generations.list(caller.accountId, music.kind, query);
        return { tracks: rows.map(music.present), pagination };
      },
      { auth: "media:read", detail: { summary: "List music" }, query: LibraryQuery, response: { 200: Tracks } },
    )
    .get(
      "/:musicId",
      async ({ params, caller }) => music.present(await generations.get(caller.accountId, music.kind, params.musicId)),
      {
        auth: "media:read",
        detail: { summary: "Get a track" },
        response: { 200: Track },
      },
    )
    .patch(
      "/:musicId",
      async ({ params, caller, body }) =>
        music.present(await generations.label(caller.accountId, music.kind, params.musicId, body)),
      {
        auth: "media:write",
        detail: { summary: "Change the title, tags or folder of a track" },
        body: LabelBody,
        response: { 200: Track },
      },
    )
    .delete(
      "/:musicId",
      async ({ params, caller, set }) => {
        await generations.remove(await generations.get(caller.accountId, music.kind, params.musicId));
        set.status = 204;
      },
      {
        auth: "media:write",
        detail: { summary: "Delete or cancel a track", description: CANCELS, "x-errors": [409] } as object,
        response: { 204: Nothing },
      },
    );
}
