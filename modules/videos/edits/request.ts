import { type Generation, review } from "vireo/generations";
import type { Videos } from "../context";
import type { Base, Composed } from "./compose";
import type { EditRequest } from "./layers";
import { toSlotLayers } from "./slot-layers";

/** Layers to render, and what they are applied to. */
export interface Order extends Composed {
  operation: EditRequest["operation"];
  base: Base;
  /** Number of the version that the edit is based on. */
  baseVersion: number;
  /** Storage key of the original. */
  key: string;
  /** True if the user uploaded the video. */
  isUpload: boolean;
}

/** Creates the request of an edit, after its engine has reviewed it. Throws `validation_error`. */
export function createEditRequest({ engines, media }: Videos, order: Order): { engine: string; request: EditRequest } {
  const { operation, base, baseVersion, key, isUpload, layers, added } = order;
  const { engine, model } = engines.choose("edit");
  const sourceUrl = media.url(key);
  const rendered = toSlotLayers(layers, base.duration, { media, voices: new Map() });
  review(engine, { model: model.id, sourceUrl, layers: rendered });
  const request: EditRequest = {
    model: model.id,
    operation,
    sourceUrl,
    isUpload: isUpload || undefined,
    baseVersion,
    original: base.original,
    ownerId: base.video.id,
    duration: base.duration,
    layers,
    added: added.map(({ id }) => id),
  };
  return { engine: engine.name, request };
}

/** Request of a clip: the edit that makes its first version. */
export interface ClipRequest extends EditRequest {
  /** Times are in seconds of the long video, whose uuid this is. */
  clipOf: { videoId: string; start: number; end: number };
}

/** True for a clip. Edits of videos are of another kind. */
export const isClip = (row: Generation): row is Generation<ClipRequest> =>
  row.slot === "edit" && row.first_call === null;
