/** English stop words. */
const STOP_WORDS = new Set(
  (
    "a about after again all also always am an and any anyone are as at back be because been before being best better but by can " +
    "cant come could day days did didnt do does doesnt doing done dont down each even ever every everyone few first for from get gets " +
    "getting give go goes going gonna good got had has have he hello help her here heres hey hi him his how i id if ill im in into is isnt " +
    "it its ive just keep know last let lets like little ll look lot made make makes making many maybe me mean more most much " +
    "must my need never new next no nobody not nothing now of off oh ok on once one only or other our out over own part people " +
    "please pov put re really right s said same say see she should so some something still stop such sure t take tell than that " +
    "thats the their them then there these they thing things think this those three through time times to today too try trying " +
    "turn two until up us use used using ve very want was watch way we week weeks well went were what whats when where which while who " +
    "why will wish with without wont work worth would year years yes yet you your youre yours fyp foryou foryoupage viral trending " +
    "tiktok tiktoks reel reels shorts video videos show shows clip clips link bio caption comment comments follow"
  ).split(" "),
);

/** Splits a text into lower-case words without apostrophes. */
export const splitWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu) ?? []).map((word) => word.replace(/['’]/g, ""));

/** Returns the unique words of a text, without stop words, numbers and words of one or two letters. */
export const findKeywords = (text: string): string[] => [
  ...new Set(splitWords(text).filter((word) => word.length > 2 && !STOP_WORDS.has(word) && !/^\d/.test(word))),
];

/** Approximate stemming: true for `bakes`, `baking` and `bake`. */
export function haveSameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.slice(0, Math.max(4, short.length - 2));
  return short.length >= 4 && long.length - stem.length <= 5 && long.startsWith(stem);
}

export const isMeaningful = (tag: string): boolean => tag.length > 1 && !STOP_WORDS.has(tag.toLowerCase());

/** Removes hashtags and URLs from a caption. */
export const toPlainText = (caption: string): string =>
  caption
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/#[\p{L}\p{N}\p{M}_]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Splits a text into sentences with their punctuation. */
export const splitSentences = (text: string): string[] =>
  (text.match(/[^.!?…\n]+(?:[.!?…]+(?=["”')\]]*(?:\s|$))["”')\]]*|[.!?…]+\S*[^.!?…\n]*)*/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** Shortens a text to at most `most` characters, with an ellipsis, between words if possible. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most * 0.5 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$|[\ud800-\udbff]$/gu, "")}…`;
}

export const capitalize = (text: string): string =>
  text.replace(/^(["“'(]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
