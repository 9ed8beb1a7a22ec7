import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { Edits } from "./edits";
import type { Overlay } from "./schema";

export function createOverlay({ engines, fetch }: Pick<Context, "engines" | "fetch">, edits: Edits) {
  return async function start(exchange: Exchange, accountId: string, id: string, body: Overlay) {
    const [needed, other] = body.type === "text" ? (["text", "imageUrl"] as const) : (["imageUrl", "text"] as const);
    if (body[needed] === undefined) throw invalid(needed, `Required for overlays of type ${body.type}.`);
    if (body[other] !== undefined) throw invalid(other, `Not allowed for overlays of type ${body.type}.`);
    if (body.end !== undefined && body.end <= (body.start ?? 0)) throw invalid("end", "Must be after start.");
    const { video, url } = await edits.getSource(accountId, id);
    await checkUrls(fetch, { imageUrl: body.imageUrl });
    return edits.run(exchange, video, {
      ...body,
      operation: "overlay",
      model: engines.choose("edit").model.id,
      sourceUrl: url,
      position: body.position ?? "center",
    });
  };
}
