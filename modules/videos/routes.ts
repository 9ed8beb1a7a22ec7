import { accept, CANCELS, type Generations } from "vireo/generations";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import type { createCaptions } from "./captions";
import type { createOverlay } from "./overlay";
import {
  Captions,
  EditResult,
  GenerateVideo,
  Overlay,
  Storyboard,
  UploadVideo,
  Video,
  Videos as VideoList,
  VideoQuery,
  VideoStart,
  Voiceover,
} from "./schema";
import type { Videos } from "./videos";
import type { createVoiceover } from "./voiceover";

interface Parts {
  generations: Generations;
  videos: Videos;
  addCaptions: ReturnType<typeof createCaptions>;
  addOverlay: ReturnType<typeof createOverlay>;
  addVoiceover: ReturnType<typeof createVoiceover>;
}

export function addVideoRoutes(
  router: Router,
  { generations, videos, addCaptions, addOverlay, addVoiceover }: Parts,
): void {
  router
    .post(
      "/generate",
      async ({ body, caller, exchange, set }) =>
        accept(set, "/videos", "videoId", await videos.start(exchange, caller.accountId, body)),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["video"],
        detail: { summary: "Generate a video" },
        body: GenerateVideo,
        response: { 202: VideoStart },
      },
    )
    .post("/storyboard", ({ body, caller }) => videos.writeStoryboard(caller.accountId, body), {
      auth: "media:write",
      limit: "storyboard",
      detail: {
        summary: "Write the storyboard of a video, free of charge",
        description:
          "Takes the body of POST /videos/generate and returns its scenes. Change them and send them back as `scenes`; they are shown word for word.",
        "x-errors": [503],
      } as object,
      body: GenerateVideo,
      response: { 200: Storyboard },
    })
    .get(
      "",
      async ({ query, caller }) => {
        const { rows, pagination } = await generations.list(caller.accountId, videos.kind, query);
        return { videos: await videos.presentAll(caller.accountId, rows), pagination };
      },
      { auth: "media:read", detail: { summary: "List videos" }, query: VideoQuery, response: { 200: VideoList } },
    )
    .post(
      "",
      async ({ body, caller, set }) => {
        const video = await videos.createFromUpload(caller.accountId, body);
        set.status = 201;
        set.headers.location = `/api/v1/videos/${video.videoId}`;
        return video;
      },
      {
        auth: "media:write",
        detail: {
          summary: "Make a video of an upload, free of charge",
          description:
            "POST /upload does this by itself for every video. Use this route for a further copy, another title or a video elsewhere.",
          "x-errors": [413, 415, 507],
        } as object,
        body: UploadVideo,
        response: { 201: Video },
      },
    )
    .get("/:videoId", ({ params, caller }) => videos.get(caller.accountId, params.videoId), {
      auth: "media:read",
      detail: { summary: "Get a video with its versions" },
      response: { 200: Video },
    })
    .delete(
      "/:videoId",
      async ({ params, caller, set }) => {
        await videos.remove(caller.accountId, params.videoId);
        set.status = 204;
      },
      {
        auth: "media:write",
        detail: {
          summary: "Delete a video and all its versions, or cancel it",
          description: CANCELS,
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    )
    .post(
      "/:videoId/captions",
      ({ params, body, caller, exchange }) => addCaptions(exchange, caller.accountId, params.videoId, body),
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
      ({ params, body, caller, exchange }) => addOverlay(exchange, caller.accountId, params.videoId, body),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["overlay"],
        detail: { summary: "Add a text or image overlay to a video", "x-errors": [502, 503] } as object,
        body: Overlay,
        response: { 200: EditResult },
      },
    )
    .post(
      "/:videoId/voiceover",
      ({ params, body, caller, exchange }) => addVoiceover(exchange, caller.accountId, params.videoId, body),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["voiceover"],
        detail: { summary: "Add a voice-over to a video", "x-errors": [502, 503] } as object,
        body: Voiceover,
        response: { 200: EditResult },
      },
    );
}
