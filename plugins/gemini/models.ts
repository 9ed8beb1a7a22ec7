import type { Model } from "vireo/engine";

/** From Google's SDK and deprecation list, 2026-11-21. The first model of each list is the default. */

const ratios = ["1:1", "9:16", "16:9", "4:5", "3:4"];

export const IMAGE_MODELS: readonly Model[] = [
  {
    id: "gemini-3.1-flash-image",
    title: "Nano Banana 2",
    description: "Fast, and good at edits.",
    aspectRatios: ratios,
  },
  {
    id: "gemini-3-pro-image",
    title: "Nano Banana Pro",
    description: "Best at text and composition.",
    aspectRatios: ratios,
  },
  { id: "gemini-3.1-flash-lite-image", title: "Nano Banana 2 Lite", aspectRatios: ratios },
  { id: "gemini-nano-banana-2.1", title: "Nano Banana 2.1", aspectRatios: ratios },
  { id: "gemini-2.5-flash-image", title: "Nano Banana", aspectRatios: ratios, retiredAt: "2026-10-02" },
];

const omni = { aspectRatios: ["9:16", "16:9"], resolutions: ["720p", "1080p"] };

export const VIDEO_MODELS: readonly Model[] = [
  {
    ...omni,
    id: "gemini-omni-1.1-flash",
    title: "Gemini Omni 1.1 Flash",
    description: "Video with audio. Accepts a first frame or references.",
    duration: { min: 3, max: 10, default: 8 },
  },
  {
    ...omni,
    id: "gemini-omni-1.2-flash",
    title: "Gemini Omni 1.2 Flash",
    description: "Longer takes.",
    duration: { min: 3, max: 15, default: 8 },
  },
  { ...omni, id: "gemini-omni-flash-preview", title: "Gemini Omni Flash", retiredAt: "2026-09-30" },
  { ...omni, id: "veo-3.1-generate-preview", title: "Veo 3.1", retiredAt: "2026-10-22" },
  { ...omni, id: "veo-3.1-fast-generate-preview", title: "Veo 3.1 Fast", retiredAt: "2026-10-22" },
];

/** Unlisted models are passed through. */
export const isGemini = (id: string) => /^gemini-[\w.-]+$/.test(id);

/** Returns an error for a model that was shut down. */
export function reviewModel(models: readonly Model[], id: string): Record<string, string> {
  const { retiredAt } = models.find((model) => model.id === id) ?? {};
  return retiredAt && Date.parse(retiredAt) <= Date.now()
    ? { model: `Google shut this model down on ${retiredAt}. Use ${models[0]?.id} instead.` }
    : {};
}
