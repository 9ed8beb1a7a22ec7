import { type BriefIds, resolveBrief } from "vireo/brief";
import { invalid, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { checkUrls, fit, GenerationQuery, presentCommon, presentStart, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import { defineModule } from "vireo/module";
import { applyStyle } from "vireo/prompt";
import { Nothing } from "vireo/schema";
import type { CaptionsRequest, OverlayRequest, VoiceoverRequest } from "vireo/slots/edit";
import type { VideoRequest } from "vireo/slots/video";
import { changes } from "./changes";
import { createEdits } from "./edits";
import { migrations } from "./migrations";
import { Captions, EditResult, GenerateVideo, Overlay, Video, VideoStart, Videos, Voiceover } from "./schema";
import { addVersion, presentVersion, versionsOf } from "./versions";
import { createVoiceover } from "./voiceover";

export const videos = defineModule({
  name: "videos",
  title: "Video Generation",
  description:
    "Video generation and editing. Generation is asynchronous; an edit answers when it is done and adds a version.",
  uses: ["content"],
  scopes: ["media:read", "media:write"],
  events: {
    "video.completed": { scope: "media:read", route: "GET /videos/:videoId" },
    "video.failed": { scope: "media:read", route: "GET /videos/:videoId" },
    "video.edited": { scope: "media:read", route: "POST /videos/:videoId/captions" },
  },
  prices: {
    video: { credits: 2, description: "Video", per: "second" },
    captions: { credits: 2, description: "Captions" },
    overlay: { credits: 1, description: "Overlay" },
    voiceover: { credits: 3, description: "Voice-over" },
  },
  limits: { generation: 20 },
  slots: {
    video: { price: "video", per: "second" },
    edit: {},
    transcribe: { missing: "Captions need a transcript in the request. Configure a transcription engine." },
    speak: { missing: "POST /videos/{videoId}/voiceover returns 503. Configure a speech engine." },
  },
  migrations,
  changes,
  start(context) {
    const { router, generations, engines, db, media, fetch, prices, services } = context;
    const edits = createEdits(context);
    const { voiceover, ...voices } = createVoiceover(context, edits);

    function present(row: Generation, versions: Parameters<typeof presentVersion>[0][]) {
      const { poster } = row.files;
      const { width, height, ...facts } = row.facts as { duration?: number; width?: number; height?: number };
      const { aspectRatio } = row.request as Partial<VideoRequest>;
      const newest = versions.at(-1);
      const duration = newest?.duration ?? facts.duration;
      return {
        videoId: toPublicId("vid", row.id),
        ...presentCommon(row),
        ...(newest ? { url: media.url(newest.file.key) } : {}),
        ...(poster ? { posterUrl: media.url(poster.key) } : {}),
        ...(duration === undefined ? {} : { duration }),
        ...(width && height ? { width, height } : {}),
        ...(aspectRatio ? { aspectRatio } : {}),
        versions: versions.map((version) => presentVersion(version, media)),
      };
    }

    const find = async (accountId: string, id: string) => {
      const row = await generations.find(accountId, "video", id);
      if (!row) throw notFound("video");
      return row;
    };

    async function musicUrl(accountId: string, id: string | undefined): Promise<string | undefined> {
      if (id === undefined) return undefined;
      const row = await generations.find(accountId, "music", id);
      if (!row) throw invalid("musicId", "There is no such track in this account.");
      if (!row.files.main) throw invalid("musicId", `This track is ${row.status}; only a completed one can be used.`);
      return media.url(row.files.main.key);
    }

    const routes = router()
      .post(
        "/generate",
        async ({ body, caller, exchange, set }) => {
          const { engine, model, fallbacks } = engines.choose("video", body.model);
          const length = model.duration;
          const duration = body.duration ?? length?.default ?? 8;
          if (length && (duration < length.min || duration > length.max)) {
            throw invalid("duration", `The model ${model.id} makes ${length.min} to ${length.max} seconds.`);
          }
          const [brief, track] = await Promise.all([
            resolveBrief(services.content, caller.accountId, body as BriefIds),
            musicUrl(caller.accountId, body.musicId),
            checkUrls(fetch, {
              imageUrl: body.imageUrl,
              ...Object.fromEntries(
                (body.referenceImageUrls ?? []).map((url, at) => [`referenceImageUrls.${at}`, url]),
              ),
            }),
          ]);
          const request: VideoRequest = {
            model: model.id,
            prompt: applyStyle(body.prompt, brief),
            aspectRatio: fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "9:16"),
            resolution: fit("resolutions", "resolution", model, body.resolution, model.resolutions?.[0] ?? "720p"),
            duration,
            referenceImageUrls: body.referenceImageUrls ?? [],
            brief,
            ...(body.imageUrl ? { imageUrl: body.imageUrl } : {}),
            ...(track ? { musicUrl: track } : {}),
            ...(body.negativePrompt ? { negativePrompt: body.negativePrompt } : {}),
            ...(body.seed === undefined ? {} : { seed: body.seed }),
          };
          review(engine, request);
          const submitted = await generations.submit(exchange, {
            kind: "video",
            engine: engine.name,
            fallbacks,
            model: model.id,
            prompt: body.prompt,
            request,
            credits: Math.ceil(prices.get("video", model.id) * duration),
            reason: `Video generation, ${duration} s`,
          });
          const videoId = toPublicId("vid", submitted.row.id);
          set.status = 202;
          set.headers.location = `/api/v1/videos/${videoId}`;
          return { videoId, ...presentStart(submitted, engine.estimateSeconds?.(request) ?? 120) };
        },
        {
          auth: "media:write",
          limit: "generation",
          cost: ["video"],
          detail: { summary: "Generate a video" },
          body: GenerateVideo,
          response: { 202: VideoStart },
        },
      )
      .get(
        "",
        async ({ query, caller }) => {
          const { rows, pagination } = await generations.list(caller.accountId, "video", query);
          const versions = await versionsOf(
            db,
            caller.accountId,
            rows.map((row) => row.id),
          );
          return { videos: rows.map((row) => present(row, versions.get(row.id) ?? [])), pagination };
        },
        { auth: "media:read", detail: { summary: "List videos" }, query: GenerationQuery, response: { 200: Videos } },
      )
      .get(
        "/:videoId",
        async ({ params, caller }) => {
          const row = await find(caller.accountId, params.videoId);
          return present(row, (await versionsOf(db, caller.accountId, [row.id])).get(row.id) ?? []);
        },
        { auth: "media:read", detail: { summary: "Get a video with its versions" }, response: { 200: Video } },
      )
      .delete(
        "/:videoId",
        async ({ params, caller, set }) => {
          const row = await find(caller.accountId, params.videoId);
          const files = (await versionsOf(db, caller.accountId, [row.id])).get(row.id) ?? [];
          await generations.remove(row, async (trx) => {
            await trx
              .deleteFrom("generations")
              .where("account_id", "=", caller.accountId)
              .where("parent_id", "=", row.id)
              .execute();
            return files.map(({ file }) => file.key);
          });
          set.status = 204;
        },
        {
          auth: "media:write",
          detail: { summary: "Delete a video and all its versions", "x-errors": [409] } as object,
          response: { 204: Nothing },
        },
      )
      .post(
        "/:videoId/captions",
        ({ params, body, caller, exchange }) => edits.captions(exchange, caller.accountId, params.videoId, body),
        {
          auth: "media:write",
          limit: "generation",
          cost: ["captions"],
          detail: { summary: "Burn captions into a video", "x-errors": [502, 503] } as object,
          body: Captions,
          response: { 200: EditResult },
        },
      )
      .post(
        "/:videoId/overlay",
        ({ params, body, caller, exchange }) => edits.overlay(exchange, caller.accountId, params.videoId, body),
        {
          auth: "media:write",
          limit: "generation",
          cost: ["overlay"],
          detail: { summary: "Lay a text or a picture over a video", "x-errors": [502, 503] } as object,
          body: Overlay,
          response: { 200: EditResult },
        },
      )
      .post(
        "/:videoId/voiceover",
        ({ params, body, caller, exchange }) => voiceover(exchange, caller.accountId, params.videoId, body),
        {
          auth: "media:write",
          limit: "generation",
          cost: ["voiceover"],
          detail: { summary: "Speak a text over a video", "x-errors": [502, 503] } as object,
          body: Voiceover,
          response: { 200: EditResult },
        },
      );

    return {
      routes,
      service: {
        newestKey: async (accountId: string, videoId: string) =>
          (await versionsOf(db, accountId, [videoId])).get(videoId)?.at(-1)?.file.key,
      },
      kinds: [
        {
          kind: "video",
          slot: "video",
          prefix: "vid",
          produces: "video",
          present: (row) => present(row, []),
          onCompleted: async (trx, row) => present(row, [await addVersion(trx, row, row.id, "original")]),
          events: { completed: "video.completed", failed: "video.failed" },
        },
        {
          kind: "edit",
          slot: "edit",
          prefix: "edt",
          produces: "video",
          prepare: (row, work) =>
            (row.request as { operation?: string }).operation === "voiceover"
              ? voices.prepare(row, work)
              : edits.prepare(row, work),
          present: () => ({}),
          async onCompleted(trx, row) {
            const { operation } = row.request as unknown as CaptionsRequest | OverlayRequest | VoiceoverRequest;
            const { url, version, videoId } = presentVersion(
              await addVersion(trx, row, row.parent_id ?? "", operation),
              media,
            );
            return { videoId, url, version, operation, creditsUsed: row.credits };
          },
          events: { completed: "video.edited" },
        },
      ],
    };
  },
});
