/** Layers as the API shows them. */
import type { Layer } from "../schema";
import { getCues, getShots, type VersionLayer } from "./layers";
import { readTimeline, type Timeline, toOwn, toOwnCues, toOwnShots } from "./timeline";

/** Presents the layers of a version. `duration` is the length of the original in seconds, if known. */
export function presentLayers(layers: readonly VersionLayer[], duration: number | undefined) {
  const timeline = readTimeline(layers, duration);
  return layers.map((layer, at) => presentLayer(layer, timeline, readTimeline(layers.slice(0, at), duration)));
}

/** Presents a layer in the version's own time. A trim is presented in seconds of the video that it cuts. */
function presentLayer(layer: VersionLayer, timeline: Timeline, before: Timeline): Layer & { id: string } {
  const { id, type } = layer;
  const own = (seconds: number) => Math.max(0, toOwn(timeline, seconds));
  switch (layer.type) {
    case "trim": {
      const [start, end] = [layer.fields.start, layer.fields.end].map((at) => Math.max(0, toOwn(before, at)));
      return { id, type: "trim", start: start!, end: end! };
    }
    case "tighten": {
      const place = <Part extends { start: number; end: number }>(part: Part): Part => ({
        ...part,
        start: Math.max(0, toOwn(before, part.start)),
        end: Math.max(0, toOwn(before, part.end)),
      });
      const { keep, ...fields } = layer.fields;
      const { removed } = layer.made;
      return {
        id,
        type: "tighten",
        ...fields,
        keep: keep?.map(place),
        removed: removed?.map(place).filter(({ start, end }) => end > start),
      };
    }
    case "captions": {
      const { transcript, subtitlesUrl, ...fields } = layer.fields;
      const cues = transcript ?? (fields.text === undefined ? layer.made.transcript : undefined);
      const source = cues ? { transcript: toOwnCues(timeline, cues) } : { subtitlesUrl };
      return { id, type: "captions", ...fields, ...source };
    }
    case "reframe": {
      const shots = getShots(layer);
      return { id, type: "reframe", ...layer.fields, shots: shots && toOwnShots(timeline, shots) };
    }
    default: {
      const { start, end } = layer.fields as { start?: number; end?: number };
      const times = {
        ...(start === undefined ? {} : { start: own(start) }),
        ...(end === undefined ? {} : { end: own(end) }),
      };
      return { id, type, ...layer.fields, ...times } as Layer & { id: string };
    }
  }
}

/** True if nothing of a layer is inside the version, which keeps it for later changes of a trim. */
export function isCut(layer: VersionLayer, timeline: Timeline): boolean {
  const { start, end = Number.POSITIVE_INFINITY } = timeline;
  switch (layer.type) {
    case "trim":
    case "reframe":
    case "tighten":
      return false;
    case "captions": {
      const cues = getCues(layer);
      return cues !== undefined && toOwnCues(timeline, cues).length === 0;
    }
    case "voiceover": {
      const until = layer.made.voice ? layer.fields.start + layer.made.voice.seconds : Number.POSITIVE_INFINITY;
      return layer.fields.start >= end || until <= start;
    }
    case "music":
      return layer.fields.start >= end;
    case "overlay":
      return (layer.fields.start ?? 0) >= end || (layer.fields.end ?? Number.POSITIVE_INFINITY) <= start;
  }
}

/** Finds layers of which the version shows nothing, or less than wanted. */
export function findWarnings(layers: readonly VersionLayer[], duration: number | undefined) {
  const timeline = readTimeline(layers, duration);
  return layers.flatMap((layer, at) => {
    if (layer.type === "tighten" && layer.fields.fillers && layer.made.hasWords === false) {
      const message =
        "Hesitation sounds are not removed, because the times of the words are not known. Request a transcript of the original (POST /videos/{videoId}/transcript), then send the layer without its id.";
      return [{ code: "fillers_not_heard", message, layerId: layer.id }];
    }
    if (!isCut(layer, timeline)) return [];
    const message = `Layer ${at + 1} (${layer.type}) is outside the part of the video that is left. It is kept.`;
    return [{ code: "layer_cut", message, layerId: layer.id }];
  });
}
