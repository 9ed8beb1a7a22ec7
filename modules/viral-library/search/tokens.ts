/** Words that do not say what a text is about. English, as most captions are. */
const STOP_WORDS = new Set(
  (
    "a about after all also am an and any are as at be because been but by can could day days did do does dont down each even " +
    "ever every few first for from get gets getting go goes going gonna got had has have he her here him his how i if im in " +
    "into is it its ive just know last let like ll look made make makes making me more most much my need never new no not now " +
    "of off on one only or other our out over own part pov put re really right s said same say see she should so some still " +
    "stop such t take than that thats the their them then there these they thing things this those through time to today too " +
    "try two u until up us use used using ve very want was way we well were what when where which while who why will with " +
    "would year years you your youre fyp foryou foryoupage viral trending tiktok video videos show clip clips"
  ).split(" "),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_]*/gu;

/** All words in lower case, in order. A name with underscores is one word. */
export const tokenize = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’]/g, ""));

export const isMeaningful = (word: string): boolean => word.length > 1 && !STOP_WORDS.has(word);

/** Returns true for two words with roughly the same stem, such as `bakes` and `baking`. */
export function haveSameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.slice(0, Math.max(3, short.length - 2));
  return short.length >= 4 && long.length - stem.length <= 5 && long.startsWith(stem);
}

/** `MealPrepSunday` → `Meal Prep Sunday`, `meal_prep` → `meal prep`. */
export const splitUsername = (tag: string): string =>
  tag.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").replace(/[_.]+/g, " ");

export const extractHashtags = (caption: string): string[] =>
  [...caption.matchAll(/#([\p{L}\p{N}\p{M}_]+)/gu)].map(([, tag]) => tag!);

/** Creators that a query names: with an @, as an unusual word, or as its only word. */
export function extractUsernames(text: string): Set<string> {
  const tokens = text.toLowerCase().match(/@?[\p{L}\p{N}\p{M}_]+(?:\.+[\p{L}\p{N}\p{M}_]+)*/gu) ?? [];
  const isName = (word: string) => /[@_.\d]/.test(word) || tokens.length === 1;
  return new Set(tokens.filter(isName).map((word) => word.replace("@", "")));
}

/** A caption as plain text: hashtags split into words, URLs removed. */
export const toPlainText = (caption: string): string =>
  caption
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/#([\p{L}\p{N}\p{M}_]+)/gu, (_, tag: string) => splitUsername(tag))
    .replace(/\s+/g, " ")
    .trim();
