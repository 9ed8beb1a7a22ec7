import type { Model } from "vireo/engine";

/** A speech model, with the maximum number of characters per request. */
interface SpeechModel extends Model {
  maxText: number;
}

/**
 * Ids and limits from elevenlabs.io/docs/models, 2026-11-26. The first model is the default: that v4 reports the times of
 * characters, as captions need them, has not been confirmed.
 */
export const models: readonly SpeechModel[] = [
  {
    id: "eleven_multilingual_v2",
    title: "Eleven Multilingual v2",
    description: "Lifelike speech in 29 languages, with word times.",
    maxText: 10_000,
  },
  {
    id: "eleven_v4",
    title: "Eleven v4",
    description: "The newest, with the expression of v3 in longer texts.",
    maxText: 10_000,
  },
  { id: "eleven_v4_turbo", title: "Eleven v4 Turbo", description: "As v4, faster.", maxText: 10_000 },
  { id: "eleven_v3", title: "Eleven v3", description: "The most expressive, in over 70 languages.", maxText: 3_000 },
  { id: "eleven_flash_v2_5", title: "Eleven Flash v2.5", description: "Fast, at half the price.", maxText: 40_000 },
  { id: "eleven_turbo_v2_5", title: "Eleven Turbo v2.5", maxText: 40_000 },
];

/** Limit for models that are not listed. */
export const USUAL_TEXT = 3_000;
