/**
 * The network that reads prompts: two layers over the letter groups and traits of each word, with fading means of the
 * words before and after it, and means over its clause, its sentence and their neighbours.
 */
import { type Features, ROWS, traits } from "./features";

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
  /** Traits × first. */
  traits: Float32Array;
  firstBias: Float32Array;
  /** Views × first → second. */
  context: Float32Array;
  secondBias: Float32Array;
  /** Second of the word, and of those before and after it → labels. */
  out: Float32Array;
  outBias: Float32Array;
  /** Second → whether the word begins a sentence of its own. */
  begin: Float32Array;
  beginBias: Float32Array;
}

/** Names of the matrices. */
export type Matrix = Exclude<keyof Weights, "factors">;

export const shapes: Record<Matrix, number> = {
  vectors: ROWS * SIZES.vector,
  words: WINDOW * SIZES.vector * SIZES.first,
  traits: traits.length * SIZES.first,
  firstBias: SIZES.first,
  context: views.length * SIZES.first * SIZES.second,
  secondBias: SIZES.second,
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

/** Multiplies a vector by the matrix that begins at `start`, and adds the product to `sum`. */
function addProduct(sum: Float32Array, matrix: Float32Array, start: number, vector: Float32Array): void {
  const size = sum.length;
  for (let i = 0; i < vector.length; i++) {
    const factor = vector[i]!;
    if (factor === 0) continue;
    const row = start + i * size;
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

/** Largest layer. */
const MOST = Math.max(SIZES.first, SIZES.second);
/** How much each number of a fading mean keeps per word: some remember two words, some eight. */
export const decays = Float32Array.from({ length: MOST }, (_, at) => (at % 2 === 0 ? 0.6 : 0.88));

/** Returns, for each word, a fading mean of the words before it, or after it if `step` is -1. */
function fade(layer: readonly Float32Array[], step: 1 | -1): Float32Array[] {
  const size = layer[0]?.length ?? 0;
  const faded: Float32Array[] = [];
  let mean = new Float32Array(size);
  for (let nth = 0; nth < layer.length; nth++) {
    const at = step === 1 ? nth : layer.length - 1 - nth;
    faded[at] = mean;
    const next = new Float32Array(size);
    const own = layer[at]!;
    for (let i = 0; i < size; i++) next[i] = decays[i]! * mean[i]! + (1 - decays[i]!) * own[i]!;
    mean = next;
  }
  return faded;
}

/** A layer of a word, and its fading means before and after the word. */
interface Layer {
  own: Float32Array[];
  past: Float32Array[];
  future: Float32Array[];
}

const toLayer = (own: Float32Array[]): Layer => ({ own, past: fade(own, 1), future: fade(own, -1) });

/** Results of all layers for a prompt. Training needs every one. */
interface Pass {
  vectors: Float32Array[];
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
  const { rows, traits: own, clauses, sentences } = features;
  const count = rows.length;
  const { vector: V, first: F, second: S } = SIZES;
  // Words repeat, and features share the rows of equal ones.
  const known = new Map<Uint32Array, { vector: Float32Array; products: Float32Array }>();
  const look = (groups: Uint32Array) => {
    const found = known.get(groups);
    if (found) return found;
    const vector = sumRows(weights, groups);
    const products = new Float32Array(WINDOW * F);
    for (let side = 0; side < WINDOW; side++)
      addProduct(products.subarray(side * F, (side + 1) * F), weights.words, side * V * F, vector);
    known.set(groups, { vector, products });
    return { vector, products };
  };
  const looked = rows.map(look);
  const vectors = looked.map(({ vector }) => vector);
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
  const layer = toLayer(first);
  const second = toLayer(
    first.map((own, at) => {
      const sum = clauseSums[clauses[at]!]!.slice();
      addProduct(sum, weights.context, viewStarts.word, own);
      addProduct(sum, weights.context, viewStarts.past, layer.past[at]!);
      addProduct(sum, weights.context, viewStarts.future, layer.future[at]!);
      for (let j = 0; j < S; j++) if (sum[j]! < 0) sum[j] = 0;
      return sum;
    }),
  );
  const scores: Float32Array[] = [];
  const begins = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    const sum = weights.outBias.slice();
    addProduct(sum, weights.out, 0, second.own[at]!);
    addProduct(sum, weights.out, S * labels.length, second.past[at]!);
    addProduct(sum, weights.out, 2 * S * labels.length, second.future[at]!);
    scores.push(sum);
    let begin = weights.beginBias[0]!;
    begin = addDot(begin, weights.begin, 0, second.own[at]!);
    begin = addDot(begin, weights.begin, S, second.past[at]!);
    begin = addDot(begin, weights.begin, 2 * S, second.future[at]!);
    begins[at] = 1 / (1 + Math.exp(-begin));
  }
  return {
    ...{ vectors, first: layer, clauseRanges, sentenceRanges, clauseMeans, sentenceMeans, leads, promptMean },
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
