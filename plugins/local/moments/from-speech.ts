import { round2 } from "../numbers";
import { findCuts } from "./boundaries";
import { listRuns, type Talk } from "./candidates";
import { chooseCandidates, createRepeatCheck, spreadScores } from "./choose";
import { chooseLanguage } from "./language";
import { explainRun } from "./reason";
import { findSentences } from "./sentences";
import { createSteer } from "./steer";
import type { TalkWord } from "./timed-words";
import { findTitle, joinWords } from "./title";
import { measureTopics } from "./topics";
import { describeSentences } from "./traits";
import type { Limits, Moment, Reading, Wanted } from "./types";
import type { Voice } from "./voice";

/** Share of the words that must be in sentences short enough for a moment. */
const MIN_USABLE = 0.2;

/**
 * Finds moments in what is said: words → sentences → runs of sentences with clean cuts → the best runs. Returns
 * undefined if the transcript has neither punctuation nor pauses.
 */
export function findSpokenMoments(
  reading: Reading,
  words: readonly TalkWord[],
  voice: Voice | undefined,
  limits: Limits,
  wanted: Wanted,
): Moment[] | undefined {
  const language = chooseLanguage(words, wanted.language);
  const sentences = findSentences(words, language.code);
  const usable = sentences
    .filter(({ from, to }) => words[to - 1]!.end - words[from]!.start <= limits.most)
    .reduce((sum, { from, to }) => sum + to - from, 0);
  if (usable < MIN_USABLE * words.length) return undefined;

  const topics = measureTopics(words, sentences, language);
  const traits = describeSentences(words, sentences, topics, language);
  const steer = createSteer(wanted, words, topics, language);
  const talk: Talk = { words, sentences, traits, topics, steer };
  const runs = listRuns(talk, findCuts(words, voice, limits), limits, reading, wanted.content);
  const repeats = createRepeatCheck(words.map(({ key }) => key));
  const chosen = chooseCandidates(runs, ({ first, last }) => repeats(sentences[first]!.from, sentences[last]!.to));
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
