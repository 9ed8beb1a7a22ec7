import { STOP_WORDS, tokenize } from "vireo/text";

/** Stop words in other languages, without accents. Words that have a meaning in English are left out. */
const FOREIGN_STOP_WORDS = new Set(
  (
    "al como con cuando cual de del desde donde el ella en es esta este esto hay la las le lo los mas mi mis muy para pero por " +
    "porque que quien se si sobre su sus te tu tus un una unos y ya " +
    "ao aos com da das dos ele em essa esse eu isso mais meu minha na nao nas nos ou pela pelo pra quem sao sem seu sua tem " +
    "uma voce " +
    "au aux avec ce ces cette chez dans des du elle et il je leur les ma mes mon ne notre nous par pas plus pour qui sa ses " +
    "sont sur ta tes une vous " +
    "ai alla che chi cosa dal dei della di e gli ho il io mia mio nel nella non per piu questa questo sono sul sua suo " +
    "aber als auch auf aus bei bin da das dass dem den der dich dir du ein eine einen einer es fur hast ich ihr im ist kann " +
    "mein meine mich mir mit nach nicht noch nur oder sich sie sind so um und uns von vor warum was weil wenn wer wie wir wird " +
    "wo zu zum zur " +
    "ada aja aku akan atau bisa buat dan dari dengan di gak ini itu jadi juga kalau kamu karena ke kita lagi nggak pada saat " +
    "sama saya sudah tidak untuk yang " +
    "ama ben benim bir biz bu cok daha de diye gibi hem icin ile kadar ki mi mu nasil ne o olan sen siz sonra var ve ya yok"
  ).split(" "),
);

export const isMeaningful = (word: string): boolean =>
  word.length > 1 && !STOP_WORDS.has(word) && !FOREIGN_STOP_WORDS.has(word);

/** Scripts without spaces between words: Han, Japanese, Thai, Lao, Khmer, Burmese. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;

/** Text of English letters only, which needs no further normalisation. */
export const ASCII = /^[\x20-\x7e]*$/;

/**
 * Splits text without spaces into overlapping pairs of characters, because full-text search would treat it as one word.
 */
export function separateWords(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(UNSPACED, (run) => {
    const characters = [...run];
    return ` ${characters
      .slice(1)
      .map((character, at) => characters[at]! + character)
      .join(" ")} `;
  });
}

/** Splits a text into words that can be compared: without accents. */
export function normalizeWords(text: string): string[] {
  if (ASCII.test(text)) return tokenize(text);
  const plain = separateWords(text)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  return tokenize(plain).map((word) => word.normalize("NFC").replaceAll("ı", "i"));
}

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

/** Finds creators that a query names: with an @, as an unusual word, or as its only word. */
export function extractUsernames(text: string): Set<string> {
  const tokens = text.toLowerCase().match(/@?[\p{L}\p{N}\p{M}_]+(?:\.+[\p{L}\p{N}\p{M}_]+)*/gu) ?? [];
  const isName = (word: string) => /[@_.\d]/.test(word) || tokens.length === 1;
  return new Set(tokens.filter(isName).map((word) => word.replace("@", "")));
}

/** Converts a caption to plain text: splits hashtags into words and removes URLs. */
export const toPlainText = (caption: string): string =>
  caption
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/#([\p{L}\p{N}\p{M}_]+)/gu, (_, tag: string) => splitUsername(tag))
    .replace(/\s+/g, " ")
    .trim();
