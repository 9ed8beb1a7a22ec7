import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createComparer } from "./compare";
import { spellOut } from "./hashtags";
import { createLanguages, type LanguagesData, MARK } from "./languages";
import { createTokenizer } from "./wordpiece";

/** Tokens of a text that count, with the first and the last one. */
const LONGEST = 256;

function normalize(vector: Float32Array): void {
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares) || 1;
  for (let at = 0; at < vector.length; at++) vector[at]! /= length;
}

/** A model without layers: the vector of a text is the mean of its tokens' vectors. */
export interface TokenVectors {
  dimensions: number;
  /** Concatenated unit vectors. */
  embed(texts: readonly string[]): Float32Array;
  /** False for an English query, for which a comparison of words finds no more than the vectors of whole texts. */
  gainsFromWords(query: string): boolean;
  /**
   * For each text, the mean cosine of the query's words and those words of the text that are nearest to them. Undefined if
   * the query gains nothing from it.
   */
  compareWords(query: string, texts: readonly string[]): Float32Array | undefined;
  /** How alike a text and each of the others are, up to 1: closer than the cosine of their vectors, because it sees the words of both. */
  compareTexts(text: string, others: readonly string[]): Float32Array;
}

/**
 * Reads a model from its directory: `vocabulary.txt` (English tokens), `languages.json` (words of other languages) and
 * `vectors.bin` (int8 rows of all tokens, then one float32 factor per row).
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

  function embed(texts: readonly string[]): Float32Array {
    const vectors = new Float32Array(texts.length * dimensions);
    for (const [index, text] of texts.entries()) {
      const vector = vectors.subarray(index * dimensions, (index + 1) * dimensions);
      for (const id of [first, ...split(text), last]) add(id, vector);
      normalize(vector);
    }
    return vectors;
  }

  const { compareWords, compareTexts } = createComparer({ rows, factors, dimensions, split, embed });
  return {
    dimensions,
    embed,
    gainsFromWords,
    compareWords: (query, texts) => (gainsFromWords(query) ? compareWords(query, texts) : undefined),
    compareTexts,
  };
}
