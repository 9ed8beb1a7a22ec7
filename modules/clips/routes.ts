import { accept, addResourceRoutes } from "vireo/generations";
import type { Router } from "vireo/router";
import { findClips, presentClips, renderClips } from "./clips";
import type { ClipMaker } from "./context";
import { Clips, ClipsList, ClipsStart, FindClips, RenderClips } from "./schema";

export function addClipRoutes(router: Router, clips: ClipMaker): void {
  router
    .post(
      "/videos/:videoId/clips",
      async ({ params, body, caller, exchange, set }) =>
        accept(set, "/clips", "clipsId", await findClips(clips, exchange, caller.accountId, { ...params, ...body })),
      {
        auth: "media:write",
        limit: "generation",
        cost: ["clipSearch"],
        detail: {
          operationId: "findVideoClips",
          summary: "Find the best moments of a long video and make clips of them",
          description:
            "Looks for parts of a talk, podcast or stream that stand on their own, and makes a video of each: in another shape, with captions. If there is a transcript, moments begin and end with a sentence. Each clip costs extra and is refunded if it cannot be made. A clip is a video: its boundaries, its shape and its captions can be changed with POST /videos/{videoId}/render. Searches at most 3 hours.",
          "x-errors": [409, 503],
        } as object,
        body: FindClips,
        response: { 202: ClipsStart },
      },
    )
    .post(
      "/clips/:clipsId/render",
      async ({ params, body, caller, exchange, set }) => {
        set.status = 202;
        return renderClips(clips, exchange, caller.accountId, { ...params, ...body });
      },
      {
        auth: "media:write",
        limit: "generation",
        cost: ["clip"],
        detail: {
          operationId: "renderClips",
          summary: "Make videos of more moments of a search",
          "x-errors": [409, 503],
        } as object,
        body: RenderClips,
        response: { 202: Clips },
      },
    );
  addResourceRoutes(router, clips.generations, {
    kind: "clips",
    path: "/clips",
    idName: "clipsId",
    one: "a search for clips",
    all: "searches for clips",
    plural: "searches",
    scope: "media",
    schemas: { one: Clips, list: ClipsList },
    present: presentClips,
    hasLabels: false,
  });
}
