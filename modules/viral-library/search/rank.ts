import { extractHashtags } from "vireo/scrape";
import type { StoredVector } from "../index-vectors/known-rows";
import type { Neighbour, TextMatch } from "../index-vectors/vector-table";
import { extractUsernames, haveSameStem, isMeaningful, normalizeWords } from "./tokens";

/** Fraction of the distance to 1 that shared words can add to a score. */
const WORD_WEIGHT = 0.3;
/** Same as above, for a creator or hashtag that the query names. */
const NAME_WEIGHT = 0.8;

/** A video found by either or both of the searches. */
export interface Hit {
  id: string;
  similarity: number;
  /** Score of matching words, relative to the best hit. */
  words?: number;
}

export interface Ranked {
  id: string;
  /** Range 0 to 1. */
  score: number;
}

function dot(a: Float32Array, { values, scale }: StoredVector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * values[i]!;
  return sum * scale;
}

/** Merges both kinds of hits. A video in both counts as a text match. */
export function mergeHits(
  vector: Float32Array,
  nearest: readonly Neighbour[],
  matching: readonly TextMatch[],
): readonly Hit[] {
  const best = Math.max(0, ...matching.map(({ bm25 }) => bm25));
  const hits = new Map<string, Hit>(nearest.map((hit) => [hit.id, hit]));
  for (const { id, bm25, vector: own } of matching) {
    const similarity = hits.get(id)?.similarity ?? dot(vector, own);
    hits.set(id, { id, similarity, words: best > 0 ? bm25 / best : 0 });
  }
  return [...hits.values()];
}

/** Raises a cosine towards 1. */
const raise = (similarity: number, by: number): number => 1 - (1 - Math.min(1, Math.max(0, similarity))) * (1 - by);

/**
 * Selects the hits that can be among the best `count` regardless of their texts, so that only these must be read. Most
 * texts that share a rare word with the query are far from its meaning.
 */
export function selectContenders(query: string, hits: readonly Hit[], count: number): readonly Hit[] {
  const most = extractUsernames(query).size + extractHashtags(query).length > 0 ? NAME_WEIGHT : WORD_WEIGHT;
  const sure = hits.map(({ similarity }) => raise(similarity, 0)).sort((a, b) => b - a)[count - 1] ?? 0;
  return hits.filter(({ similarity, words }) => raise(similarity, words === undefined ? 0 : most) >= sure);
}

/**
 * Ranks hits by their texts. The score is the cosine of meaning, raised towards 1 by shared words: BM25 relative to the
 * best hit, times the squared fraction of the query's words in the video. Unlike rank fusion (RRF), scores are
 * comparable between queries.
 */
export function rank(query: string, hits: readonly Hit[], texts: ReadonlyMap<string, SearchText>): Ranked[] {
  const tokens = [...new Set(normalizeWords(query))].filter(isMeaningful);
  const usernames = extractUsernames(query);
  const hashtags = new Set(extractHashtags(query).map((tag) => tag.toLowerCase()));

  const computeRaise = ({ id, words }: Hit): number => {
    const video = texts.get(id);
    if (words === undefined || !video) return 0;
    if (usernames.has(video.username) || video.hashtags.some((tag) => hashtags.has(tag))) return NAME_WEIGHT;
    if (tokens.length === 0) return 0;
    const own = new Set(normalizeWords(video.getText()));
    const shared = tokens.filter((token) => own.has(token) || [...own].some((other) => haveSameStem(token, other)));
    return WORD_WEIGHT * words * (shared.length / tokens.length) ** 2;
  };
  return hits
    .map((hit) => ({ id: hit.id, score: Math.round(raise(hit.similarity, computeRaise(hit)) * 10_000) / 10_000 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
}

/** Text that the words of a query are compared with. */
export interface SearchText {
  /** Called only if words count. */
  getText(): string;
  username: string;
  hashtags: readonly string[];
}
