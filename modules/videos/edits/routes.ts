import { accept } from "vireo/generations";
import type { Exchange } from "vireo/request";
import type { Router } from "vireo/router";
import { createPlainCheck } from "vireo/templates";
import type { Videos } from "../context";
import { readPreference } from "../preference";
import {
  Captions,
  EditResult,
  EditStart,
  Overlay,
  Render,
  RenderBody,
  TimelineQuery,
  Trim,
  VersionDetail,
  VersionParams,
  VersionTimeline,
  Voiceover,
} from "../schema";
import { applyEdit, readVersion, renderLayers } from "./edits";
import { describeTimeline, exportTimeline } from "./export";

const ASYNC =
  "Returns 202 and the id of the edit if the edit takes longer than the server waits, or immediately with `Prefer: respond-async` (RFC 7240). GET /edits/{editId} then returns its state.";

/** Builds the options of a route that edits a video. `cost` names its prices. */
const edit = (summary: string, cost: string[], description?: string) => ({
  auth: "media:write" as const,
  limit: "generation" as const,
  cost,
  detail: { summary, description: [description, ASYNC].filter(Boolean).join(" "), "x-errors": [502, 503] } as object,
  response: { 200: EditResult, 202: EditStart },
});

interface Call {
  params: { videoId: string };
  caller: { accountId: string };
  exchange: Exchange;
  request: Request;
  set: Parameters<typeof accept>[0];
}

const toCall = ({ params, caller, exchange, request }: Call) => ({
  exchange,
  accountId: caller.accountId,
  id: params.videoId,
  waitMs: readPreference(request).waitMs,
});

/** Responds with the result of an edit, or with 202 while it goes on. */
function respond({ set, request }: Call, outcome: Awaited<ReturnType<typeof applyEdit>>) {
  if (readPreference(request).isAsync) set.headers["preference-applied"] = "respond-async";
  return "id" in outcome ? accept(set, "/edits", "editId", outcome) : outcome;
}

/** Adds the edit routes, each of which adds a version to its video. */
export function addEditRoutes(router: Router, videos: Videos): void {
  router
    .post(
      "/:videoId/captions",
      async ({ body, ...call }) =>
        respond(call, await applyEdit(videos, toCall(call), { operation: "captions", body })),
      { ...edit("Burn captions into a video", ["captions"]), body: Captions },
    )
    .post(
      "/:videoId/overlay",
      async ({ body, ...call }) => respond(call, await applyEdit(videos, toCall(call), { operation: "overlay", body })),
      { ...edit("Add a text or image overlay to a video", ["overlay"]), body: Overlay },
    )
    .post(
      "/:videoId/voiceover",
      async ({ body, ...call }) =>
        respond(call, await applyEdit(videos, toCall(call), { operation: "voiceover", body })),
      { ...edit("Add a voice-over to a video", ["voiceover", "recording"]), body: Voiceover },
    )
    .post(
      "/:videoId/trim",
      async ({ body, ...call }) => respond(call, await applyEdit(videos, toCall(call), { operation: "trim", body })),
      { ...edit("Trim a video", ["trim"]), body: Trim },
    )
    .post(
      "/:videoId/render",
      async ({ body, ...call }) => respond(call, await renderLayers(videos, toCall(call), body)),
      {
        ...edit(
          "Replace the layers of a video",
          ["captions", "overlay", "voiceover", "recording", "trim", "musicLayer", "reframe", "tighten"],
          "Applies all layers to the original in one pass and adds one version. Every version is made from the original, so quality does not suffer from repeated edits. Costs the sum of the layers that are new or changed; layers that are kept cost nothing, and their speech is not spoken again. Captions without text after a voice-over show its text. A voice-over lowers the music of earlier layers. Unchanged layers add no version.",
        ),
        body: Render,
        transform: createPlainCheck(RenderBody),
      },
    )
    .get(
      "/:videoId/versions/:version",
      ({ params, caller }) => readVersion(videos, caller.accountId, params.videoId, Number(params.version)),
      {
        auth: "media:read",
        params: VersionParams,
        detail: {
          summary: "Get a version of a video with its layers",
          description:
            "Times are in seconds of the version. Versions made by a release that did not store layers have none; later edits use their file as the original.",
        },
        response: { 200: VersionDetail },
      },
    )
    .get(
      "/:videoId/versions/:version/timeline",
      async ({ params, query: { format = "json" }, caller }) => {
        const place = { ...params, version: Number(params.version) };
        if (format === "json") return describeTimeline(videos, caller.accountId, place);
        // A file is sent as it is.
        return (await exportTimeline(videos, caller.accountId, { ...place, format })) as never;
      },
      {
        auth: "media:read",
        params: VersionParams,
        query: TimelineQuery,
        detail: {
          operationId: "exportVideoVersionTimeline",
          summary: "Export the timeline of a version",
          description:
            "`srt` and `vtt` contain its captions, `otio` (OpenTimelineIO) its cuts and sounds for editing programs, with URLs of the files. `losses` lists what these formats cannot represent.",
          "x-files": ["application/x-subrip", "text/vtt"],
        } as object,
        response: { 200: VersionTimeline },
      },
    );
}
