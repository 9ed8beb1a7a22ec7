import { accumulate, clampFinite, countWhile, describeSpread, placeInSpread } from "../numbers";
import type { Cuts } from "./boundaries";
import type { Candidate } from "./choose";
import { createLoudnessScale, createMotionScale } from "./energy";
import type { Sentence } from "./sentences";
import type { Steer } from "./steer";
import type { TalkWord } from "./timed-words";
import type { Topics } from "./topics";
import { rateHook, type Traits } from "./traits";
import type { ContentKind, Factors, Limits, Reading } from "./types";

/** A run of whole sentences, `first` to `last`. */
export interface Run extends Candidate {
  first: number;
  last: number;
  factors: Factors;
}

export interface Talk {
  words: readonly TalkWord[];
  sentences: readonly Sentence[];
  traits: readonly Traits[];
  topics: Topics;
  steer?: Steer;
}

const WEIGHTS: Record<ContentKind, Factors> = {
  auto: { hook: 0.32, complete: 0.32, clarity: 0.12, density: 0.14, energy: 0.1 },
  talk: { hook: 0.32, complete: 0.32, clarity: 0.12, density: 0.14, energy: 0.1 },
  screen: { hook: 0.22, complete: 0.34, clarity: 0.2, density: 0.18, energy: 0.06 },
  action: { hook: 0.18, complete: 0.22, clarity: 0.05, density: 0.1, energy: 0.45 },
};
/** Lengths that most viewers watch to the end, in seconds, and the loss of those that are far from it. */
const IDEAL = { least: 25, most: 50, loss: 0.14 };
/** After a longer pause, in seconds, a talk continues with another topic. */
const MAX_PAUSE = 4;
/** Runs kept for each first sentence. The best ones can overlap what is chosen before. */
const KEPT = 6;
/** Length of the passages that a run is compared with, in seconds. */
const PASSAGE = 30;

/** Lists the best runs of sentences that fulfil all limits. */
export function listRuns(talk: Talk, cuts: Cuts, limits: Limits, reading: Reading, content: ContentKind): Run[] {
  const { sentences, traits } = talk;
  const rate = createRating(talk, reading, content);
  const runs: Run[] = [];
  for (let first = 0; first < sentences.length; first++) {
    const start = cuts.before[sentences[first]!.from];
    if (start === undefined || traits[first]!.continues) continue;
    if (start < limits.start || talk.words[sentences[first]!.from]!.start < limits.start) continue;
    const best: Run[] = [];
    // The strongest break within the run: a run across it is about two things.
    let inner = 0;
    for (let last = first; last < sentences.length; last++) {
      if (last > first) {
        if (traits[last]!.pause > MAX_PAUSE) break;
        // An answer belongs to its question.
        if (!traits[last - 1]!.isQuestion) inner = Math.max(inner, traits[last]!.opening);
      }
      const lastWord = talk.words[sentences[last]!.to - 1]!;
      if (lastWord.end - start > limits.most) break;
      const end = cuts.after[sentences[last]!.to - 1];
      if (end === undefined || end > limits.end || end - start > limits.most || end - start < limits.least) continue;
      if (endsWithRemark(talk, first, last) || endsTooEarly(talk, last, limits)) continue;
      const run = rate(first, last, start, end, inner);
      if (best.length < KEPT || run.value > best.at(-1)!.value) {
        best.push(run);
        best.sort((a, b) => b.value - a.value);
        best.length = Math.min(best.length, KEPT);
      }
    }
    runs.push(...best);
  }
  return runs;
}

/** A remark is shorter than this many words, and than this share of the longest turn. */
const REMARK = { words: 25, share: 0.5 };

/** True if a run ends with what somebody else says to it, such as "I love that". The answer to a question is none. */
function endsWithRemark({ sentences, traits }: Talk, first: number, last: number): boolean {
  let end = sentences[last]!.to;
  let [words, longest, isAnswer] = [0, 0, false];
  for (let at = last; at > first; at--) {
    if (!traits[at]!.isTurn) continue;
    const length = end - sentences[at]!.from;
    if (words === 0) [words, isAnswer] = [length, traits[at - 1]!.isQuestion];
    else longest = Math.max(longest, length);
    end = sentences[at]!.from;
  }
  longest = Math.max(longest, end - sentences[first]!.from);
  return words > 0 && !isAnswer && words < REMARK.words && words < REMARK.share * longest;
}

/** A speaker with at least this many words left has not come to the point yet. */
const REST = 40;

/** True if a run ends before somebody has said all, although it fits into a moment or hardly anything is missing. */
function endsTooEarly({ words, sentences, traits }: Talk, last: number, { most }: Limits): boolean {
  if (traits[last + 1]?.isTurn !== false) return false;
  let [turn, next] = [last, last + 1];
  while (turn > 0 && !traits[turn]!.isTurn) turn--;
  while (next < sentences.length && !traits[next]!.isTurn) next++;
  const end = sentences[next]?.from ?? words.length;
  return end - sentences[last]!.to < REST || words[end - 1]!.end - words[sentences[turn]!.from]!.start <= most;
}

/** Creates the rating of runs. Sums are prepared, so that each rating takes constant time. */
function createRating({ words, sentences, traits, topics, steer }: Talk, reading: Reading, content: ContentKind) {
  const weights = WEIGHTS[content] ?? WEIGHTS.auto;
  const sumTraits = (value: (trait: Traits) => number) => accumulate(traits.map(value));
  const fillers = sumTraits((trait) => trait.fillers);
  const details = sumTraits((trait) => trait.numbers + trait.names);
  const readable = sumTraits((trait) => rateLength(trait.words));
  const housekeeping = sumTraits((trait) => (trait.housekeeping ? 1 : 0));
  const loudness = createLoudnessScale(reading.levels);
  const motion = content === "action" ? createMotionScale(reading) : undefined;
  const getDensity = (from: number, to: number) =>
    (topics.weightSums[to]! - topics.weightSums[from]!) / Math.max(1, words[to - 1]!.end - words[from]!.start);
  const getPace = (from: number, to: number) => (to - from) / Math.max(1, words[to - 1]!.end - words[from]!.start);
  const passages = sentences.map(({ from }): [number, number] => {
    const until = words[from]!.start + PASSAGE;
    const to = countWhile(words, ({ start }) => start < until);
    return [from, Math.max(from + 1, to)];
  });
  const densities = describeSpread(passages.map(([from, to]) => getDensity(from, to)));
  const paces = describeSpread(passages.map(([from, to]) => getPace(from, to)));

  return (first: number, last: number, start: number, end: number, inner: number): Run => {
    const [from, to] = [sentences[first]!.from, sentences[last]!.to];
    const count = last - first + 1;
    const opening = traits[first]!;
    const after = traits[last + 1];
    // A strong second sentence supports the first one.
    const follow = count > 1 ? traits[first + 1]!.hook : 0;
    const strength = clampFinite(0.85 * opening.hook + 0.15 * Math.max(opening.hook, follow));
    const asks = opening.isQuestion && traits[first + 1]?.isTurn === true;
    // What somebody says first is understood best.
    const begins = opening.isTurn !== false || opening.isShown || asks;
    const hook = rateHook(opening, strength) * (begins ? 1 : MIDDLE_HOOK);
    const density = placeInSpread(getDensity(from, to), densities);
    const details30 = ((details[last + 1]! - details[first]!) / (end - start)) * PASSAGE;
    const clarity =
      0.5 * (1 - clampFinite((10 * (fillers[last + 1]! - fillers[first]!)) / (to - from))) +
      0.3 * ((readable[last + 1]! - readable[first]!) / count) +
      0.2 * clampFinite(details30 / 5);
    const pace = placeInSpread(getPace(from, to), paces);
    const sound = loudness ? 0.65 * loudness(start, end) + 0.35 * pace : pace;
    const energy = motion ? 0.5 * sound + 0.5 * motion(start, end) : sound;
    const complete = rateCompleteness({ first: opening, begins, last: traits[last]!, after, inner, count });
    const organised = (housekeeping[last + 1]! - housekeeping[first]!) / count;
    const factors = { hook, complete, clarity, density, energy };
    const quality =
      (weights.hook * hook +
        weights.complete * complete +
        weights.clarity * clarity +
        weights.density * density +
        weights.energy * energy) *
      rateDuration(end - start) *
      (1 - 0.5 * clampFinite(2 * organised));
    const relevance = steer?.measure(from, to, end - start) ?? 0;
    // Passages that match the prompt come before all others.
    const value = quality + (relevance > 0 ? 1 + 1.5 * relevance : 0);
    return { first, last, start, end, factors, value, quality };
  };
}

/** Strength of an end after which somebody else speaks. */
const TURN_CLOSES = 0.8;
/** What is left of a break within what one person says to another. */
const MIDDLE = 0.6;
/** The same, of a hook. */
const MIDDLE_HOOK = 0.75;

interface Thought {
  first: Traits;
  /** True if it begins with what somebody says first, with a question to somebody else, or with a slide. */
  begins: boolean;
  last: Traits;
  after: Traits | undefined;
  /** The strongest break within. */
  inner: number;
  /** Number of sentences. */
  count: number;
}

/** Rates whether a run is one thought: it begins and ends at breaks, and has none within. */
function rateCompleteness({ first, begins, last, after, inner, count }: Thought): number {
  let closing = after ? after.opening : 1;
  // The end of a turn is a good end.
  if (after?.isTurn) closing = Math.max(closing, TURN_CLOSES);
  else if (after?.isTurn === false) closing *= MIDDLE;
  // "… But that failed": the thought goes on.
  if (after?.continues && !after.isQuestion) closing *= 0.4;
  const conclusion = last.conclusion ? 1 : 0;
  const opening = begins ? first.opening : MIDDLE * first.opening;
  const value = 0.4 * opening + 0.34 * closing + 0.12 * conclusion + 0.14 * (1 - inner);
  const unanswered = last.isQuestion ? 0.5 : 1;
  return clampFinite(value * unanswered * (count === 1 ? 0.8 : 1));
}

/** Sentences of usual length are easy to follow. */
const rateLength = (words: number): number => (words < 4 ? 0.4 : words <= 20 ? 1 : clampFinite(1 - (words - 20) / 25));

function rateDuration(seconds: number): number {
  const away =
    seconds < IDEAL.least ? (IDEAL.least - seconds) / IDEAL.least : Math.max(0, seconds - IDEAL.most) / IDEAL.most;
  return 1 - IDEAL.loss * clampFinite(away);
}
