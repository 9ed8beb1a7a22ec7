import type { GenerationKind } from "vireo/generations";
import type { Context } from "vireo/module";
import { prepareCaptions } from "./captions";
import type { EditRequest } from "./edits";
import { addVersion, presentVersion } from "./versions";
import { prepareVoiceover } from "./voiceover";

/** An edit is a generation whose result becomes the next version of its video. */
export const createEditKind = (
  context: Pick<Context, "engines" | "generations" | "media">,
): GenerationKind<EditRequest> => ({
  kind: "edit",
  slot: "edit",
  prefix: "edt",
  produces: "video",
  async prepare({ request }, run) {
    if (request.operation === "voiceover") return prepareVoiceover(context, request, run);
    if (request.operation === "captions") return prepareCaptions(context, request, run);
    return request;
  },
  present: () => ({}),
  async onCompleted(trx, row) {
    const { operation } = row.request;
    const added = await addVersion(trx, context.generations, row, row.parent_id ?? "", operation);
    const { url, version, videoId } = presentVersion(added, context.media);
    return { videoId, url, version, operation, creditsUsed: row.credits };
  },
  events: { completed: "video.edited" },
});
