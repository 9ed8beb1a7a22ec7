import { STOP_WORDS, splitCaption } from "vireo/text";

/** Words that are no use as a tag. */
const NO_TAGS = new Set([
  ...STOP_WORDS,
  ...(
    "again always anyone back before being best better cant come didnt doesnt doing done everyone give good hello help heres hey hi id " +
    "ill isnt keep lets little lot many maybe mean must next nobody nothing oh ok once people please something sure tell think three " +
    "times trying turn watch week weeks went whats wish without wont work worth yes yet yours tiktoks reel reels shorts shows link bio " +
    "caption comment comments follow"
  ).split(" "),
]);

/** Splits a text into lower-case words without apostrophes. A word with hyphens is one. */
export const splitTerms = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu) ?? []).map((word) => word.replace(/['’]/g, ""));

/** Returns the unique words of a text, without stop words, numbers and words of one or two letters. */
export const findKeywords = (text: string): string[] => [
  ...new Set(splitTerms(text).filter((word) => word.length > 2 && !NO_TAGS.has(word) && !/^\d/.test(word))),
];

/** Approximate stemming: true for `bakes`, `baking` and `bake`. */
export function haveSameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.slice(0, Math.max(4, short.length - 2));
  return short.length >= 4 && long.length - stem.length <= 5 && long.startsWith(stem);
}

export const isUsefulTag = (tag: string): boolean => tag.length > 1 && !NO_TAGS.has(tag.toLowerCase());

/** Removes hashtags and URLs from a caption. */
export const removeTagsAndUrls = (caption: string): string =>
  caption
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/#[\p{L}\p{N}\p{M}_]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Returns the sentences of a caption that contain words. */
export const splitStatements = (text: string): string[] =>
  splitCaption(text).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** Shortens a text to at most `most` characters, with an ellipsis, between words if possible. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most * 0.5 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$|[\ud800-\udbff]$/gu, "")}…`;
}

export const capitalize = (text: string): string =>
  text.replace(/^(["“'(]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
