import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { Context } from "vireo/module";
import type { OverlayLayer } from "vireo/slots/edit";
import type { Overlay } from "./schema";

/** Checks an overlay and makes a layer of it. */
export function createOverlay({ fetch }: Pick<Context, "fetch">) {
  return async function toOverlay({ fromVersion: _, ...body }: Overlay): Promise<OverlayLayer> {
    const [needed, other] = body.type === "text" ? (["text", "imageUrl"] as const) : (["imageUrl", "text"] as const);
    if (body[needed] === undefined) throw invalid(needed, `Required for overlays of type ${body.type}.`);
    if (body[other] !== undefined) throw invalid(other, `Not allowed for overlays of type ${body.type}.`);
    if (body.end !== undefined && body.end <= (body.start ?? 0)) throw invalid("end", "Must be after start.");
    await checkUrls(fetch, { imageUrl: body.imageUrl });
    return { ...body, operation: "overlay", position: body.position ?? "center" };
  };
}
