import type { AddOverlayRequest } from "vireo/client";
import { omitEmpty } from "./omit-empty";
import type { StoredLayer } from "./render-layers";
import type { EditKind } from "./use-edit";

export const anchors = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;

export type OverlayLayer = Extract<StoredLayer, { type: "overlay" }>;

/** Empty fields use the engine's defaults. */
export interface OverlayDraft {
  /** Tells several overlays apart: the id of a layer, or a new one. */
  key: string;
  type: "text" | "image";
  text: string;
  imageUrl: string;
  position: (typeof anchors)[number] | { x: number; y: number };
  width: number | "";
  opacity: number;
  start: number;
  /** 0: until the end. */
  end: number;
  fontFamily: string | null;
  fontSize: number | string;
  color: string;
  outlineColor: string;
  backgroundColor: string;
}

function toRequest(draft: OverlayDraft, duration: number): AddOverlayRequest {
  const { key: _, type, text, imageUrl, position, width, opacity, start, end, ...font } = draft;
  return omitEmpty({
    type,
    position,
    width,
    ...(type === "text" ? { text, ...font } : { imageUrl }),
    opacity: opacity < 1 ? opacity : undefined,
    start: start > 0 ? start : undefined,
    end: end > 0 && end < duration ? end : undefined,
  }) as AddOverlayRequest;
}

export const overlayEdit: EditKind<OverlayDraft> = {
  tab: "overlay",
  blank: {
    key: "",
    type: "text",
    text: "",
    imageUrl: "",
    position: "center",
    width: "",
    opacity: 1,
    start: 0,
    end: 0,
    fontFamily: null,
    fontSize: "",
    color: "",
    outlineColor: "",
    backgroundColor: "",
  },
  toRequest,
  findMissing({ type, text, imageUrl }) {
    if (type === "text") return text.trim() ? undefined : "Enter a text first";
    return imageUrl ? undefined : "Choose an image first";
  },
};

/** Returns the draft that an overlay was exported from. */
export function toOverlayDraft({
  id: key = "",
  type: _type,
  z: _z,
  position = "center",
  ...layer
}: OverlayLayer): OverlayDraft {
  return { ...overlayEdit.blank, ...layer, key, position, type: layer.imageUrl === undefined ? "text" : "image" };
}

/** Finds a place for another overlay that none of these has: the middle, then above and below it. */
export function findFreeAnchor(overlays: readonly Pick<OverlayDraft, "position">[]): (typeof anchors)[number] {
  const isFree = (anchor: (typeof anchors)[number]) => overlays.every(({ position }) => position !== anchor);
  return (["center", "top", "bottom", ...anchors] as const).find(isFree) ?? "center";
}

/** Places overlays that are shown at the same time in rows below each other. */
export function stackOverlays<T extends { draft: Pick<OverlayDraft, "start" | "end"> }>(
  overlays: readonly T[],
  duration: number,
): (T & { row: number })[] {
  const ends: number[] = [];
  return overlays
    .toSorted((a, b) => a.draft.start - b.draft.start)
    .map((overlay) => {
      const { start, end } = overlay.draft;
      const free = ends.findIndex((until) => until <= start);
      const row = free < 0 ? ends.length : free;
      ends[row] = end || duration;
      return { ...overlay, row };
    });
}
