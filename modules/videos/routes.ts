import { accept, CANCELS, LabelBody } from "vireo/generations";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import { readCaptionGuides } from "./caption-guides";
import type { Videos } from "./context";
import { readPreference } from "./preference";
import {
  CaptionGuides,
  GenerateVideo,
  MakeTranscript,
  Storyboard,
  Transcript,
  UploadVideo,
  VersionQuery,
  Video,
  Videos as VideoList,
  VideoQuery,
  VideoStart,
} from "./schema";
import { makeTranscript, readTranscript } from "./transcripts";
import {
  createVideoFromUpload,
  findVideo,
  generateVideo,
  getVideo,
  labelVideo,
  listVideos,
  previewStoryboard,
  removeVideo,
} from "./videos";

export function addVideoRoutes(router: Router, videos: Videos): void {
  router
    .post(
      "/generate",
      async ({ body, caller, exchange, set }) =>
        accept(set, "/videos", "videoId", await generateVideo(videos, exchange, caller.accountId, body)),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["video"],
        detail: { summary: "Generate a video" },
        body: GenerateVideo,
        response: { 202: VideoStart },
      },
    )
    .post("/storyboard", ({ body, caller }) => previewStoryboard(videos, caller.accountId, body), {
      auth: "media:write",
      limit: "storyboard",
      detail: {
        summary: "Write the storyboard of a video, free of charge",
        description:
          "Takes the body of POST /videos/generate and returns its scenes. Change them and send them back as `scenes`; they are shown exactly as sent. Prices, places, contacts, ratings, menus, figures and comparisons have kinds of their own.",
        "x-errors": [503],
      } as object,
      body: GenerateVideo,
      response: { 200: Storyboard },
    })
    .get("", ({ query, caller }) => listVideos(videos, caller.accountId, query), {
      auth: "media:read",
      detail: { summary: "List videos" },
      query: VideoQuery,
      response: { 200: VideoList },
    })
    .post(
      "",
      async ({ body, caller, set }) => {
        const video = await createVideoFromUpload(videos, caller.accountId, body);
        set.status = 201;
        set.headers.location = `/api/v1/videos/${video.videoId}`;
        return video;
      },
      {
        auth: "media:write",
        detail: {
          summary: "Create a video from an upload",
          description:
            "Free of charge. POST /upload does this automatically for every video. Use this route for another copy, a different title or a video at a URL.",
          "x-errors": [413, 415, 507],
        } as object,
        body: UploadVideo,
        response: { 201: Video },
      },
    )
    .get("/:videoId", ({ params, caller }) => getVideo(videos, caller.accountId, params.videoId), {
      auth: "media:read",
      detail: { summary: "Get a video with its versions" },
      response: { 200: Video },
    })
    .patch(
      "/:videoId",
      async ({ params, caller, body }) => labelVideo(videos, caller.accountId, params.videoId, body),
      {
        auth: "media:write",
        detail: { summary: "Change the title, tags or folder of a video" },
        body: LabelBody,
        response: { 200: Video },
      },
    )
    .delete(
      "/:videoId",
      async ({ params, caller, set }) => {
        await removeVideo(videos, caller.accountId, params.videoId);
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
    );
}

const toNumber = (version?: string): number | undefined => (version === undefined ? undefined : Number(version));

/** Adds the routes for the text and the layout of captions. */
export function addCaptionRoutes(router: Router, videos: Videos): void {
  router
    .get(
      "/:videoId/caption-guides",
      async ({ params, query: { version }, caller }) =>
        readCaptionGuides(videos, await findVideo(videos, caller.accountId, params.videoId), toNumber(version)),
      {
        auth: "media:read",
        limit: "storyboard",
        detail: {
          summary: "Measure the speech and visible text of a video, to preview captions",
          description:
            "Free of charge. Captions follow the speech and avoid the visible text, so a preview that uses these values matches the exported file. Takes a second or more. The result for a version never changes.",
          "x-errors": [502, 503],
        } as object,
        query: VersionQuery,
        response: { 200: CaptionGuides },
      },
    )
    .get(
      "/:videoId/transcript",
      async ({ params, query: { version }, caller }) =>
        readTranscript(videos, await findVideo(videos, caller.accountId, params.videoId), toNumber(version)),
      {
        auth: "media:read",
        detail: {
          summary: "Get the transcript of a video with word times",
          description:
            "Available for narrated videos and voice-overs whose speech engine reports word times, and for versions with a transcript created by POST. Others return 404.",
        },
        query: VersionQuery,
        response: { 200: Transcript },
      },
    )
    .post(
      "/:videoId/transcript",
      async ({ params, body, caller, exchange, request, set }) => {
        const { isAsync, waitMs } = readPreference(request);
        const video = await findVideo(videos, caller.accountId, params.videoId);
        const transcript = await makeTranscript(videos, exchange, video, { ...body, waitMs });
        if (isAsync) set.headers["preference-applied"] = "respond-async";
        if (transcript.status === "processing") set.status = 202;
        return transcript;
      },
      {
        auth: "media:write",
        limit: "generation",
        cost: ["transcript"],
        detail: {
          operationId: "createVideoTranscript",
          summary: "Transcribe a video",
          description:
            "Returns the transcript. If it already exists, nothing is charged. Captions without a text use it. Returns 202 if it takes long, or immediately with `Prefer: respond-async`; GET then returns its state. Returns 503 if no transcription engine is configured.",
          "x-errors": [409, 502, 503],
        } as object,
        body: MakeTranscript,
        response: { 200: Transcript, 202: Transcript },
      },
    );
}
