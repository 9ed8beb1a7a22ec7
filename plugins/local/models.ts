import type { Model } from "vireo/engine";
import { MAX_SECONDS, MIN_SECONDS } from "./music/duration";

export const image: readonly Model[] = [
  {
    id: "local-poster-1",
    title: "Local poster",
    description: "A designed poster from the prompt; edits by instruction (crop, tone, blur, caption …).",
    aspectRatios: ["1:1", "9:16", "16:9", "4:5", "3:4"],
  },
];

export const video: readonly Model[] = [
  {
    id: "local-motion-1",
    title: "Local motion graphics",
    description: "A motion-graphics clip, cut on the beat of its own music, with your photos.",
    duration: { min: 3, max: 60, default: 8 },
    aspectRatios: ["9:16", "16:9", "1:1"],
    resolutions: ["1080p", "720p"],
    scenes: true,
    narrates: { maxSeconds: 180 },
    layers: true,
  },
];

const synth: Omit<Model, "id"> = {
  title: "Local synthesizer",
  description:
    "An instrumental track synthesised from genre, mood, tempo, metre, instruments and length in the prompt.",
  duration: { min: MIN_SECONDS, max: MAX_SECONDS, default: 45 },
};
export const music: readonly Model[] = [{ id: "local-synth-1", ...synth }];
/**
 * Model names of the music API. The local synthesizer accepts each, and the track records the requested one. They are
 * not listed, because they are Suno's model names, and an engine that offers these takes precedence.
 */
export const acceptsMusicModel = (id: string): boolean =>
  ["V5", "V4_5PLUS", "V4_5ALL", "V4_5", "V4", "V3_5"].includes(id);

export const edit: readonly Model[] = [
  {
    id: "local-edit-1",
    title: "Local editor",
    description:
      "Burns captions and overlays into a video, adds voice-overs, trims and reframes it; several changes in one pass.",
  },
];

export const analyse: readonly Model[] = [
  {
    id: "local-measure-1",
    title: "Local measurement",
    description:
      "Measures cuts, motion, light, colours and audio of the first ten minutes, and reads text in Latin letters. Does not recognise objects.",
  },
];

export const moments: readonly Model[] = [
  {
    id: "local-moments-1",
    title: "Local moments",
    description:
      "Finds the parts of a long video that stand on their own, by its transcript, or else by its sound and motion.",
  },
];

export const plan: readonly Model[] = [
  {
    id: "local-planner-1",
    title: "Local planner",
    description:
      "Plans in English, German, Spanish, French, Portuguese and Italian, composed from your texts and the viral library. The same seed gives the same plan.",
  },
];
