/** Words that say nothing of what a text is about; English, as most captions are. */
const EMPTY = new Set(
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

/** Every word in lower case, in order; a name with underscores is one word. */
export const words = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’]/g, ""));

export const meaningful = (word: string): boolean => word.length > 1 && !EMPTY.has(word);

/** Two words with one stem, roughly: `bakes`, `baking` and `bake` agree. */
export function alike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.slice(0, Math.max(3, short.length - 2));
  return short.length >= 4 && long.length - stem.length <= 5 && long.startsWith(stem);
}

/** `MealPrepSunday` → `Meal Prep Sunday`, `meal_prep` → `meal prep`. */
export const spaced = (tag: string): string => tag.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").replace(/[_.]+/g, " ");

export const hashtagsIn = (caption: string): string[] =>
  [...caption.matchAll(/#([\p{L}\p{N}\p{M}_]+)/gu)].map(([, tag]) => tag!);
/** Creators that a text names: by an @, by a word that is no ordinary one, or by nothing else. */
export function namesIn(text: string): Set<string> {
  const found = text.toLowerCase().match(/@?[\p{L}\p{N}\p{M}_]+(?:\.+[\p{L}\p{N}\p{M}_]+)*/gu) ?? [];
  const isName = (word: string) => /[@_.\d]/.test(word) || found.length === 1;
  return new Set(found.filter(isName).map((word) => word.replace("@", "")));
}

/** A caption in plain words: hashtags taken apart, addresses left out. */
export const plain = (caption: string): string =>
  caption
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/#([\p{L}\p{N}\p{M}_]+)/gu, (_, tag: string) => spaced(tag))
    .replace(/\s+/g, " ")
    .trim();
