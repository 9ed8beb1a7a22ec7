import { endsClause } from "vireo/captions/words";
import { capitalize } from "#plugins/local/keywords";
import type { Language } from "./language";
import { createOpeningCheck } from "./openings";
import { createPhrases } from "./phrases";
import type { Sentence } from "./sentences";
import type { Steer } from "./steer";
import type { TalkWord } from "./timed-words";
import type { Topics } from "./topics";
import type { Traits } from "./traits";

const MAX_TITLE = 60;
const MIN_WORDS = 3;

/** Joins words as they are written. */
export const joinWords = (words: readonly TalkWord[]): string =>
  words.map(({ text, joined }, i) => (joined || i === 0 ? text : ` ${text}`)).join("");

interface Talk {
  words: readonly TalkWord[];
  sentences: readonly Sentence[];
  traits: readonly Traits[];
  topics: Topics;
  language: Language;
  steer?: Steer;
}

/** Returns the most telling sentence or clause of the sentences `first` to `last`, in the words of the talk. */
export function findTitle(talk: Talk, first: number, last: number): string {
  const continues = createOpeningCheck(talk.language, createPhrases(talk.language));
  let best: { text: string; value: number } | undefined;
  for (let s = first; s <= last; s++) {
    const bonus = (s === first ? 0.5 : 0) + 0.8 * talk.traits[s]!.hook;
    for (const [from, to] of listClauses(talk, talk.sentences[s]!)) {
      const text = polish(joinWords(talk.words.slice(from, to)));
      const isWhole = from === talk.sentences[s]!.from && to === talk.sentences[s]!.to;
      const value =
        rate(talk, from, to) + bonus + (isWhole ? 0.35 : 0) - (continues(talk.words.slice(from, to)) ? 0.7 : 0);
      if (text && (!best || value > best.value)) best = { text, value };
    }
  }
  return best?.text ?? "";
}

/** Lists runs of clauses that fit, as pairs of words. A clause that is too long is shortened between words. */
function listClauses({ words, language }: Talk, { from, to }: Sentence): [number, number][] {
  const starts = [from];
  for (let i = from; i < to - 1; i++) if (endsClause(words[i]!.text)) starts.push(i + 1);
  const runs: [number, number][] = [];
  for (const [i, start] of starts.entries()) {
    const ends = [...starts.slice(i + 1), to];
    const fitting = ends.filter((end) => joinWords(words.slice(start, end)).length <= MAX_TITLE);
    if (fitting.length > 0) runs.push(...fitting.map((end): [number, number] => [start, end]));
    else {
      let end = start;
      while (end < to && joinWords(words.slice(start, end + 1)).length <= MAX_TITLE) end++;
      // "The reason that we" ends in the middle of a thought.
      while (end > start + MIN_WORDS && language.common.has(words[end - 1]!.key)) end--;
      if (end > start) runs.push([start, end]);
    }
  }
  return runs;
}

/** Rates words by how much they tell about the talk. */
function rate({ words, topics, language, steer }: Talk, from: number, to: number): number {
  const weight = topics.weightSums[to]! - topics.weightSums[from]!;
  const length = to - from;
  const short = length < MIN_WORDS && !language.isUnspaced ? -1 : 0;
  const stops = /[.!?…。！？,;:，；、]/u.test(words[to - 1]!.text) ? 0 : -0.4;
  const starts = language.common.has(words[from]!.key) ? 0 : 0.05;
  const wanted = steer && !steer.isMissed ? 0.6 * steer.measure(from, to) : 0;
  return weight / Math.sqrt(length + 2) + short + stops + starts + wanted;
}

/** Removes punctuation around the text, except marks of a question or exclamation. */
const polish = (text: string): string =>
  capitalize(text.replace(/^[\s"“”„«»'‘’()[\]…—–-]+|[\s"“”«»'‘’()[\].…,;:，。、；：—–-]+$/gu, ""));
