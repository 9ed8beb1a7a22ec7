import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spellOut } from "./hashtags";
import { createLanguages, type LanguagesData, MARK } from "./languages";
import { createTokenizer } from "./wordpiece";

/** Tokens of a text that count, with the first and the last one. */
const LONGEST = 256;
/** Words of a query that are compared with those of texts: the most telling ones. */
const MOST_COMPARED = 16;
/** The cosine above which a word counts as found: the same word is no better an answer than one that means the same. */
const FOUND = 0.6;
/** Texts whose tokens are kept, because splitting a text takes longer than comparing it. */
const MOST_KEPT = 5000;

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
  compare(query: string, texts: readonly string[]): Float32Array | undefined;
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
  const compare = createComparer({ rows, factors, dimensions, split });
  const first = vocabulary.get("[CLS]")!;
  const last = vocabulary.get("[SEP]")!;

  function add(id: number, sum: Float32Array): void {
    const factor = factors[id]!;
    const start = id * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at]! += rows[start + at]! * factor;
  }

  return {
    dimensions,
    embed(texts) {
      const vectors = new Float32Array(texts.length * dimensions);
      for (const [index, text] of texts.entries()) {
        const vector = vectors.subarray(index * dimensions, (index + 1) * dimensions);
        for (const id of [first, ...split(text), last]) add(id, vector);
        normalize(vector);
      }
      return vectors;
    },
    gainsFromWords,
    compare: (query, texts) => (gainsFromWords(query) ? compare(query, texts) : undefined),
  };
}

interface Table {
  rows: Int8Array;
  /** Of each row. */
  factors: Float32Array;
  dimensions: number;
  /** Tokens of a text. */
  split(text: string): number[];
}

/** Compares words. Telling words have long vectors, so a word counts by its length. */
function createComparer({ rows, factors, dimensions, split }: Table) {
  const at = (id: number) => id * dimensions;
  /** Of whole numbers, without the factors. */
  function multiply(a: number, b: number): number {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += rows[a + i]! * rows[b + i]!;
    return sum;
  }
  const lengths = new Float32Array(factors.length);
  const measure = (id: number): number => {
    lengths[id] ||= Math.sqrt(multiply(at(id), at(id))) || 1;
    return lengths[id]!;
  };
  const kept = new Map<string, number[]>();
  function splitOnce(text: string): number[] {
    const tokens = kept.get(text) ?? [...new Set(split(text))];
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, tokens);
    return tokens;
  }

  return (query: string, texts: readonly string[]): Float32Array => {
    const asked = [...new Set(split(query))]
      .map((id) => ({ start: at(id), length: measure(id), weight: measure(id) * factors[id]! }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST_COMPARED);
    const whole = asked.reduce((sum, { weight }) => sum + weight, 0) || 1;
    /** The cosines of a token of the texts and each word of the query. */
    const known = new Map<number, Float32Array>();
    function compareToken(id: number): Float32Array {
      const length = measure(id);
      const cosines = Float32Array.from(asked, (word) => multiply(word.start, at(id)) / (word.length * length));
      known.set(id, cosines);
      return cosines;
    }
    return Float32Array.from(texts, (text) => {
      const tokens = splitOnce(text).map((id) => known.get(id) ?? compareToken(id));
      if (tokens.length === 0) return 0;
      return asked.reduce((sum, { weight }, word) => {
        let nearest = -1;
        for (const cosines of tokens) nearest = Math.max(nearest, cosines[word]!);
        return sum + (weight / whole) * Math.min(nearest, FOUND);
      }, 0);
    });
  };
}
