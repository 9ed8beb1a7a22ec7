import type { Neighbour, TextMatch } from "../index-vectors/vector-table";
import { extractHashtags, extractUsernames, haveSameStem, isMeaningful, tokenize } from "./tokens";

/** Share of the distance to 1 that shared words can add to a score. */
const WORD_WEIGHT = 0.3;
/** The same for a creator or hashtag that the query names. */
const NAME_WEIGHT = 0.8;

interface Hit extends Neighbour {
  match?: TextMatch["match"];
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
 * Merges both kinds of hits. The score is the cosine of meaning, raised towards 1 by shared words: BM25 relative to the
 * best hit, times the squared share of the query's words that the video has. Unlike rank fusion (RRF), scores can be
 * compared between queries.
 */
export function rank(
  query: string,
  vector: Float32Array,
  nearest: readonly Neighbour[],
  matching: readonly TextMatch[],
): Ranked[] {
  const tokens = [...new Set(tokenize(query))].filter(isMeaningful);
  const usernames = extractUsernames(query);
  const hashtags = new Set(extractHashtags(query).map((tag) => tag.toLowerCase()));
  const bestBm25 = Math.max(0, ...matching.map(({ match }) => match.bm25));

  const computeScore = ({ similarity, match }: Hit): number => {
    const meaning = Math.min(1, Math.max(0, similarity));
    if (!match) return meaning;
    const isNamed = usernames.has(match.username) || match.hashtags.some((tag) => hashtags.has(tag));
    if (isNamed) return 1 - (1 - meaning) * (1 - NAME_WEIGHT);
    if (tokens.length === 0) return meaning;
    const own = new Set(tokenize(match.text));
    const shared = tokens.filter((token) => own.has(token) || [...own].some((other) => haveSameStem(token, other)));
    return 1 - (1 - meaning) * (1 - WORD_WEIGHT * (match.bm25 / bestBm25) * (shared.length / tokens.length) ** 2);
  };

  const hits = new Map<string, Hit>(nearest.map((hit) => [hit.id, hit]));
  // A video in both lists counts as a text match.
  for (const { id, match, vector: own } of matching) hits.set(id, { id, match, similarity: dot(vector, own) });
  return [...hits.values()]
    .map((hit) => ({ id: hit.id, score: Math.round(computeScore(hit) * 10_000) / 10_000 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
}
