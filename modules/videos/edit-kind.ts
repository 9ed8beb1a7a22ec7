import type { GenerationKind } from "vireo/generations";
import type { Context } from "vireo/module";
import type { EditRequest } from "./edit-request";
import { prepareEdit } from "./prepare-edit";
import type { Speech } from "./speech";
import { addVersion, presentVersion } from "./versions";

/** An edit: a generation whose result becomes the next version of its video. */
export const createEditKind = (
  context: Pick<Context, "engines" | "media">,
  speech: Speech,
): GenerationKind<EditRequest> => ({
  kind: "edit",
  slot: "edit",
  prefix: "edt",
  produces: "video",
  prepare: (row, run) => prepareEdit({ ...context, speech, row, run }),
  present: () => ({}),
  async onCompleted(trx, row) {
    const { operation } = row.request;
    const added = await addVersion(trx, row, row.parent_id ?? "", operation);
    const { url, version, videoId } = presentVersion(added, context.media);
    return { videoId, url, version, operation, creditsUsed: row.credits };
  },
  events: { completed: "video.edited" },
});
