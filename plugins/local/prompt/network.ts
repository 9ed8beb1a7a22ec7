/**
 * The network that reads prompts. A first layer sees the letters, meaning and traits of a word and its neighbours. Two gated
 * recurrent layers read the prompt forwards and backwards.
 */
import { type Features, ROWS, traits } from "./features";
import { gather, type Matrix, mix, multiply, recur, type Table, take, takeIndexes, withScratch } from "./kernel";
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
/** Numbers that the first layer sees of a word, whatever its traits. */
const OWN = SIZES.vector + MEANING;
/** Numbers of the gates of both directions: reset, update and new. */
const GATES = 2 * 3 * SIZES.state;
/** A score per label, and one for whether the word begins a sentence. The kernel needs a multiple of 16. */
const SCORES = 16;

/** Rows and columns of each matrix. */
export const shapes = {
  vectors: [ROWS, SIZES.vector],
  window: [WINDOW * (OWN + traits.length), SIZES.first],
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
export type MatrixName = keyof typeof shapes;
type BiasName = Extract<MatrixName, `${string}Bias`>;
/** The first halves of these matrices are for the forward direction or the first layer, the others for the second one. */
type HalvedName = "firstState" | "secondState" | "scores";

export interface Weights
  extends Record<BiasName, Float32Array>,
    Record<HalvedName, readonly [Matrix, Matrix]>,
    Record<"first" | "second", Matrix> {
  /** What the first layer sees of words and their traits, from the second word before its own to the second behind it. */
  window: readonly { word: Matrix; traits: Matrix }[];
  /** Of letter groups. */
  vectors: Table;
  /** What known words mean. */
  known: Meanings;
}

/** Writes the vector of a word's letters and what it means. */
function lookUp({ vectors, known }: Weights, groups: Uint32Array, key: number, to: Float32Array): void {
  mix(to, vectors, groups, 1 / Math.sqrt(Math.max(1, groups.length)));
  const meaning = findMeaning(known, key);
  if (meaning) to.set(meaning, SIZES.vector);
}

/** Things of which many are the same, with empty ones on both sides. */
interface Numbered {
  /** Number of each thing, from 1 on. 0 is an empty one. */
  numbers: Uint32Array;
  /** Where each is first. */
  firsts: number[];
}

function numberAll(things: readonly object[]): Numbered {
  const numbers = takeIndexes(things.length + 2 * AROUND).fill(0);
  const seen = new Map<object, number>();
  const firsts: number[] = [];
  for (let at = 0; at < things.length; at++) {
    const own = seen.get(things[at]!) ?? firsts.push(at);
    seen.set(things[at]!, own);
    numbers[at + AROUND] = own;
  }
  return { numbers, firsts };
}

/**
 * Returns the sums of the first layer. Words repeat, and so do sets of traits: each is multiplied once for each of its places in
 * a window. Features share the lists of equal ones.
 */
function sumWindows(weights: Weights, { rows, keys, traits: own }: Features): Float32Array {
  const sums = take(rows.length * SIZES.first);
  for (let at = 0; at < rows.length; at++) sums.set(weights.windowBias, at * SIZES.first);
  const nothing = take(SIZES.first).fill(0);
  const add = ({ numbers }: Numbered, vectors: Float32Array, matrices: readonly Matrix[]) => {
    for (const [place, matrix] of matrices.entries())
      withScratch(() => {
        const table = take((vectors.length / matrix.factors.length) * SIZES.first);
        multiply(table, vectors, matrix, nothing);
        gather(sums, table, numbers.subarray(place, place + rows.length));
      });
  };
  withScratch(() => {
    const words = numberAll(rows);
    const vectors = take((words.firsts.length + 1) * OWN).fill(0);
    for (const [nth, at] of words.firsts.entries()) {
      const start = (nth + 1) * OWN;
      lookUp(weights, rows[at]!, keys[at]!, vectors.subarray(start, start + OWN));
    }
    add(
      words,
      vectors,
      weights.window.map(({ word }) => word),
    );
  });
  withScratch(() => {
    const sets = numberAll(own);
    const vectors = take((sets.firsts.length + 1) * traits.length).fill(0);
    for (const [nth, at] of sets.firsts.entries())
      for (const trait of own[at]!) vectors[(nth + 1) * traits.length + trait] = 1;
    add(
      sets,
      vectors,
      weights.window.map(({ traits: matrix }) => matrix),
    );
  });
  return sums;
}

/** What the network says of the words of a prompt. */
export interface Answer {
  /** Per word, how likely each label is. */
  chances: Float32Array;
  /** Per word, how likely it begins a sentence, in a prompt without punctuation too. */
  begins: Float32Array;
}

/** Computes what a network says of each word that it reads. */
export const run = (weights: Weights, features: Features): Answer =>
  withScratch(() => {
    const count = features.rows.length;
    const first = sumWindows(weights, features);
    for (let i = 0; i < first.length; i++) if (first[i]! < 0) first[i] = 0;

    const firstGates = take(count * GATES);
    multiply(firstGates, first, weights.first, weights.firstBias);
    const firstStates = recur(firstGates, weights.firstState, weights.firstStateBias);
    const secondGates = take(count * GATES);
    multiply(secondGates, firstStates, weights.second, weights.secondBias);
    const secondStates = recur(secondGates, weights.secondState, weights.secondStateBias);

    const scores = take(count * SCORES);
    multiply(scores, firstStates, weights.scores[0], weights.scoresBias);
    multiply(scores, secondStates, weights.scores[1]);
    const chances = new Float32Array(count * labels.length);
    const begins = new Float32Array(count);
    for (let at = 0; at < count; at++) {
      softmax(scores, at * SCORES, chances, at * labels.length);
      begins[at] = 1 / (1 + Math.exp(-scores[at * SCORES + labels.length]!));
    }
    return { chances, begins };
  });

/** Writes the probabilities of the labels with scores from an index on to another. */
function softmax(scores: Float32Array, from: number, chances: Float32Array, to: number): void {
  let most = -Infinity;
  for (let i = 0; i < labels.length; i++) most = Math.max(most, scores[from + i]!);
  let sum = 0;
  for (let i = 0; i < labels.length; i++) sum += chances[to + i] = Math.exp(scores[from + i]! - most);
  for (let i = 0; i < labels.length; i++) chances[to + i]! /= sum;
}
