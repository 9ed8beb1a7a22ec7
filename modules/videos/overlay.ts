import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { Context } from "vireo/module";
import type { OverlayLayer } from "vireo/slots/edit";
import type { EditState } from "./edit-request";
import { findFont } from "./font";
import type { Overlay } from "./schema";

/** Checks an overlay and converts it to a layer. */
export function createOverlay(context: Pick<Context<unknown, never, "content">, "fetch" | "services">) {
  return async function toOverlay(
    { fromVersion: _, ...body }: Overlay,
    { accountId }: EditState,
  ): Promise<OverlayLayer> {
    const [needed, other] = body.type === "text" ? (["text", "imageUrl"] as const) : (["imageUrl", "text"] as const);
    if (body[needed] === undefined) throw invalid(needed, `Required for overlays of type ${body.type}.`);
    if (body[other] !== undefined) throw invalid(other, `Not allowed for overlays of type ${body.type}.`);
    if (body.end !== undefined && body.end <= (body.start ?? 0)) throw invalid("end", "Must be after start.");
    await checkUrls(context.fetch, { imageUrl: body.imageUrl });
    const font = await findFont(context, accountId, body.fontFamily);
    return { ...body, ...font, operation: "overlay", position: body.position ?? "center" };
  };
}
