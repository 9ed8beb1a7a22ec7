/** Counts captions as platforms do. The schema limits all of them to 2200 characters. */
import type { PlatformInfo, TextLimit } from "vireo/platforms";

const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&/#])#[\p{L}\p{M}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{M}\p{N}_.@/])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const countMatches = (pattern: RegExp) => (text: string) => text.match(pattern)?.length ?? 0;
const segmenter = new Intl.Segmenter();

/** Names of the units, to complete "accepts at most 30 …". */
const units: Record<TextLimit["unit"], { name: string; count(text: string): number }> = {
  characters: { name: "characters", count: (text) => [...segmenter.segment(text.trim())].length },
  utf16: { name: "UTF-16 units (most emoji count as two)", count: (text) => text.length },
  bytes: {
    name: "bytes (letters outside of English take two to four)",
    count: (text) => Buffer.byteLength(text.trim()),
  },
  hashtags: { name: "hashtags", count: countMatches(HASHTAG) },
  mentions: { name: "mentions", count: countMatches(MENTION) },
};

const remove = (text: string, characters: string) =>
  [...characters].reduce((rest, character) => rest.replaceAll(character, ""), text);

/** Lists why a platform would refuse a caption. */
export const findTextFaults = ({ title, text: limits = [] }: PlatformInfo, text: string): string[] =>
  limits.flatMap(({ max, unit, without = "" }) => {
    const { name, count } = units[unit];
    const counted = count(remove(text, without));
    return counted <= max ? [] : `${title} accepts at most ${max} ${name} in a caption; this one has ${counted}.`;
  });
