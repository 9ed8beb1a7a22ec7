import { TRIM_SLACK } from "vireo/slots/edit";
import { RenderError, type RenderTools } from "../render";
import { addCaptions, type Captioned, type CaptionInput } from "./captions";
import { Composition } from "./composition";
import { addMusic, type MusicInput } from "./music";
import { addOverlay, type OverlayInput } from "./overlay";
import { addVoiceover, type VoiceoverInput } from "./voiceover";

interface TrimInput {
  /** Length in seconds. */
  start: number;
  end: number;
}

/** One change of a video. Its times refer to the result of the previous layers. */
export type Layer = { id?: string } & (
  | ({ operation: "captions" } & CaptionInput)
  | ({ operation: "overlay" } & OverlayInput)
  | ({ operation: "voiceover" } & VoiceoverInput)
  | ({ operation: "music" } & MusicInput)
  | ({ operation: "trim" } & TrimInput)
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
  transcripts?: Record<string, NonNullable<Captioned["transcript"]>>;
  /** Seconds for which the last frame is held. */
  held?: number;
}

/**
 * Applies layers to the video at `source`, in order and in one pass. RenderErrors: those of the layers,
 * source_unreadable, source_too_large, trim_out_of_range, storage_full.
 */
export async function renderEdit(source: string, layers: readonly Layer[], tools: RenderTools): Promise<Edited> {
  const composition = await Composition.open(source, tools);
  if (layers.every(({ operation }) => operation === "captions" || operation === "overlay")) composition.measureSound();
  const facts: Pick<Edited, "cues" | "held" | "transcripts"> = {};
  for (const layer of layers) {
    const { transcript, ...others } = { ...(await addLayer(layer, composition)) } as Partial<Captioned>;
    Object.assign(facts, others);
    if (layer.id && transcript) facts.transcripts = { ...facts.transcripts, [layer.id]: transcript };
  }
  const { width, height } = composition;
  return { video: await composition.encode(), width, height, ...facts };
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
    case "trim":
      return trim(layer, composition);
  }
}

function trim({ start, end }: TrimInput, composition: Composition): void {
  const { duration } = composition;
  if (start >= duration || end > duration + TRIM_SLACK) {
    throw new RenderError(
      "trim_out_of_range",
      `${start} to ${end} is not within the video, which is ${duration.toFixed(2)} seconds long.`,
    );
  }
  composition.cut(start, Math.min(end, duration));
}
