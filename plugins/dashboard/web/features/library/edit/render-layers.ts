import { type AddRenderRequest, type VideoVersionDetail, VireoError } from "vireo/client";
import { vireo } from "../../../api";

/** A layer of a request. */
export type Layer = Extract<NonNullable<AddRenderRequest["layers"]>[number], { type: string }>;
export type StoredLayer = VideoVersionDetail["layers"][number];

const getTrimStart = (layer: Layer | StoredLayer | undefined): number => (layer?.type === "trim" && layer.start) || 0;

/** Moves a layer to the times of a video whose first seconds are cut off. Negative seconds bring some back. */
function shiftLayer(layer: Layer, seconds: number): Layer {
  const move = (at: number) => Math.max(0, at - seconds);
  const place = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: move(part.start),
    end: move(part.end),
  });
  const { start, end } = layer as { start?: number; end?: number };
  const transcript = layer.type === "captions" ? layer.transcript : undefined;
  return {
    ...layer,
    ...(start === undefined ? {} : { start: move(start) }),
    ...(end === undefined ? {} : { end: move(end) }),
    ...(transcript
      ? {
          transcript: transcript
            .filter((cue) => cue.end > seconds)
            .map((cue) => ({ ...place(cue), words: cue.words?.map(place) })),
        }
      : {}),
  };
}

/** Shows the error of a single layer at its field. */
function toFieldError(error: unknown, at: number): unknown {
  if (!(error instanceof VireoError) || !error.errors) return error;
  const prefix = `layers.${at}.`;
  const errors = Object.entries(error.errors).map(([field, messages]) => [
    field.startsWith(prefix) ? field.slice(prefix.length) : field,
    messages,
  ]);
  return new VireoError(error.kind, error.detail, { status: error.status, errors: Object.fromEntries(errors) });
}

interface Target {
  videoId: string;
  /** Version whose layers are kept, unless an edit changes them. */
  base: number;
  /** Newest version that the editor knows. */
  newest: number;
}

/** An edit to render. */
export interface RenderedEdit {
  /** Id of the layer that it changes. Undefined for a new one. */
  layerId: string | undefined;
  toLayer(): Layer;
  /** Records that the edit has become a layer of a version. */
  setApplied(version: number, layerId: string | undefined): void;
}

/** Renders the layers of a version with these edits. A version that somebody else has added meanwhile is an error. */
export async function renderLayers({ videoId, base, newest }: Target, edits: readonly RenderedEdit[]): Promise<void> {
  const { layers: stored } = await vireo.videos.versions.get(videoId, String(base));
  const sent = edits.map((edit) => ({ id: edit.layerId, layer: edit.toLayer() }));
  const trim = sent.find(({ layer }) => layer.type === "trim");
  const before = stored.find(({ id }) => id === trim?.id);
  const cut = getTrimStart(trim?.layer) - getTrimStart(before);
  const place = (layer: Layer) => (layer.type === "trim" ? layer : shiftLayer(layer, cut));
  const kept = stored.map(({ id = "" }) => {
    const changed = sent.find((edit) => edit.id === id);
    return changed ? { ...place(changed.layer), id } : { id };
  });
  const added = sent.filter(({ id }) => !stored.some((layer) => layer.id === id)).map(({ layer }) => place(layer));
  const layers: NonNullable<AddRenderRequest["layers"]> = [...kept, ...added];
  const { version } = await vireo.videos
    .addRender(videoId, { layers, fromVersion: base, baseVersion: newest })
    .catch((error: unknown): never => {
      throw edits.length === 1
        ? toFieldError(
            error,
            layers.findIndex((layer) => "type" in layer),
          )
        : error;
    });
  // New layers come last, in the order in which they were sent.
  const made = added.length > 0 ? (await vireo.videos.versions.get(videoId, String(version))).layers : [];
  let next = made.length - added.length;
  for (const edit of edits) {
    const isKept = stored.some(({ id }) => id === edit.layerId);
    edit.setApplied(version, isKept ? edit.layerId : made[next++]?.id);
  }
}
