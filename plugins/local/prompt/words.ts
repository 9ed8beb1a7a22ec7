/** Words of a prompt with their places, and what their neighbourhood looks like. */

export interface Word {
  start: number;
  end: number;
  text: string;
  kind: "word" | "number" | "address" | "emoji" | "mark";
  /** Number of line breaks before it. */
  breaks: number;
}

/** A mark at the end belongs to the sentence. */
const END = "(?<![.,;:!?…])";
// Parts are bounded and begin at a word, because a search reads a longer run again from each of its letters.
const ADDRESS = [
  `https?:\\/\\/[^\\s<>"”»)]{1,600}${END}`,
  `www\\.[^\\s<>"”»)]{1,600}${END}`,
  "(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,5}",
  "[@#][\\p{L}\\p{N}_][\\p{L}\\p{N}_.]{0,60}(?<!\\.)",
  `(?<![\\p{L}\\p{N}-])[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){0,4}\\.[a-z]{2,10}(?:\\/[^\\s<>"”»),]{0,600}${END})?(?![\\p{L}\\p{N}])`,
].join("|");
/** Scripts that are written without spaces between words. */
const DENSE =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]";
const NUMBER = "\\p{Nd}+(?:[.,:'’/]\\p{Nd}+)*(?:st|nd|rd|th|x|k|m|s|h|%)?(?![\\p{L}\\p{N}])|\\p{Nd}+";
const LETTER = `(?:(?!${DENSE})[\\p{L}\\p{M}])`;
// Korean joins particles to a quotation mark: '…'라는.
// Arabic joins "for" and "with" to names by a long stroke: لـ«Nova».
const WORD = `[لبوكف]ـ(?=\\p{Script=Arabic})|${LETTER}(?:${LETTER}|[\\p{Nd}\\u200c\\u200d]|['’](?=${LETTER})(?!.\\p{Script=Hangul})|[-.](?=${LETTER}{2}))*`;
const EMOJI = "(?:\\p{Extended_Pictographic}|\\p{Regional_Indicator})(?:[\\ufe0f\\u200d\\u20e3]|\\p{Emoji_Modifier})*";
/** Its groups are an address, a number, words without spaces, a word, an emoji and a line break. */
const token = new RegExp(
  `(${ADDRESS})|(${NUMBER})|((?:${DENSE}\\p{M}*)+)|(${WORD})|(${EMOJI})|(\\r\\n?|\\n)|([^\\s])`,
  "giu",
);

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/**
 * Splits a text into words, numbers, addresses, emoji and punctuation marks. Chinese, Japanese, Thai, Lao, Khmer and
 * Burmese are split at the words of a dictionary.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let breaks = 0;
  for (const match of text.matchAll(token)) {
    const { index } = match;
    const [found, address, number, dense, word, emoji, line] = match;
    if (line !== undefined) {
      breaks++;
      continue;
    }
    if (dense !== undefined) {
      for (const { segment, index: at } of segmenter.segment(found)) {
        const start = index + at;
        words.push({ start, end: start + segment.length, text: segment, kind: "word", breaks });
        breaks = 0;
      }
      continue;
    }
    let kind: Word["kind"] = "mark";
    if (word !== undefined) kind = "word";
    else if (number !== undefined) kind = "number";
    else if (address !== undefined) kind = "address";
    else if (emoji !== undefined) kind = "emoji";
    words.push({ start: index, end: index + found.length, text: found, kind, breaks });
    breaks = 0;
  }
  return words;
}

/** True for a number, and for a word that begins with a capital letter. */
export const isName = ({ text, kind }: Word): boolean => kind === "number" || /^\p{Lu}/u.test(text);

/** True for words that may stand in a name or a headline. */
export const isNameOrMark = (word: Word): boolean => word.kind === "mark" || isName(word);

/** True for a mark between a label and its value. */
export const isColon = (word: Word | undefined): boolean => /^[:：】]$/u.test(word?.text ?? "");
