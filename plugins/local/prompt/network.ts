/**
 * The network that reads prompts. A first layer sees the letters, meaning and traits of a word and its neighbours. Two gated
 * recurrent layers read the prompt forwards and backwards.
 */
import { type Features, ROWS, traits } from "./features";
import { multiply, recur, take, withScratch } from "./kernel";
import { findMeaning, MEANING, type Meanings } from "./meanings";

/** For whom a word is, or what it tells the maker. */
export const labels = [
  "viewer",
  "topic",
  "credit",
  "request",
  "style",
  "length",
  "format",
  "audience",
  "negative",
  "shot",
  "heading",
] as const;
export type Label = (typeof labels)[number];

/** True for labels whose words the video shows. */
export const isShown = (label: Label): label is "viewer" | "topic" | "credit" =>
  label === "viewer" || label === "topic" || label === "credit";

/** Sizes of the vector of a word's letters, of the first layer, and of the state of each direction. */
export const SIZES = { vector: 32, first: 96, state: 64 } as const;
/** Number of words that the first layer sees: the word, and its neighbours on both sides. */
export const WINDOW = 5;
const AROUND = (WINDOW - 1) / 2;
/** Numbers that the first layer sees of a word. */
const INPUT = SIZES.vector + MEANING + traits.length;
/** Numbers of the gates of both directions: reset, update and new. */
const GATES = 2 * 3 * SIZES.state;
/** A score per label, and one for whether the word begins a sentence. The kernel needs a multiple of 8. */
const SCORES = 16;

/** Rows and columns of each matrix. */
export const shapes = {
  vectors: [ROWS, SIZES.vector],
  window: [WINDOW * INPUT, SIZES.first],
  windowBias: [1, SIZES.first],
  first: [SIZES.first, GATES],
  firstBias: [1, GATES],
  firstState: [2 * SIZES.state, GATES / 2],
  firstStateBias: [1, GATES],
  second: [2 * SIZES.state, GATES],
  secondBias: [1, GATES],
  secondState: [2 * SIZES.state, GATES / 2],
  secondStateBias: [1, GATES],
  scores: [4 * SIZES.state, SCORES],
  scoresBias: [1, SCORES],
} as const;

/** Names of the matrices. */
export type Matrix = keyof typeof shapes;

export interface Weights extends Record<Exclude<Matrix, "vectors">, Float32Array> {
  /** A byte per number. */
  vectors: Int8Array;
  /** Factor of each row of `vectors`. */
  factors: Float32Array;
  /** What known words mean. */
  known: Meanings;
}

/** Returns the vector of a word's letters and what it means. */
function lookUp({ vectors, factors, known }: Weights, groups: Uint32Array, key: number): Float32Array {
  const found = new Float32Array(SIZES.vector + MEANING);
  const scale = 1 / Math.sqrt(Math.max(1, groups.length));
  for (let nth = 0; nth < groups.length; nth++) {
    const row = groups[nth]!;
    const factor = factors[row]! * scale;
    for (let i = 0; i < SIZES.vector; i++) found[i]! += vectors[row * SIZES.vector + i]! * factor;
  }
  const meaning = findMeaning(known, key);
  if (meaning) found.set(meaning, SIZES.vector);
  return found;
}

/** Returns what the first layer sees of each word, with empty words on both sides. */
function listInputs(weights: Weights, { rows, keys, traits: own }: Features): Float32Array {
  const inputs = take((rows.length + 2 * AROUND) * INPUT);
  // Words repeat, and features share the rows of equal ones.
  const seen = new Map<Uint32Array, Float32Array>();
  for (const [at, groups] of rows.entries()) {
    const start = (at + AROUND) * INPUT;
    const found = seen.get(groups) ?? lookUp(weights, groups, keys[at]!);
    seen.set(groups, found);
    inputs.set(found, start);
    for (const trait of own[at]!) inputs[start + found.length + trait] = 1;
  }
  return inputs;
}

/** Returns sums that products are added to. Each begins as the bias. */
function startSums(bias: Float32Array, count: number): Float32Array {
  const sums = take(count * bias.length);
  for (let at = 0; at < count; at++) sums.set(bias, at * bias.length);
  return sums;
}

/** What the network says of the words of a prompt. */
export interface Answer {
  /** Per word, how likely each label is. */
  chances: Float32Array[];
  /** Per word, how likely it begins a sentence, in a prompt without punctuation too. */
  begins: Float32Array;
}

/** Computes what a network says of each word that it reads. */
export const run = (weights: Weights, features: Features): Answer =>
  withScratch(() => {
    const count = features.rows.length;
    const inputs = listInputs(weights, features);
    const first = startSums(weights.windowBias, count);
    for (let place = 0; place < WINDOW; place++) {
      const matrix = weights.window.subarray(place * INPUT * SIZES.first, (place + 1) * INPUT * SIZES.first);
      multiply(first, inputs.subarray(place * INPUT, (place + count) * INPUT), matrix, count);
    }
    for (let i = 0; i < first.length; i++) if (first[i]! < 0) first[i] = 0;

    const firstGates = startSums(weights.firstBias, count);
    multiply(firstGates, first, weights.first, count);
    const firstStates = recur(firstGates, weights.firstState, weights.firstStateBias, count);
    const secondGates = startSums(weights.secondBias, count);
    multiply(secondGates, firstStates, weights.second, count);
    const secondStates = recur(secondGates, weights.secondState, weights.secondStateBias, count);

    const scores = startSums(weights.scoresBias, count);
    const half = weights.scores.length / 2;
    multiply(scores, firstStates, weights.scores.subarray(0, half), count);
    multiply(scores, secondStates, weights.scores.subarray(half), count);
    const rows = Array.from({ length: count }, (_, at) => scores.slice(at * SCORES, (at + 1) * SCORES));
    return {
      chances: rows.map((row) => softmax(row.subarray(0, labels.length))),
      begins: Float32Array.from(rows, (row) => 1 / (1 + Math.exp(-row[labels.length]!))),
    };
  });

/** Turns scores into probabilities, in place. */
export function softmax(scores: Float32Array): Float32Array {
  let most = -Infinity;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i]! - most);
  for (let i = 0; i < scores.length; i++) scores[i]! /= sum;
  return scores;
}
