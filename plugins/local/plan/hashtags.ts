import { findKeywords, isUsefulTag } from "../keywords";

const toTag = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}_]+/gu, "");

/** Picks unique hashtags without #, most specific first. Skips tags of digits only. */
export function pickHashtags(sources: readonly (readonly string[])[], most: number): string[] {
  const tags = new Set<string>();
  // Take turns, so that no source fills the list alone.
  for (let round = 0; round < 12 && tags.size < most; round++) {
    for (const source of sources) {
      const tag = toTag(source[round] ?? "");
      if (tags.size < most && tag.length > 1 && tag.length <= 40 && isUsefulTag(tag) && !/^\d+$/.test(tag))
        tags.add(tag);
    }
  }
  return [...tags];
}

/** Returns hashtags of a topic: its first specific word that is not an activity. */
export const toTopicTags = (topic: string): string[] =>
  findKeywords(topic)
    .filter((word) => !word.endsWith("ing"))
    .slice(0, 1);

/** Converts a niche to hashtags: "clean skincare for sensitive skin" gives cleanskincare and sensitiveskin. */
export const toNicheTags = (niche: string, links = /\s+(?:for|in|and|with|on|of|at)\s+/i): string[] =>
  niche
    .split(new RegExp(`${links.source}|[,/&|]+`, "iu"))
    .map((part) => part.trim())
    .filter((part) => part.length > 2 && part.split(/\s+/).length <= 3);
