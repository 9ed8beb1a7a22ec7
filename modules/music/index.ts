import { notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { GenerationQuery, presentCommon, presentStart, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import { defineModule } from "vireo/module";
import { Nothing } from "vireo/schema";
import type { MusicRequest } from "vireo/slots/music";
import { changes } from "./changes";
import { GenerateMusic, MusicStart, Track, Tracks } from "./schema";

export const music = defineModule({
  name: "music",
  title: "Music Generation",
  description: "Music generation: a prompt becomes a track with album art. Asynchronous; poll GET /music/{musicId}.",
  changes,
  scopes: ["media:read", "media:write"],
  events: {
    "music.completed": { scope: "media:read", route: "GET /music/:musicId" },
    "music.failed": { scope: "media:read", route: "GET /music/:musicId" },
  },
  prices: { music: { credits: 3, description: "Music track" } },
  limits: { generation: 20 },
  slots: { music: { price: "music", per: "track" } },
  start({ router, generations, engines, media, prices }) {
    function present(row: Generation) {
      const { main, art, second } = row.files;
      const { duration, title } = row.facts as { duration?: number; title?: string };
      const asked = (row.request as unknown as MusicRequest).title;
      return {
        musicId: toPublicId("mus", row.id),
        ...presentCommon(row),
        ...(main ? { audioUrl: media.url(main.key) } : {}),
        ...(art ? { albumArtUrl: media.url(art.key) } : {}),
        ...(second ? { alternateAudioUrl: media.url(second.key) } : {}),
        ...(duration === undefined ? {} : { duration }),
        ...((asked ?? title) ? { title: asked ?? title } : {}),
      };
    }

    const find = async (accountId: string, id: string) => {
      const row = await generations.find(accountId, "music", id);
      if (!row) throw notFound("track");
      return row;
    };

    const routes = router()
      .post(
        "/generate",
        async ({ body, exchange, set }) => {
          const { engine, model, fallbacks } = engines.choose("music", body.model);
          const request: MusicRequest = {
            model: model.id,
            prompt: body.prompt,
            instrumental: body.instrumental ?? true,
            ...(body.title ? { title: body.title } : {}),
            ...(body.style ? { style: body.style } : {}),
          };
          review(engine, request);
          const submitted = await generations.submit(exchange, {
            kind: "music",
            engine: engine.name,
            fallbacks,
            model: model.id,
            prompt: body.prompt,
            request,
            credits: prices.get("music", model.id),
            reason: "Music generation",
          });
          const musicId = toPublicId("mus", submitted.row.id);
          set.status = 202;
          set.headers.location = `/api/v1/music/${musicId}`;
          return { musicId, ...presentStart(submitted, engine.estimateSeconds?.(request) ?? 60) };
        },
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
          const { rows, pagination } = await generations.list(caller.accountId, "music", query);
          return { tracks: rows.map(present), pagination };
        },
        { auth: "media:read", detail: { summary: "List music" }, query: GenerationQuery, response: { 200: Tracks } },
      )
      .get("/:musicId", async ({ params, caller }) => present(await find(caller.accountId, params.musicId)), {
        auth: "media:read",
        detail: { summary: "Get a track" },
        response: { 200: Track },
      })
      .delete(
        "/:musicId",
        async ({ params, caller, set }) => {
          await generations.remove(await find(caller.accountId, params.musicId));
          set.status = 204;
        },
        {
          auth: "media:write",
          detail: { summary: "Delete a track", "x-errors": [409] } as object,
          response: { 204: Nothing },
        },
      );

    return {
      routes,
      kinds: [
        {
          kind: "music",
          slot: "music",
          prefix: "mus",
          produces: "audio",
          present,
          events: { completed: "music.completed", failed: "music.failed" },
        },
      ],
    };
  },
});
