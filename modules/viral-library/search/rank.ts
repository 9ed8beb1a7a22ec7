import type { Matching, Near } from "../index-vectors/vector-table";
import { alike, hashtagsIn, meaningful, namesIn, words } from "./words";

/** How much of what is missing to 1 words in common add: all of them, in the best match. */
const WORDS = 0.3;
/** The same for a creator or a hashtag that the query names. */
const NAMED = 0.8;

interface Found extends Near {
  words?: Matching["words"];
}

export interface Ranked {
  id: string;
  /** 0 to 1. */
  score: number;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * One list of the two kinds of hits. A score is the cosine of meaning, raised towards 1 by words in
 * common: BM25 against the best hit's, times the squared share of the query's words that the video has. So it can be
 * compared between queries, which rank-based fusion (RRF) cannot.
 */
export function rank(
  query: string,
  vector: Float32Array,
  near: readonly Near[],
  matching: readonly Matching[],
): Ranked[] {
  const telling = [...new Set(words(query))].filter(meaningful);
  const names = namesIn(query);
  const tags = new Set(hashtagsIn(query).map((tag) => tag.toLowerCase()));
  const best = Math.max(0, ...matching.map(({ words }) => words.bm25));

  const scoreOf = ({ similarity, words: match }: Found): number => {
    const meaning = Math.min(1, Math.max(0, similarity));
    if (!match) return meaning;
    const isNamed = names.has(match.username) || match.hashtags.some((tag) => tags.has(tag));
    if (isNamed) return 1 - (1 - meaning) * (1 - NAMED);
    if (telling.length === 0) return meaning;
    const own = new Set(words(match.text));
    const shared = telling.filter((word) => own.has(word) || [...own].some((other) => alike(word, other)));
    return 1 - (1 - meaning) * (1 - WORDS * (match.bm25 / best) * (shared.length / telling.length) ** 2);
  };

  const byId = new Map<string, Found>(near.map((one) => [one.id, one]));
  // The same video in both lists: the one that knows of the words counts.
  for (const { id, words, ...one } of matching) byId.set(id, { id, words, similarity: dot(vector, one.vector) });
  return [...byId.values()]
    .map((one) => ({ id: one.id, score: Math.round(scoreOf(one) * 10_000) / 10_000 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
}
