import { clampFinite, getQuantile } from "../numbers";
import { type Language, splitList } from "./language";
import { createOpeningCheck } from "./openings";
import { createPhrases } from "./phrases";
import type { Sentence } from "./sentences";
import type { TalkWord } from "./timed-words";
import type { Topics } from "./topics";

/** What a sentence is worth as the first, the last or any part of a moment. */
export interface Traits {
  /** Continues the sentence before it, so it cannot come first. */
  continues: boolean;
  isQuestion: boolean;
  /** Words that make the sentence a good opening. */
  contrast?: string;
  claim?: string;
  secret?: string;
  /** Words of a conclusion. */
  conclusion?: string;
  housekeeping?: string;
  /** Number of words that are numbers, names and fillers. */
  numbers: number;
  names: number;
  fillers: number;
  words: number;
  /** Strength as the first sentence, 0 to 1. */
  hook: number;
  /** Strength of the break before the sentence, 0 to 1. */
  opening: number;
  /** Pause before the sentence, in seconds. */
  pause: number;
  /** Whether another person begins to speak. Undefined if people cannot be told apart. */
  isTurn: boolean | undefined;
  /** Begins with a slide or a screen. */
  isShown: boolean;
}

/** Points of a first sentence. The sum is limited to 1. */
const HOOK = {
  base: 0.12,
  question: 0.3,
  number: 0.2,
  contrast: 0.16,
  claim: 0.22,
  secret: 0.28,
  address: 0.1,
  name: 0.06,
  short: 0.08,
  long: -0.15,
  fragment: -0.25,
  filler: -0.2,
  housekeeping: -0.6,
};
const SHORT_WORDS = 16;
const LONG_WORDS = 32;
const FRAGMENT_WORDS = 3;
/** What is left of a hook after a question, which is the better first sentence. */
const ANSWER = 0.5;
/** A pause that is as long as this is a break in any talk, in seconds. */
const LONG_PAUSE = 1.5;

/** What is left of a hook in the middle of a thought. */
const MIDDLE = 0.7;

/** Rates a sentence as the first one of a moment: by its hook, and by the break before it. */
export const rateHook = ({ opening }: Traits, hook: number): number => hook * (MIDDLE + (1 - MIDDLE) * opening);

/** What is known of a talk beside its words. */
interface Known {
  topics: Topics;
  language: Language;
  /** For each sentence, whether another person begins to speak. */
  turns: readonly boolean[] | undefined;
  /** For each sentence, whether it begins with a slide. */
  shown: readonly boolean[];
}

export function describeSentences(
  words: readonly TalkWord[],
  sentences: readonly Sentence[],
  { topics, language, turns, shown }: Known,
): Traits[] {
  const phrases = createPhrases(language);
  const continues = createOpeningCheck(language, phrases);
  const isNumber = createNumberCheck(language);
  const fillers = new Set(splitList(language.data?.fillers));
  const pauses = sentences.map(({ from }) => (from === 0 ? 0 : Math.max(0, words[from]!.start - words[from - 1]!.end)));
  const usual = getQuantile(pauses, 0.5);
  const all = sentences.map((sentence, index): Traits => {
    const own = words.slice(sentence.from, sentence.to);
    const text = phrases.join(own);
    const length = language.isUnspaced ? Math.ceil(own.length / 1.6) : own.length;
    const isQuestion = sentence.isQuestion || (!/[.!]$/.test(own.at(-1)!.text) && startsAsQuestion(text));
    const traits = {
      continues: continues(own, shown[index]),
      isQuestion,
      contrast: phrases.find("contrasts", text),
      claim: phrases.find("claims", text),
      secret: phrases.find("secrets", text),
      conclusion: phrases.find("conclusions", text),
      housekeeping: phrases.find("housekeeping", text),
      // "Eighteen thousand" is one number.
      numbers: own.filter(({ key }, i) => isNumber(key) && !(i > 0 && isNumber(own[i - 1]!.key))).length,
      names: countNames(own, language),
      fillers: own.filter(({ key }) => fillers.has(key)).length,
      words: length,
      pause: pauses[index]!,
      isTurn: turns?.[index],
      isShown: shown[index]!,
    };
    const hasOpener = phrases.findStart("openers", text) !== undefined;
    const opening = index === 0 ? 1 : rateOpening(traits, { usual, shift: topics.shifts[index]!, hasOpener });
    const isFiller = fillers.has(own[0]!.key);
    return {
      ...traits,
      hook: rateWords(traits, { isFiller, isAddressed: phrases.find("address", text) !== undefined }),
      opening,
    };
  });
  return lowerAnswers(all, sentences);

  function startsAsQuestion(text: string): boolean {
    return phrases.findStart("questions", text) !== undefined && !language.isUnspaced;
  }
}

/** Rates the break before a sentence. Each sign alone suggests one; two of them make it likely. */
function rateOpening(
  { pause, isTurn, isShown }: Pick<Traits, "pause" | "isTurn" | "isShown">,
  { usual, shift, hasOpener }: { usual: number; shift: number; hasOpener: boolean },
): number {
  const long = clampFinite((pause - usual) / Math.max(0.3, LONG_PAUSE - usual));
  return (
    1 -
    (1 - 0.6 * long) *
      (1 - 0.6 * shift) *
      (1 - 0.35 * (hasOpener ? 1 : 0)) *
      (1 - 0.4 * (isTurn ? 1 : 0)) *
      (1 - 0.35 * (isShown ? 1 : 0))
  );
}

/** Rates a sentence as a hook, by its words. */
function rateWords(
  traits: Omit<Traits, "hook" | "opening">,
  { isFiller, isAddressed }: { isFiller: boolean; isAddressed: boolean },
): number {
  const { words: length } = traits;
  return clampFinite(
    HOOK.base +
      (traits.isQuestion ? HOOK.question : 0) +
      (traits.numbers > 0 ? HOOK.number : 0) +
      (traits.contrast ? HOOK.contrast : 0) +
      (traits.claim ? HOOK.claim : 0) +
      (traits.secret ? HOOK.secret : 0) +
      (isAddressed ? HOOK.address : 0) +
      (traits.names > 0 ? HOOK.name : 0) +
      (length <= FRAGMENT_WORDS
        ? HOOK.fragment
        : length <= SHORT_WORDS
          ? HOOK.short
          : length > LONG_WORDS
            ? HOOK.long
            : 0) +
      (isFiller ? HOOK.filler : 0) +
      (traits.housekeeping ? HOOK.housekeeping : 0),
  );
}

/** Lowers the hooks of answers, because their question is usually the better first sentence. */
function lowerAnswers(all: readonly Traits[], sentences: readonly Sentence[]): Traits[] {
  return all.map((one, index) => {
    const before = all[index - 1];
    const isAnswer = sentences[index - 1]?.isQuestion === true && (one.isTurn || one.pause < LONG_PAUSE);
    if (!isAnswer || !before) return one;
    // Nobody understands what somebody says to a question that is not heard, unless it is seen.
    if (one.isTurn && !one.isQuestion && !one.isShown) return { ...one, continues: true };
    const isWeaker = rateHook(before, before.hook) >= rateHook(one, one.hook);
    return isWeaker || (one.isQuestion && !one.isTurn) ? { ...one, hook: ANSWER * one.hook } : one;
  });
}

function createNumberCheck({ data, isUnspaced }: Language): (key: string) => boolean {
  const names = new Set(splitList(data?.numbers));
  if (isUnspaced)
    return (key) => /\p{N}/u.test(key) || (key.length > 1 && [...key].every((letter) => names.has(letter)));
  return (key) => /\p{N}/u.test(key) || names.has(key) || key.split("-").some((part) => names.has(part));
}

/** Counts words with a capital letter within the sentence. German writes all nouns so: only capitals count there. */
function countNames(words: readonly TalkWord[], { code }: Language): number {
  const pattern = code === "de" ? /^\p{Lu}{2,}/u : /^\p{Lu}[\p{L}\p{N}]+/u;
  let count = 0;
  for (let i = 1; i < words.length; i++) {
    const { text, key } = words[i]!;
    if (pattern.test(text) && !key.startsWith("i'")) count++;
  }
  return count;
}
