import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createComparer } from "./compare";
import { spellOut } from "./hashtags";
import { createLanguages, type LanguagesData, MARK } from "./languages";
import { createTokenizer } from "./wordpiece";

/** Maximum number of tokens per text, including the first and the last one. */
const LONGEST = 256;

function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares) || 1;
  return vector.map((number) => number / length);
}

/** A model without layers: the vector of a text is the mean of its token vectors. */
export interface TokenVectors {
  dimensions: number;
  /** Concatenated unit vectors. */
  embed(texts: readonly string[]): Float32Array;
  /** Returns false for an English query, for which comparing words finds no more than the vectors of whole texts. */
  gainsFromWords(query: string): boolean;
  /**
   * Returns, per text, the mean cosine of the query's words and their nearest words in the text. Undefined if the query
   * gains nothing from it.
   */
  compareWords(query: string, texts: readonly string[]): Float32Array | undefined;
  /** Returns how similar a text is to each of the others, up to 1. More exact than the cosine of their vectors. */
  compareTexts(text: string, others: readonly string[]): Float32Array;
}

/**
 * Reads a model from its directory: `vocabulary.txt` (English tokens), `languages.json` (words of other languages) and
 * `vectors.bin` (int8 rows of all tokens, followed by one float32 factor per row).
 */
export function readTokenVectors(directory: string): TokenVectors {
  const read = (name: string) => readFileSync(join(directory, name));
  const { dimensions } = JSON.parse(read("model.json").toString()) as { dimensions: number };
  const { buffer, byteOffset, length } = read("vectors.bin");
  const count = length / (dimensions + 4);
  const rows = new Int8Array(buffer, byteOffset, count * dimensions);
  const factors = new Float32Array(buffer.slice(byteOffset + rows.length, byteOffset + length));
  const tokens = read("vocabulary.txt").toString().trimEnd().split("\n");
  while (tokens.length < count) tokens.push(`${MARK}${tokens.length}`);
  const vocabulary = new Map(tokens.map((token, id) => [token, id]));
  const prepare = createLanguages(JSON.parse(read("languages.json").toString()) as LanguagesData, vocabulary);
  const tokenize = createTokenizer(vocabulary);
  const gainsFromWords = (query: string) => prepare(query) !== query.normalize("NFC");
  const split = (text: string) => tokenize(spellOut(prepare(text), vocabulary)).slice(0, LONGEST - 2);
  const first = vocabulary.get("[CLS]")!;
  const last = vocabulary.get("[SEP]")!;

  function add(id: number, sum: Float32Array): void {
    const factor = factors[id]!;
    const start = id * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at]! += rows[start + at]! * factor;
  }

  function toVector(ids: readonly number[]): Float32Array {
    const sum = new Float32Array(dimensions);
    for (const id of [first, ...ids, last]) add(id, sum);
    return normalize(sum);
  }

  function embed(texts: readonly string[]): Float32Array {
    const vectors = new Float32Array(texts.length * dimensions);
    for (const [index, text] of texts.entries()) vectors.set(toVector(split(text)), index * dimensions);
    return vectors;
  }

  const { compareWords, compareTexts } = createComparer({ rows, factors, dimensions, split, toVector });
  return {
    dimensions,
    embed,
    gainsFromWords,
    compareWords: (query, texts) => (gainsFromWords(query) ? compareWords(query, texts) : undefined),
    compareTexts,
  };
}
