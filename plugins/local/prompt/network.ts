/**
 * The network that reads prompts: two layers over the letter groups, meanings and traits of each word, with fading means of
 * the words before and after it, and means over its clause, its sentence and their neighbours.
 */
import { type Features, ROWS, traits } from "./features";
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

/** Sizes of a word's vector, and of the two layers. */
export const SIZES = { vector: 32, first: 48, second: 64 } as const;
/** Number of words that the first layer sees: the word, and its neighbours on both sides. */
export const WINDOW = 5;
/** Number of words whose meaning it sees. */
export const NEAR = 3;
/** What the second layer sees: the word itself, and the mean of each group of words around it. */
const views = [
  "word",
  "past",
  "future",
  "clause",
  "sentence",
  "lead",
  "clauseBefore",
  "clauseAfter",
  "sentenceBefore",
  "sentenceAfter",
  "prompt",
] as const;

/** Where the weights of each view begin in `context`. */
export const viewStarts = Object.fromEntries(
  views.map((view, at) => [view, at * SIZES.first * SIZES.second]),
) as Record<(typeof views)[number], number>;

/** Matrices and biases. A matrix has one row per input. */
export interface Weights {
  /** ROWS × vector. As shipped, a byte per number. */
  vectors: Float32Array | Int8Array;
  /** Factor of each row, for vectors as shipped. */
  factors?: Float32Array;
  /** WINDOW words × vector → first. */
  words: Float32Array;
  /** What known words mean. */
  known: Meanings;
  /** NEAR words × meaning → first. */
  meanings: Float32Array;
  /** Traits × first. */
  traits: Float32Array;
  firstBias: Float32Array;
  /** First → gates: how much of a word the fading means take. */
  firstGate: Float32Array;
  firstGateBias: Float32Array;
  /** Views × first → second. */
  context: Float32Array;
  secondBias: Float32Array;
  /** Second → its gates. */
  secondGate: Float32Array;
  secondGateBias: Float32Array;
  /** Second of the word, and of those before and after it → labels. */
  out: Float32Array;
  outBias: Float32Array;
  /** Second → whether the word begins a sentence of its own. */
  begin: Float32Array;
  beginBias: Float32Array;
}

/** Names of the matrices. */
export type Matrix = Exclude<keyof Weights, "factors" | "known">;

export const shapes: Record<Matrix, number> = {
  vectors: ROWS * SIZES.vector,
  words: WINDOW * SIZES.vector * SIZES.first,
  meanings: NEAR * MEANING * SIZES.first,
  traits: traits.length * SIZES.first,
  firstBias: SIZES.first,
  firstGate: 2 * SIZES.first * SIZES.first,
  firstGateBias: 2 * SIZES.first,
  context: views.length * SIZES.first * SIZES.second,
  secondBias: SIZES.second,
  secondGate: 2 * SIZES.second * SIZES.second,
  secondGateBias: 2 * SIZES.second,
  out: 3 * SIZES.second * labels.length,
  outBias: labels.length,
  begin: 3 * SIZES.second,
  beginBias: 1,
};

/** Returns where each clause or sentence of the first words begins, and the number of words at the end. */
function toRanges(numbers: Uint16Array, count: number): Uint32Array {
  const ranges: number[] = [];
  for (let at = 0; at < count; at++) if (at === 0 || numbers[at] !== numbers[at - 1]) ranges.push(at);
  ranges.push(count);
  return Uint32Array.from(ranges);
}

/** Where the numbers of a vector are that are not zero. Most units are off. */
const active = new Uint16Array(Math.max(MEANING, SIZES.vector, SIZES.first, SIZES.second));

/** Multiplies a vector by the matrix that begins at `start`, and adds the product to `sum`. */
function addProduct(sum: Float32Array, matrix: Float32Array, start: number, vector: Float32Array): void {
  const size = sum.length;
  let count = 0;
  for (let i = 0; i < vector.length; i++) if (vector[i] !== 0) active[count++] = i;
  // Four rows at once, because reading and writing sums takes as long as multiplying.
  let nth = 0;
  for (; nth + 3 < count; nth += 4) {
    const a = active[nth]!;
    const b = active[nth + 1]!;
    const c = active[nth + 2]!;
    const d = active[nth + 3]!;
    const ownA = vector[a]!;
    const ownB = vector[b]!;
    const ownC = vector[c]!;
    const ownD = vector[d]!;
    const rowA = start + a * size;
    const rowB = start + b * size;
    const rowC = start + c * size;
    const rowD = start + d * size;
    for (let j = 0; j < size; j++)
      sum[j]! +=
        matrix[rowA + j]! * ownA + matrix[rowB + j]! * ownB + matrix[rowC + j]! * ownC + matrix[rowD + j]! * ownD;
  }
  for (; nth < count; nth++) {
    const factor = vector[active[nth]!]!;
    const row = start + active[nth]! * size;
    for (let j = 0; j < size; j++) sum[j]! += matrix[row + j]! * factor;
  }
}

/** Adds the dot product of a vector and the column that begins at `start`, as precisely as the column is stored. */
function addDot(sum: number, column: Float32Array, start: number, vector: Float32Array): number {
  for (let i = 0; i < vector.length; i++) sum = Math.fround(sum + column[start + i]! * vector[i]!);
  return sum;
}

/** Returns the mean of the vectors in a range. */
function meanOf(vectors: readonly Float32Array[], from: number, to: number, size: number): Float32Array {
  const mean = new Float32Array(size);
  for (let at = from; at < to; at++) for (let i = 0; i < size; i++) mean[i]! += vectors[at]![i]!;
  const count = Math.max(1, to - from);
  for (let i = 0; i < size; i++) mean[i]! /= count;
  return mean;
}

/** A fading mean of the words on one side of each word. */
export interface Memory {
  /** Per word, the mean of the words before or after it. */
  means: Float32Array[];
  /** Per word, how much of each of its numbers enters the mean, from 0 to 1. */
  gates: Float32Array[];
}

/** Turns a number into one from 0 to 1, faster than the logistic function. */
const squash = (value: number): number => (1 + value / (1 + Math.abs(value))) / 2;
/** Slope of `squash` where its result is `taken`. */
export const squashSlope = (taken: number): number => (1 - Math.abs(2 * taken - 1)) ** 2 / 2;

/** Computes the fading means before each word, or after it. The gates of a word set how much of it the mean takes. */
function remember(layer: readonly Float32Array[], side: 0 | 1, gate: Float32Array, bias: Float32Array): Memory {
  const size = layer[0]?.length ?? 0;
  const own = bias.subarray(side * size, (side + 1) * size);
  const means: Float32Array[] = [];
  const gates: Float32Array[] = [];
  let mean = new Float32Array(size);
  for (let nth = 0; nth < layer.length; nth++) {
    const at = side === 0 ? nth : layer.length - 1 - nth;
    const word = layer[at]!;
    const taken = own.slice();
    addProduct(taken, gate, side * size * size, word);
    const next = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      taken[i] = squash(taken[i]!);
      next[i] = mean[i]! + taken[i]! * (word[i]! - mean[i]!);
    }
    means[at] = mean;
    gates[at] = taken;
    mean = next;
  }
  return { means, gates };
}

/** A layer of each word, and the fading means before and after it. */
interface Layer {
  own: Float32Array[];
  past: Memory;
  future: Memory;
}

const toLayer = (own: Float32Array[], gate: Float32Array, bias: Float32Array): Layer => ({
  own,
  past: remember(own, 0, gate, bias),
  future: remember(own, 1, gate, bias),
});

/** Results of all layers for a prompt. Training needs every one. */
interface Pass {
  vectors: Float32Array[];
  meanings: (Float32Array | undefined)[];
  first: Layer;
  clauseRanges: Uint32Array;
  sentenceRanges: Uint32Array;
  clauseMeans: Float32Array[];
  sentenceMeans: Float32Array[];
  /** Per sentence, its first clause. */
  leads: Uint16Array;
  promptMean: Float32Array;
  second: Layer;
  /** Per word, a score per label. */
  scores: Float32Array[];
  /** Per word, how likely it begins a sentence, in a prompt without punctuation too. */
  begins: Float32Array;
}

/** Returns the vector of a word: the sum of the rows of its letter groups, divided by the square root of their number. */
function sumRows({ vectors, factors }: Weights, groups: Uint32Array): Float32Array {
  const size = SIZES.vector;
  const sum = new Float32Array(size);
  const scale = 1 / Math.sqrt(Math.max(1, groups.length));
  for (let nth = 0; nth < groups.length; nth++) {
    const row = groups[nth]!;
    const factor = (factors?.[row] ?? 1) * scale;
    for (let i = 0; i < size; i++) sum[i]! += vectors[row * size + i]! * factor;
  }
  return sum;
}

/** Computes the scores of each word. */
export function run(weights: Weights, features: Features): Pass {
  const { rows, keys, traits: own, clauses, sentences } = features;
  const count = rows.length;
  const { vector: V, first: F, second: S } = SIZES;
  // Words repeat, and features share the rows of equal ones.
  const known = new Map<Uint32Array, ReturnType<typeof look>>();
  const look = (groups: Uint32Array, key: number) => {
    const vector = sumRows(weights, groups);
    const meaning = findMeaning(weights.known, key);
    const products = new Float32Array(WINDOW * F);
    for (let side = 0; side < WINDOW; side++) {
      const sum = products.subarray(side * F, (side + 1) * F);
      addProduct(sum, weights.words, side * V * F, vector);
      const near = side - (WINDOW - NEAR) / 2;
      if (meaning && near >= 0 && near < NEAR) addProduct(sum, weights.meanings, near * MEANING * F, meaning);
    }
    return { vector, meaning, products };
  };
  const looked = rows.map((groups, at) => {
    const found = known.get(groups) ?? look(groups, keys[at]!);
    known.set(groups, found);
    return found;
  });
  const vectors = looked.map(({ vector }) => vector);
  const meanings = looked.map(({ meaning }) => meaning);
  const first: Float32Array[] = [];
  for (let at = 0; at < count; at++) {
    const sum = weights.firstBias.slice();
    for (let side = 0; side < WINDOW; side++) {
      const other = looked[at + side - (WINDOW - 1) / 2]?.products;
      if (other) for (let j = 0; j < F; j++) sum[j]! += other[side * F + j]!;
    }
    const traits = own[at]!;
    for (let i = 0; i < traits.length; i++) for (let j = 0; j < F; j++) sum[j]! += weights.traits[traits[i]! * F + j]!;
    for (let j = 0; j < F; j++) if (sum[j]! < 0) sum[j] = 0;
    first.push(sum);
  }
  const clauseRanges = toRanges(clauses, count);
  const sentenceRanges = toRanges(sentences, count);
  const means = (ranges: Uint32Array) =>
    Array.from({ length: ranges.length - 1 }, (_, i) => meanOf(first, ranges[i]!, ranges[i + 1]!, F));
  const clauseMeans = means(clauseRanges);
  const sentenceMeans = means(sentenceRanges);
  const promptMean = meanOf(first, 0, count, F);
  const leads = Uint16Array.from(sentenceMeans, (_, i) => clauses[sentenceRanges[i]!] ?? 0);
  const sentenceSums = sentenceMeans.map((mean, i) => {
    const sum = weights.secondBias.slice();
    addProduct(sum, weights.context, viewStarts.sentence, mean);
    addProduct(sum, weights.context, viewStarts.lead, clauseMeans[leads[i]!]!);
    if (i > 0) addProduct(sum, weights.context, viewStarts.sentenceBefore, sentenceMeans[i - 1]!);
    if (i + 1 < sentenceMeans.length) addProduct(sum, weights.context, viewStarts.sentenceAfter, sentenceMeans[i + 1]!);
    addProduct(sum, weights.context, viewStarts.prompt, promptMean);
    return sum;
  });
  const clauseSums = clauseMeans.map((mean, i) => {
    const sum = sentenceSums[sentences[clauseRanges[i]!]!]!.slice();
    addProduct(sum, weights.context, viewStarts.clause, mean);
    if (i > 0) addProduct(sum, weights.context, viewStarts.clauseBefore, clauseMeans[i - 1]!);
    if (i + 1 < clauseMeans.length) addProduct(sum, weights.context, viewStarts.clauseAfter, clauseMeans[i + 1]!);
    return sum;
  });
  const layer = toLayer(first, weights.firstGate, weights.firstGateBias);
  const second = toLayer(
    first.map((own, at) => {
      const sum = clauseSums[clauses[at]!]!.slice();
      addProduct(sum, weights.context, viewStarts.word, own);
      addProduct(sum, weights.context, viewStarts.past, layer.past.means[at]!);
      addProduct(sum, weights.context, viewStarts.future, layer.future.means[at]!);
      for (let j = 0; j < S; j++) if (sum[j]! < 0) sum[j] = 0;
      return sum;
    }),
    weights.secondGate,
    weights.secondGateBias,
  );
  const scores: Float32Array[] = [];
  const begins = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    const sum = weights.outBias.slice();
    addProduct(sum, weights.out, 0, second.own[at]!);
    addProduct(sum, weights.out, S * labels.length, second.past.means[at]!);
    addProduct(sum, weights.out, 2 * S * labels.length, second.future.means[at]!);
    scores.push(sum);
    let begin = weights.beginBias[0]!;
    begin = addDot(begin, weights.begin, 0, second.own[at]!);
    begin = addDot(begin, weights.begin, S, second.past.means[at]!);
    begin = addDot(begin, weights.begin, 2 * S, second.future.means[at]!);
    begins[at] = 1 / (1 + Math.exp(-begin));
  }
  return {
    ...{ vectors, meanings, first: layer, clauseRanges, sentenceRanges, clauseMeans, sentenceMeans, leads, promptMean },
    ...{ second, scores, begins },
  };
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: Float32Array): Float32Array {
  let most = -Infinity;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i]! - most);
  for (let i = 0; i < scores.length; i++) scores[i]! /= sum;
  return scores;
}
