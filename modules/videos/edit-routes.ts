import type { Router } from "vireo/router";
import type { Videos } from "./context";
import { applyEdit, renderEdits } from "./edits";
import { Captions, EditResult, Overlay, Render, Trim, Voiceover } from "./schema";

/** Builds the options of a route that edits a video. `cost` names its prices. */
const edit = (summary: string, cost: string[], description?: string) => ({
  auth: "media:write" as const,
  limit: "generation" as const,
  cost,
  detail: { summary, description: description || undefined, "x-errors": [502, 503] } as object,
  response: { 200: EditResult },
});

/** Adds the edit routes, each of which adds a version to its video. */
export function addEditRoutes(router: Router, videos: Videos): void {
  router
    .post(
      "/:videoId/captions",
      ({ params, body, caller, exchange }) =>
        applyEdit(videos, exchange, caller.accountId, params.videoId, { operation: "captions", body }),
      { ...edit("Burn captions into a video", ["captions"]), body: Captions },
    )
    .post(
      "/:videoId/overlay",
      ({ params, body, caller, exchange }) =>
        applyEdit(videos, exchange, caller.accountId, params.videoId, { operation: "overlay", body }),
      { ...edit("Add a text or image overlay to a video", ["overlay"]), body: Overlay },
    )
    .post(
      "/:videoId/voiceover",
      ({ params, body, caller, exchange }) =>
        applyEdit(videos, exchange, caller.accountId, params.videoId, { operation: "voiceover", body }),
      { ...edit("Add a voice-over to a video", ["voiceover"]), body: Voiceover },
    )
    .post(
      "/:videoId/trim",
      ({ params, body, caller, exchange }) =>
        applyEdit(videos, exchange, caller.accountId, params.videoId, { operation: "trim", body }),
      { ...edit("Trim a video", ["trim"]), body: Trim },
    )
    .post(
      "/:videoId/render",
      ({ params, body, caller, exchange }) => renderEdits(videos, exchange, caller.accountId, params.videoId, body),
      {
        ...edit(
          "Apply several edits to a video at once",
          ["captions", "overlay", "voiceover", "trim", "musicLayer"],
          "Renders once and adds one version, which is faster and keeps more quality than separate edits. Costs the sum of its layers. Captions without text after a voice-over show its text. A voice-over lowers the music of earlier layers.",
        ),
        body: Render,
      },
    );
}
