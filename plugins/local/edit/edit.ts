import type { ReframeShot } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { RenderTools } from "../render-tools";
import { addCaptions, type Captioned, type CaptionInput } from "./captions";
import { Composition } from "./composition";
import { addMusic, type MusicLayerInput } from "./music";
import { addOverlay, type OverlayInput } from "./overlay";
import { addReframe, type ReframeInput } from "./reframe";
import { fitPart, type Part } from "./video-file";
import { addVoiceover, type VoiceoverInput } from "./voiceover";

/** One change of a video. Its times refer to the result of the previous layers. */
export type Layer = { id?: string } & (
  | ({ operation: "captions" } & CaptionInput)
  | ({ operation: "overlay" } & OverlayInput)
  | ({ operation: "voiceover" } & VoiceoverInput)
  | ({ operation: "music" } & MusicLayerInput)
  | ({ operation: "trim" } & Part)
  | ({ operation: "reframe" } & ReframeInput)
);

/** Result of an edit, with facts about its layers. */
export interface Edited {
  /** Path in the run's folder. */
  video: string;
  /** Size in pixels. */
  width: number;
  height: number;
  /** Number of captions shown. */
  cues?: number;
  /** By id of captions without times, their cues. */
  transcripts?: Record<string, Cue[]>;
  /** By id of a reframe, the shots that it did not name. */
  shots?: Record<string, ReframeShot[]>;
  /** Seconds for which the last frame is held. */
  held?: number;
}

/** What a layer reports. */
type Report = Partial<Captioned> & { held?: number; shots?: ReframeShot[] };

/** CPU time that a layer may take, as a share of that for the frames. */
const LAYER_SHARE = 0.1;

/**
 * Applies layers to the video at `source`, in order and in one pass. RenderErrors: those of the layers,
 * source_unreadable, source_too_large, trim_out_of_range, storage_full.
 */
export async function renderEdit(source: string, layers: readonly Layer[], tools: RenderTools): Promise<Edited> {
  // If the list begins with a cut, only that part is decoded.
  const [first] = layers;
  const part = first?.operation === "trim" ? first : undefined;
  const limitCpu = (seconds: number) => tools.limitCpu(seconds * (1 + layers.length * LAYER_SHARE));
  const composition = await Composition.open(source, { ...tools, limitCpu }, part);
  return renderLayers(composition, part ? layers.slice(1) : layers);
}

/** Applies layers to a composition, in order and in one pass. Throws the RenderErrors of the layers, storage_full. */
export async function renderLayers(composition: Composition, layers: readonly Layer[]): Promise<Edited> {
  if (layers.every(({ operation }) => operation === "captions" || operation === "overlay")) composition.measureSound();
  const facts = await addLayers(composition, layers);
  const { width, height } = composition;
  return { video: await composition.write(), width, height, ...facts };
}

/** Adds layers to a composition, in order. Returns what they report. Throws their RenderErrors. */
export async function addLayers(composition: Composition, layers: readonly Layer[]) {
  const facts: Pick<Edited, "cues" | "held" | "transcripts" | "shots"> = {};
  for (const layer of layers) {
    const { transcript, shots, ...others }: Report = { ...(await addLayer(layer, composition)) };
    Object.assign(facts, others);
    if (layer.id && transcript) facts.transcripts = { ...facts.transcripts, [layer.id]: [...transcript] };
    if (layer.id && shots) facts.shots = { ...facts.shots, [layer.id]: shots };
  }
  return facts;
}

function addLayer(layer: Layer, composition: Composition) {
  switch (layer.operation) {
    case "captions":
      return addCaptions(layer, composition);
    case "overlay":
      return addOverlay(layer, composition);
    case "voiceover":
      return addVoiceover(layer, composition);
    case "music":
      return addMusic(layer, composition);
    case "reframe":
      return addReframe(layer, composition);
    case "trim":
      return composition.cut(fitPart(layer, composition.duration));
  }
}
