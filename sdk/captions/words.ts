/** A word, or a segment in scripts without spaces. Times are in seconds. */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** No space between this word and the previous one. */
  joined: boolean;
}

/** A cue from a request. Entries of `words` may use `text` or `word`. */
export interface TranscriptCue {
  start: number;
  end: number;
  text: string;
  words?: readonly { text?: string; word?: string; start: number; end: number }[];
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** Matches a letter of a script that is written from right to left. */
export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * True if the first letter belongs to a right-to-left script, which sets the direction of the whole text.
 *
 * @example isRightToLeft("123 שלום"); // true
 */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? "");

const SENTENCE_END = /[.!?…。！？؟।]["'”’)\]»」』]*$/u;
const PAUSE = /[,;:،、，；：—–]["'”’)\]»」』]*$/u;
const words = new Intl.Segmenter("und", { granularity: "word" });
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * True at the end of a sentence.
 *
 * @example endsSentence("done.”"); // true
 */
export const endsSentence = (text: string) => SENTENCE_END.test(text);
/**
 * True after a comma, a colon or a dash.
 *
 * @example endsClause("first,"); // true
 */
export const endsClause = (text: string) => PAUSE.test(text);

/**
 * Splits a text into words. Control characters and line breaks count as spaces.
 *
 * @example splitWords("Hi there").map(({ text }) => text); // ["Hi", "there"]
 */
export function splitWords(text: string): Pick<Word, "text" | "joined">[] {
  const clean = text.normalize("NFC").replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFEFF\uFFFC\uFFFE\uFFFF]/gu, " ");
  return clean.split(/\s+/u).filter(Boolean).flatMap(splitToken);
}

/** Splits tokens of scripts without spaces into words. Punctuation stays with its word. */
function splitToken(token: string): Pick<Word, "text" | "joined">[] {
  if (!UNSPACED.test(token)) return [{ text: token, joined: false }];
  const parts: string[] = [];
  let opening = "";
  for (const { segment, isWordLike } of words.segment(token)) {
    if (/^[\p{Ps}\p{Pi}]/u.test(segment)) opening += segment;
    else if (isWordLike || opening || parts.length === 0) {
      parts.push(opening + segment);
      opening = "";
    } else parts[parts.length - 1] += segment;
  }
  if (opening) parts.push(opening);
  return parts.map((text, i) => ({ text, joined: i > 0 }));
}

/** Relative speaking time of a word, including the pause after a sentence or clause. */
function weight(text: string): number {
  const length = [...graphemes.segment(text)].length * (UNSPACED.test(text) ? 2 : 1);
  return length + 2 + (endsSentence(text) ? 6 : endsClause(text) ? 3 : 0);
}

/**
 * Spreads words over intervals by their estimated speaking time. Times are in seconds. Intervals must be in order and must
 * not overlap.
 * @example
 * const words = spreadWords("Hi there", [{ start: 0, end: 1 }, { start: 4, end: 5 }]);
 * words.map(({ text, end }) => [text, Math.round(end)]); // [["Hi", 1], ["there", 5]]
 */
export function spreadWords(text: string, intervals: readonly { start: number; end: number }[]): Word[] {
  const split = splitWords(text);
  const weights = split.map((word) => weight(word.text));
  const total = weights.reduce((sum, value) => sum + value, 0);
  const time = intervals.reduce((sum, { start, end }) => sum + end - start, 0);
  let elapsed = 0;
  return split.map((word, i) => {
    const start = clockAt((elapsed / total) * time, intervals, "start");
    elapsed += weights[i]!;
    const end = clockAt((elapsed / total) * time, intervals, "end");
    return { ...word, start, end: Math.max(end, start) };
  });
}

/**
 * Time at which `spoken` seconds of the intervals have passed. At a boundary, "start" is in the later interval.
 *
 * @example clockAt(1.5, [{ start: 0, end: 1 }, { start: 5, end: 6 }], "start"); // 5.5
 */
export function clockAt(
  spoken: number,
  intervals: readonly { start: number; end: number }[],
  edge: "start" | "end",
): number {
  let left = spoken;
  for (const { start, end } of intervals) {
    const length = end - start;
    if (left < length - 1e-6 || (edge === "end" && left <= length + 1e-6)) return start + Math.min(left, length);
    left -= length;
  }
  return intervals.at(-1)?.end ?? 0;
}

/**
 * Returns the timed words of each cue, in order and without overlaps. Words without times are spread over their cue.
 * @param duration length of the video, in seconds
 * @example
 * const [cue = []] = timeWords([{ start: 0, end: 4, text: "Order now", words: [{ word: "Order", start: 0, end: 1 }] }], 8);
 * cue; // [{ text: "Order", start: 0, end: 1, joined: false }]
 */
export function timeWords(cues: readonly TranscriptCue[], duration: number): Word[][] {
  return separate(cues, duration).map((cue) => {
    const timed = (cue.words ?? []).flatMap(({ text, word, start, end }) => {
      const parts = spreadWords(text ?? word ?? "", [{ start, end: Math.max(start, end) }]);
      return Number.isFinite(start + end) ? parts : [];
    });
    return timed.length > 0 ? tidy(timed, duration) : spreadWords(cue.text, [cue]);
  });
}

/** Sorts cues, clips them to the video and removes overlaps. Merges cues that start together. */
function separate(cues: readonly TranscriptCue[], duration: number): TranscriptCue[] {
  const sorted = cues
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start), end: Math.min(cue.end, duration) }))
    .filter(({ start, end }) => end - start > 0.01)
    .sort((a, b) => a.start - b.start);
  const result: TranscriptCue[] = [];
  for (const cue of sorted) {
    const last = result.at(-1);
    if (last && cue.start - last.start < 0.1) {
      const both = [...(last.words ?? []), ...(cue.words ?? [])];
      const timed = last.words && cue.words && both.sort((a, b) => a.start - b.start);
      const { start } = last;
      result[result.length - 1] = {
        start,
        end: Math.max(last.end, cue.end),
        text: `${last.text} ${cue.text}`,
        words: timed,
      };
    } else {
      if (last && last.end > cue.start) last.end = cue.start;
      result.push(cue);
    }
  }
  return result;
}

/** Sorts words, clips them to the video and removes overlaps. */
function tidy(words: Word[], duration: number): Word[] {
  const sorted = words.filter(({ start }) => start < duration).sort((a, b) => a.start - b.start);
  return sorted.map((word, i) => {
    const next = sorted[i + 1]?.start ?? duration;
    const joined =
      i > 0 && (word.joined || (UNSPACED.test(word.text[0]!) && UNSPACED.test(sorted[i - 1]!.text.at(-1)!)));
    return { ...word, joined, start: Math.max(0, word.start), end: Math.max(word.start, Math.min(word.end, next)) };
  });
}
