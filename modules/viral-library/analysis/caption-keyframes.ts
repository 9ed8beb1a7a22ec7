import { splitSentences } from "vireo/text";
import type { Analysis } from "../schema";

/** Longest video whose every second gets a keyframe. */
const MAX_KEYFRAMES = 180;

/**
 * Estimates keyframes from the caption: its sentences in order, each for a share of the duration that follows its length.
 * Without a duration there is one, at the start. What is seen and heard is not known.
 */
export function estimateKeyframes(hook: string, caption: string, seconds: number): Analysis["keyframes"] {
  const parts = splitSentences(caption);
  const texts = parts.length > 0 ? parts : [hook];
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  const count = Math.max(1, Math.min(MAX_KEYFRAMES, Math.floor(seconds)));
  let part = 0;
  let end = texts[0]!.length;
  return Array.from({ length: count }, (_, timestamp) => {
    while (part < texts.length - 1 && end <= (timestamp / count) * letters) end += texts[++part]!.length;
    return {
      timestamp,
      type: part === 0 ? "hook" : "scene",
      description: `Estimated from the caption: ${texts[part]}`,
      visual: "",
      audio: "",
      text: "",
    };
  });
}
