/**
 * Reads requests of edits that an earlier release has queued, and that run after an upgrade. They applied their layers to
 * the base version, and the times of a layer referred to the layers before it.
 */
import type { FontFile } from "vireo/brief";
import type { Cue } from "vireo/slots/transcribe";
import type { SpeechRequest } from "../speech";
import type { EditRequest, LayerType, VersionLayer } from "./layers";
import { readTimeline, type Timeline, toOriginal, toOriginalCues } from "./timeline";

interface LegacyLayer {
  operation: Exclude<LayerType, "reframe" | "tighten">;
  start?: number;
  end?: number;
  font?: FontFile;
  text?: string;
  transcript?: Cue[];
  /** Origin of captions without a text. */
  listen?: { language?: string };
  spoken?: Cue[];
  said?: boolean;
  imageUrl?: string;
  musicUrl?: string;
  speech?: SpeechRequest;
}

export type LegacyRequest = Pick<EditRequest, "model" | "sourceUrl" | "baseVersion" | "isUpload"> &
  (LegacyLayer | { operation: "render"; layers: LegacyLayer[] });

/** Returns the request of an edit in its current shape. */
export function readRequest(request: EditRequest | LegacyRequest): EditRequest {
  if ("original" in request) return request;
  const { model, sourceUrl, baseVersion, isUpload, operation } = request;
  const layers: VersionLayer[] = [];
  for (const layer of "layers" in request ? request.layers : [request]) layers.push(readLayer(layer, layers));
  return {
    model,
    sourceUrl,
    baseVersion,
    operation: operation as EditRequest["operation"],
    original: baseVersion,
    isUpload,
    layers,
    added: layers.map(({ id }) => id),
  };
}

function readLayer(layer: LegacyLayer, before: readonly VersionLayer[]): VersionLayer {
  const { operation: type, start, end } = layer;
  const timeline = readTimeline(before, undefined);
  const times = {
    ...(start === undefined ? {} : { start: toOriginal(timeline, start) }),
    ...(end === undefined ? {} : { end: toOriginal(timeline, end) }),
  };
  // The names of earlier releases' steps, so that a speech is not paid for twice.
  const voices = before.filter((one) => one.type === "voiceover").length;
  const id = type !== "voiceover" ? `layer-${before.length + 1}` : voices === 0 ? "speech" : `speech-${voices + 1}`;
  const { fields, made } = splitLayer(layer, timeline);
  return { id, type, fields: { ...fields, ...times }, made } as VersionLayer;
}

/** Separates the fields of a layer from what was found for them. */
function splitLayer(layer: LegacyLayer, timeline: Timeline) {
  const { operation, font, listen, spoken, said, musicUrl, speech, transcript, text, ...fields } = layer;
  const made = font ? { font: { family: font.family, weight: font.weight, file: { url: font.url } } } : {};
  switch (operation) {
    case "captions": {
      const source = said ? "voices" : listen || spoken ? "speech" : undefined;
      return {
        fields: {
          ...fields,
          ...listen,
          transcript: transcript && toOriginalCues(timeline, transcript),
          text: said ? undefined : text,
        },
        made: { ...made, source, transcript: spoken },
      };
    }
    case "overlay": {
      const { type: _, ...others } = fields as typeof fields & { type?: string };
      const image = fields.imageUrl === undefined ? {} : { image: { url: fields.imageUrl } };
      return { fields: { ...others, text }, made: { ...made, ...image } };
    }
    case "voiceover":
      return { fields: { ...fields, text: speech?.text }, made: { speech } };
    case "music":
      return { fields: { ...fields, audioUrl: musicUrl }, made: { track: { url: musicUrl } } };
    case "trim":
      return { fields: {}, made: {} };
  }
}
