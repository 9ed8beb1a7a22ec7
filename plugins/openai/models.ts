import type { Model } from "vireo/engine";

/** Sizes by ratio: multiples of 16, below the size that the models call experimental. */
export const SIZES: Readonly<Record<string, string>> = {
  "1:1": "1024x1024",
  "9:16": "1152x2048",
  "16:9": "2048x1152",
  "4:5": "1024x1280",
  "3:4": "1152x1536",
};
const any = Object.keys(SIZES);
/** All others only support a square and 2:3. */
const square = ["1:1"];

/**
 * OpenAI's image models, the default first. From npm openai 7.57.0, 2026-11-22; shutdowns from OpenAI's page
 * "Deprecations", 2026-11-26.
 */
export const IMAGE_MODELS: readonly Model[] = [
  { id: "gpt-image-2.5-sunburst", title: "GPT Image 2.5 Sunburst", aspectRatios: any },
  { id: "gpt-image-2.5-flare", title: "GPT Image 2.5 Flare", aspectRatios: any },
  { id: "gpt-image-2.6-sunburst", title: "GPT Image 2.6 Sunburst", aspectRatios: square },
  { id: "gpt-image-2.6-flare", title: "GPT Image 2.6 Flare", aspectRatios: square },
  { id: "gpt-image-2", title: "GPT Image 2", aspectRatios: any },
  { id: "gpt-image-1.5", title: "GPT Image 1.5", aspectRatios: square, retiredAt: "2026-12-01" },
  { id: "gpt-image-1-mini", title: "GPT Image 1 mini", aspectRatios: square, retiredAt: "2026-12-01" },
  { id: "chatgpt-image-latest", title: "ChatGPT's image model", aspectRatios: square, retiredAt: "2026-12-01" },
  { id: "gpt-image-1", title: "GPT Image 1", aspectRatios: square, retiredAt: "2026-10-23" },
  { id: "dall-e-3", title: "DALL·E 3", aspectRatios: square, retiredAt: "2026-05-12" },
  { id: "dall-e-2", title: "DALL·E 2", aspectRatios: square, retiredAt: "2026-05-12" },
];

/** Announced shutdowns of models that no list above has. */
export const SHUTDOWNS: Readonly<Record<string, string>> = { "whisper-1": "2027-02-26" };

/** Names that belong to OpenAI, listed here or not. */
export const isImageModel = (id: string) => /^(gpt-image|chatgpt-image|dall-e)-/.test(id);
