/** Converts the layers of a version to those of an edit engine. */
import type { Media } from "vireo/media";
import type * as slot from "vireo/slots/edit";
import {
  type CaptionsLayer,
  getAssetUrl,
  getCues,
  getShots,
  type LayerFont,
  type ReframeLayer,
  type TightenLayer,
  type TrimLayer,
  type VersionLayer,
  type VoiceoverLayer,
} from "./layers";
import { isCut } from "./present";
import { getLength, readTimeline, type Timeline, toOwn, toOwnCues, toOwnShots } from "./timeline";

/** Where an engine finds the files of layers. */
interface Places {
  media: Media;
  /** Paths of the voices, by the ids of their layers. */
  voices: ReadonlyMap<string, string>;
}

/** Captions are above overlays, unless the request says otherwise. */
const getOrder = ({ type, fields }: VersionLayer): number =>
  ("z" in fields ? fields.z : undefined) ?? (type === "captions" ? 1 : 0);

/**
 * Converts layers. The engine cuts and reframes the original first, so all other times are those of the version, and all
 * other layers are drawn on its shape. Layers that are cut away are left out. `duration` is the length of the original in seconds, if known.
 */
export function toSlotLayers(
  layers: readonly VersionLayer[],
  duration: number | undefined,
  places: Places,
): slot.EditLayer[] {
  const timeline = readTimeline(layers, duration);
  const rendered = layers
    .filter((layer) => layer.type !== "trim" && layer.type !== "tighten" && layer.type !== "reframe")
    .filter((layer) => !isCut(layer, timeline))
    .sort((a, b) => getOrder(a) - getOrder(b));
  return [
    ...cutOriginal(layers, timeline),
    ...layers.flatMap((layer) => (layer.type === "reframe" ? [reframeOriginal(layer, timeline)] : [])),
    ...rendered.map((layer) => toSlotLayer(layer, { layers, timeline, places })),
  ];
}

/** Returns one cut that stands for all layers that cut. */
function cutOriginal(layers: readonly VersionLayer[], timeline: Timeline): slot.TrimLayer[] {
  const { start, pictureEnd: end, removed } = timeline;
  const first = layers.find(({ type }) => type === "trim" || type === "tighten");
  if (!first || end === undefined) return [];
  const left = removed.map((part) => ({ start: part.start, end: part.end }));
  return [{ id: first.id, operation: "trim", start, end, removed: left.length > 0 ? left : undefined }];
}

function reframeOriginal(layer: ReframeLayer, timeline: Timeline): slot.ReframeLayer {
  const shots = getShots(layer);
  return { id: layer.id, operation: "reframe", ...layer.fields, shots: shots && toOwnShots(timeline, shots) };
}

interface Whole {
  layers: readonly VersionLayer[];
  timeline: Timeline;
  places: Places;
}

function toSlotLayer(
  layer: Exclude<VersionLayer, TrimLayer | TightenLayer | ReframeLayer>,
  whole: Whole,
): slot.EditLayer {
  const { id } = layer;
  const { timeline, places } = whole;
  switch (layer.type) {
    case "captions": {
      const { transcript: _t, subtitlesUrl: _s, text, z: _z, ...look } = layer.fields;
      return { id, operation: "captions", ...look, ...toFont(layer.made, places), ...toWords(layer, whole, text) };
    }
    case "overlay": {
      const { start, end, z: _z, imageUrl, ...look } = layer.fields;
      const from = start === undefined ? 0 : toOwn(timeline, start);
      return {
        id,
        operation: "overlay",
        ...look,
        ...toFont(layer.made, places),
        type: imageUrl === undefined ? "text" : "image",
        imageUrl: layer.made.image && getAssetUrl(places.media, layer.made.image),
        start: from > 0 ? from : undefined,
        end: end === undefined ? undefined : toOwn(timeline, end),
      };
    }
    case "voiceover":
      return toVoice(layer, whole);
    case "music": {
      const { musicId: _id, audioUrl: _url, start, ...fields } = layer.fields;
      const musicUrl = getAssetUrl(places.media, layer.made.track);
      return { id, operation: "music", ...fields, musicUrl, start: Math.max(0, toOwn(timeline, start)) };
    }
  }
}

/** Places a voice. Its words before the version's first frame, or after a later trim, are cut off. */
function toVoice(layer: VoiceoverLayer, { layers, timeline, places }: Whole): slot.VoiceoverLayer {
  const { id, fields, made } = layer;
  const { volume, originalVolume } = fields;
  const start = toOwn(timeline, fields.start);
  const isTrimmed = layers.slice(layers.indexOf(layer)).some(({ type }) => type === "trim");
  const length = getLength(timeline);
  const path = places.voices.get(id);
  return {
    id,
    operation: "voiceover",
    speech: made.speech,
    volume,
    originalVolume,
    voicePath: path,
    start: Math.max(0, start),
    skip: start < 0 ? -start : undefined,
    until: isTrimmed ? length : undefined,
  };
}

function toFont({ font }: { font?: LayerFont | undefined }, { media }: Places) {
  if (!font) return {};
  const { family, weight, file } = font;
  return { font: { family, weight, url: getAssetUrl(media, file) } };
}

/** Returns the words of captions: cues with times, or a text that the engine aligns to the speech. */
function toWords(layer: CaptionsLayer, { layers, timeline }: Whole, text: string | undefined) {
  const cues = getCues(layer);
  if (cues) return { transcript: toOwnCues(timeline, cues) };
  const voice = layers.findLast((one) => one.type === "voiceover");
  return { text: text ?? voice?.fields.text ?? "" };
}
