/**
 * Gives letter groups their first vectors from the bundled encoder, so that words with one meaning begin alike in nine
 * languages. Words that no prompt of the corpus contains keep them.
 */
import { readFileSync } from "node:fs";
import { readTokenVectors } from "#plugins/embedder/token-vectors";
import { readFeatures } from "#plugins/local/prompt/features";
import { SIZES } from "#plugins/local/prompt/network";
import { readCorpus } from "./corpus";

const here = import.meta.dirname;
const model = `${here}/../../../plugins/embedder/model`;

/** Words per language, the most frequent ones, and twice as many in English. */
const WORDS = 3000;
/** More words share more rows of the table, and blur each other. */
const FORMS = 2;
const PASSES = 10;
const RATE = 0.5;
/** Length of the vector of a word. */
const LENGTH = 0.6;
const ROUNDS = 60;

interface Data {
  pieces: string[];
  languages: Record<string, { rows: string[]; listed: number }>;
}

/** Lists words that the encoder knows, and those of the corpus in their languages. */
function listWords(): string[] {
  const { pieces, languages } = JSON.parse(readFileSync(`${model}/languages.json`, "utf8")) as Data;
  const skip = new Set(pieces);
  const english = readFileSync(`${model}/vocabulary.txt`, "utf8")
    .split("\n")
    .filter((word) => /^\p{L}{2,}$/u.test(word) && !skip.has(word))
    .slice(0, 2 * WORDS);
  const others = Object.values(languages).flatMap(({ rows, listed }) =>
    rows.slice(0, Math.min(listed, WORDS)).flatMap((forms) => forms.split("|").slice(0, FORMS)),
  );
  const known = new Set(["en", "cases", ...Object.keys(languages)]);
  const own = readCorpus(`${here}/train`)
    .filter(({ language }) => known.has(language))
    .flatMap(({ text }) => readFeatures(text).words)
    .filter(({ kind }) => kind === "word")
    .map(({ text }) => text.toLowerCase());
  return [...new Set([...english, ...others, ...own])];
}

/** Returns the strongest directions of vectors, by repeated multiplication. */
function findDirections(vectors: readonly Float32Array[], count: number): Float32Array[] {
  const size = vectors[0]!.length;
  const products = new Float64Array(size * size);
  for (const vector of vectors)
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) products[i * size + j]! += vector[i]! * vector[j]!;
  const directions: Float32Array[] = [];
  for (let n = 0; n < count; n++) {
    let direction = Float32Array.from({ length: size }, (_, i) => Math.sin(i * 7.1 + n));
    for (let round = 0; round < ROUNDS; round++) {
      const next = direction.map((_, i) =>
        direction.reduce((sum, value, j) => sum + products[i * size + j]! * value, 0),
      );
      for (const other of directions) {
        const share = next.reduce((sum, value, i) => sum + value * other[i]!, 0);
        for (let i = 0; i < size; i++) next[i]! -= share * other[i]!;
      }
      const length = Math.hypot(...next);
      direction = next.map((value) => value / length);
    }
    directions.push(direction);
  }
  return directions;
}

/** Fills the table of letter groups. */
export function fillMeanings(table: Float32Array): void {
  const words = listWords();
  const { embed, dimensions } = readTokenVectors(model);
  const flat = embed(words);
  const mean = new Float32Array(dimensions);
  for (const [at, value] of flat.entries()) mean[at % dimensions]! += value / words.length;
  const vectors = words.map((_, at) =>
    flat.slice(at * dimensions, (at + 1) * dimensions).map((value, i) => value - mean[i]!),
  );
  const V = SIZES.vector;
  const directions = findDirections(vectors, V);
  const targets = vectors.map((vector) => {
    const own = Float32Array.from(directions, (direction) =>
      direction.reduce((sum, value, i) => sum + value * vector[i]!, 0),
    );
    const length = Math.hypot(...own) || 1;
    return own.map((value) => (value * LENGTH) / length);
  });
  const rows = words.map((word) => readFeatures(word).rows[0]!);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [at, groups] of rows.entries()) {
      const root = Math.sqrt(groups.length);
      for (let i = 0; i < V; i++) {
        const sum = groups.reduce((total, row) => total + table[row * V + i]!, 0) / root;
        for (const row of groups) table[row * V + i]! += (RATE * (targets[at]![i]! - sum)) / root;
      }
    }
  }
}
