import { endsSentence } from "vireo/captions/words";
import { getQuantile } from "../numbers";
import { ABBREVIATIONS, FINAL_ABBREVIATIONS } from "./languages";
import type { TalkWord } from "./timed-words";

/** Words `from` until before `to`. */
export interface Sentence {
  from: number;
  to: number;
  /** The transcript marks the end as a question. */
  isQuestion: boolean;
}

/** A sentence of a talk has about this many words. */
const USUAL_WORDS = 11;
/** Longer passages without an end have no punctuation, in a transcript with punctuation and in one without. */
const MAX_WORDS = { punctuated: 150, plain: 60 };
/** A transcript with fewer ends than one in this many words has no punctuation. */
const WORDS_PER_END = 40;
/** Shorter pauses, in seconds, are within sentences. */
const MIN_PAUSE = 0.25;
/** A pause after which nobody continues a sentence, in seconds. */
const LONG_PAUSE = 2.5;
const STRONG_END = /[!?。！？؟।][^\p{L}\p{N}]*$/u;

/** Splits words into sentences: at their punctuation, and at pauses where there is none. */
export function findSentences(words: readonly TalkWord[], code: string): Sentence[] {
  const ends = markEnds(words, code);
  const isPunctuated = ends.filter(Boolean).length * WORDS_PER_END > words.length;
  const most = isPunctuated ? MAX_WORDS.punctuated : MAX_WORDS.plain;
  const sentences: Sentence[] = [];
  let from = 0;
  for (let i = 0; i < words.length; i++) {
    if (!ends[i] && i < words.length - 1) continue;
    const to = i + 1;
    if (to - from > most) sentences.push(...splitAtPauses(words, from, to));
    else sentences.push(makeSentence(words, from, to));
    from = to;
  }
  return sentences;
}

const makeSentence = (words: readonly TalkWord[], from: number, to: number): Sentence => ({
  from,
  to,
  isQuestion: /[?？؟][^\p{L}\p{N}]*$/u.test(words[to - 1]!.text),
});

function markEnds(words: readonly TalkWord[], code: string): boolean[] {
  const ends = words.map((word, i) => endsSentence(word.text) && !goesOn(word, words[i + 1], code));
  const followers = words.filter((_, i) => i > 0 && ends[i - 1]);
  const capitals = followers.filter(({ text }) => !startsLower(text)).length;
  // A transcript with capitals has one after each sentence: a full stop before a lower-case word is an abbreviation.
  if (capitals < 0.7 * followers.length) return ends;
  return ends.map((isEnd, i) => {
    const next = words[i + 1];
    return isEnd && !(next && startsLower(next.text) && !STRONG_END.test(words[i]!.text));
  });
}

const startsLower = (text: string) => /^[^\p{L}\p{N}]*\p{Ll}/u.test(text);

/** True if the full stop belongs to an abbreviation, an initial or a number. */
function goesOn({ text, key, end }: TalkWord, next: TalkWord | undefined, code: string): boolean {
  if (!next || STRONG_END.test(text)) return false;
  const pause = next.start - end;
  const startsUpper = /^[^\p{L}\p{N}]*\p{Lu}/u.test(next.text);
  if (/(?:\.{2,}|…)["'”’)]*$/u.test(text)) return startsLower(next.text) && pause < LONG_PAUSE;
  if (!/\.["'”’)\]»]*$/u.test(text)) return false;
  if (ABBREVIATIONS.has(key)) return !(FINAL_ABBREVIATIONS.has(key) && startsUpper);
  if (/^\p{L}$/u.test(key) && /^\p{Lu}/u.test(text)) return startsUpper && pause < MIN_PAUSE;
  if (/\d$/.test(key) && /^\d/.test(next.key) && pause < MIN_PAUSE && text.endsWith(".")) return true;
  // German writes ordinal numbers with a full stop.
  return code === "de" && /^\d{1,2}$/.test(key) && pause < MIN_PAUSE;
}

/** Splits a passage without punctuation at its longest pauses. Returns one sentence if there are none. */
function splitAtPauses(words: readonly TalkWord[], from: number, to: number): Sentence[] {
  const gaps: number[] = [];
  for (let i = from + 1; i < to; i++) gaps.push(words[i]!.start - words[i - 1]!.end);
  const least = Math.max(MIN_PAUSE, getQuantile(gaps, 1 - 1 / USUAL_WORDS));
  const sentences: Sentence[] = [];
  let first = from;
  for (let i = from + 1; i <= to; i++) {
    if (i < to && gaps[i - from - 1]! < least) continue;
    sentences.push(makeSentence(words, first, i));
    first = i;
  }
  return sentences;
}
