const sentences = new Intl.Segmenter("und", { granularity: "sentence" });

/**
 * Splits a written text into sentences with their punctuation, by the rules of Unicode. "e.g. this" is not split.
 *
 * @example splitSentences("One. Two? Three!"); // ["One.", "Two?", "Three!"]
 */
export const splitSentences = (text: string): string[] =>
  Array.from(sentences.segment(text), ({ segment }) => segment.trim()).filter(Boolean);

/** Ends before a space, after Chinese or Japanese punctuation, or with the line. */
const CAPTION_SENTENCE = /[^\n]+?(?:[.!?…]["”')\]]*(?=\s|$)|[。！？]["”’」』）]*(?![。！？"”’」』）])|(?=\n|$))/gu;

/**
 * Splits a text into sentences with their punctuation, even if they begin in lower case as in many captions. Prices and
 * addresses are not split.
 *
 * @example splitCaption("only $3.50. link in bio… go!"); // ["only $3.50.", "link in bio…", "go!"]
 */
export const splitCaption = (text: string): string[] =>
  (text.match(CAPTION_SENTENCE) ?? []).map((sentence) => sentence.trim()).filter(Boolean);

/**
 * Returns the words of a text in lower case without apostrophes, in order. A name with underscores is one word.
 *
 * @example tokenize("Don't STOP, snake_case"); // ["dont", "stop", "snake_case"]
 */
export const tokenize = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_]*/gu) ?? []).map((word) => word.replace(/['’]/g, ""));

/** English words that say nothing about the subject of a short video: function words, and words such as "viral". */
export const STOP_WORDS: ReadonlySet<string> = new Set(
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
