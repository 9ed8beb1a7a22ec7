import type { Cue } from "vireo/slots/transcribe";
import { countWhile, round2 } from "../numbers";
import { findCuts } from "./boundaries";
import { listRuns, type Run, type Talk } from "./candidates";
import { chooseCandidates, createRepeatCheck, spreadScores } from "./choose";
import { chooseLanguage } from "./language";
import { explainRun } from "./reason";
import { findSentences, type Sentence } from "./sentences";
import { createSteer } from "./steer";
import type { TalkWord } from "./timed-words";
import { findTitle, joinWords } from "./title";
import { measureTopics } from "./topics";
import { describeSentences } from "./traits";
import { findTurns } from "./turns";
import type { Limits, Moment, Reading, Wanted } from "./types";
import type { Voice } from "./voice";

/** Share of the words that must be in sentences short enough for a moment. */
const MIN_USABLE = 0.2;

/** Smallest change of the subject that begins another thought. */
const SAME_SUBJECT = 0.3;

/** Replaces two moments that tell one thought, one right after the other, by one that tells it whole, if it is short enough. */
function joinHalves(chosen: readonly Run[], runs: readonly Run[], shifts: readonly number[]): Run[] {
  const left = [...chosen];
  for (const half of chosen) {
    const rest = left.find(({ first }) => first === half.last + 1);
    // A weak passage does not open a strong one.
    if (!rest || !left.includes(half) || half.value < rest.value || shifts[rest.first]! >= SAME_SUBJECT) continue;
    const [whole] = runs
      .filter(({ first, last }) => first === half.first && last >= rest.first && last <= rest.last)
      .sort((a, b) => b.value - a.value);
    if (!whole) continue;
    left[left.indexOf(half)] = whole;
    left.splice(left.indexOf(rest), 1);
  }
  return left.sort((a, b) => b.value - a.value);
}

/**
 * Finds moments in what is said: words → sentences → runs of sentences with clean cuts → the best runs. Returns
 * undefined if the transcript has neither punctuation nor pauses.
 */
export function findSpokenMoments(
  reading: Reading,
  words: readonly TalkWord[],
  voice: Voice | undefined,
  limits: Limits,
  { wanted, cues }: { wanted: Wanted; cues: readonly Cue[] },
): Moment[] | undefined {
  const language = chooseLanguage(words, wanted.language);
  const sentences = findSentences(words, language.code);
  const usable = sentences
    .filter(({ from, to }) => words[to - 1]!.end - words[from]!.start <= limits.most)
    .reduce((sum, { from, to }) => sum + to - from, 0);
  if (usable < MIN_USABLE * words.length) return undefined;

  const topics = measureTopics(words, sentences, language);
  const turns = findTurns(words, sentences, cues, reading.pitches);
  const shown = findShown(words, sentences, reading);
  const traits = describeSentences(words, sentences, { topics, language, turns, shown });
  const steer = createSteer(wanted, words, topics, language);
  const talk: Talk = { words, sentences, traits, topics, steer };
  const runs = listRuns(talk, findCuts(words, voice, limits, reading.cuts), limits, reading, wanted.content);
  const repeats = createRepeatCheck(words.map(({ key }) => key));
  const picked = chooseCandidates(runs, ({ first, last }) => repeats(sentences[first]!.from, sentences[last]!.to));
  const chosen = joinHalves(picked, runs, topics.shifts);
  const scores = spreadScores(chosen.map(({ value }) => value));

  return chosen.map((run, i) => {
    const [opening, closing] = [sentences[run.first]!, sentences[run.last]!];
    return {
      start: run.start,
      end: run.end,
      title: findTitle({ ...talk, language }, run.first, run.last),
      hook: joinWords(words.slice(opening.from, opening.to)),
      reason: explainRun(talk, run),
      score: scores[i]!,
      factors: {
        hook: round2(run.factors.hook),
        complete: round2(run.factors.complete),
        clarity: round2(run.factors.clarity),
        density: round2(run.factors.density),
        energy: round2(run.factors.energy),
      },
      transcript: joinWords(words.slice(opening.from, closing.to)),
    };
  });
}

/** Sentences of so many words, such as "Yes", may come between the change and the one about it. */
const SHORT = 2;
/** How much later than the sentence the picture may change, in seconds. */
const LATE = 0.8;
/** How long after the change a picture that was looked at says what is shown, in seconds. */
const NEAR = 12;

/** Returns for each sentence whether the picture has changed to a slide or a screen since the middle of the last long one. */
function findShown(
  words: readonly TalkWord[],
  sentences: readonly Sentence[],
  { cuts, looks }: Pick<Reading, "cuts" | "looks">,
): boolean[] {
  return sentences.map(({ from }, i) => {
    const before = sentences.slice(0, i).findLast((one) => one.to - one.from > SHORT);
    const middle = before ? (words[before.from]!.start + words[before.to - 1]!.end) / 2 : 0;
    const next = countWhile(cuts, (time) => time <= words[from]!.start + LATE);
    const cut = cuts[next - 1] ?? 0;
    if (before && cut < middle) return false;
    const look = looks[countWhile(looks, ({ time }) => time < cut)];
    return look?.layout === "screen" && look.time < Math.min(cut + NEAR, cuts[next] ?? Number.POSITIVE_INFINITY);
  });
}
