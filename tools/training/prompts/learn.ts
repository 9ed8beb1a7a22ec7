/**
 * Trains the networks that read prompts, each in a process of its own, and writes their weights.
 *
 *     bun tools/training/prompts/learn.ts           # measures on test/, writes plugins/local/prompt/weights.bin
 *     bun tools/training/prompts/learn.ts --fold 2  # leaves out a fifth of the prompts and shows the mistakes there
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { readFeatures } from "#plugins/local/prompt/features";
import { MEANING, unpackMeanings } from "#plugins/local/prompt/meanings";
import {
  labels,
  type Matrix,
  type Memory,
  NEAR,
  run,
  SIZES,
  shapes,
  softmax,
  squashSlope,
  viewStarts,
  type Weights,
  WINDOW,
} from "#plugins/local/prompt/network";
import { packWeights, unpackWeights } from "#plugins/local/prompt/weights";
import { findBeginnings } from "./beginnings";
import { type Labelled, labelWords, readCorpus } from "./corpus";
import { evaluate, printMistakes, printResults } from "./evaluate";
import { fillLetters } from "./letters";
import { compose, fillBanks, listLanguages, mix, random, setSeed, vary } from "./variations";

/** Seeds of the networks. Their average is right more often than any of them alone. */
const SEEDS = [2, 3, 4];
const EPOCHS = 13;
/** The result is the mean of the weights after this many last epochs: a point better than the last on the test set. */
const AVERAGED = 5;
const FOLDS = 5;
const RATE = 0.004;
/** Composed prompts per epoch and language. English, in which most people prompt, gets more. */
const COMPOSED = 30;
const COMPOSED_ENGLISH = 60;
/** How often each epoch has the prompts of the storyboards' tests. */
const CASES = 4;

const { values } = parseArgs({
  options: { fold: { type: "string" }, seed: { type: "string" }, out: { type: "string" } },
});
setSeed(Number(values.seed ?? SEEDS[0]));

/** Ranges of the random initial weights. Letter groups start with meanings, or at zero, so that unknown ones have no effect. */
const scales: Partial<Record<Matrix, number>> = {
  words: 0.18,
  meanings: 0.18,
  traits: 0.1,
  context: 0.07,
  out: 0.18,
  begin: 0.1,
  firstGate: 0.05,
  secondGate: 0.05,
};

const known = unpackMeanings(readFileSync(`${import.meta.dirname}/../../../plugins/local/prompt/meanings.bin`));
const createWeights = (): Weights =>
  ({
    ...Object.fromEntries(
      Object.entries(shapes).map(([name, size]) => {
        const scale = scales[name as Matrix] ?? 0;
        return [name, Float32Array.from({ length: size }, () => (random() * 2 - 1) * scale)];
      }),
    ),
    known,
  }) as unknown as Weights;

const weights = createWeights();
// At first, some numbers remember two words, some eight.
for (const name of ["firstGateBias", "secondGateBias"] as const)
  for (let at = 0; at < weights[name].length; at++) weights[name][at] = at % 2 === 0 ? -0.25 : -3.2;

const createZeros = (): Weights =>
  ({
    ...Object.fromEntries(Object.entries(shapes).map(([name, size]) => [name, new Float32Array(size)])),
    known,
  }) as unknown as Weights;

const gradients = createZeros();
const result = createZeros();
const means = createZeros();
const squares = createZeros();
const touched = new Set<number>();
const { vector: V, first: F, second: S } = SIZES;

/** Adds the gradients of a matrix and of its input. */
function back(name: Matrix, start: number, input: Float32Array, output: Float32Array, toInput: Float32Array): void {
  const matrix = weights[name];
  const gradient = gradients[name];
  const size = output.length;
  for (let i = 0; i < input.length; i++) {
    const value = input[i]!;
    // Nothing flows back through a unit that is off.
    if (value === 0) continue;
    const row = start + i * size;
    let sum = 0;
    for (let j = 0; j < size; j++) {
      gradient[row + j]! += value * output[j]!;
      sum += matrix[row + j]! * output[j]!;
    }
    toInput[i]! += sum;
  }
}

/** Adds the gradients of a matrix whose input stays as it is. */
function backFixed(name: Matrix, start: number, input: Float32Array, output: Float32Array): void {
  const gradient = gradients[name];
  const size = output.length;
  for (let i = 0; i < input.length; i++) {
    const row = start + i * size;
    const value = input[i]!;
    for (let j = 0; j < size; j++) gradient[row + j]! += value * output[j]!;
  }
}

/** Adds the gradients of fading means to those of their layer and of its gates. */
function backMemory(
  name: "firstGate" | "secondGate",
  side: 0 | 1,
  layer: readonly Float32Array[],
  { means, gates }: Memory,
  errors: readonly Float32Array[],
  toLayer: readonly Float32Array[],
): void {
  const size = layer[0]?.length ?? 0;
  const toBias = gradients[`${name}Bias`];
  let sum = new Float32Array(size);
  const toGate = new Float32Array(size);
  for (let nth = errors.length - 1; nth >= 0; nth--) {
    const at = side === 0 ? nth : errors.length - 1 - nth;
    const [own, mean, gate, to] = [layer[at]!, means[at]!, gates[at]!, toLayer[at]!];
    const before = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      const taken = gate[i]!;
      toGate[i] = sum[i]! * (own[i]! - mean[i]!) * squashSlope(taken);
      toBias[side * size + i]! += toGate[i]!;
      to[i]! += sum[i]! * taken;
      before[i] = sum[i]! * (1 - taken) + errors[at]![i]!;
    }
    back(name, side * size * size, own, toGate, to);
    sum = before;
  }
}

/** How often a known word is taken for an unknown one. */
const UNKNOWN = 0.15;
/** Loss of a beginning that is not found, beside that of a label. */
const BEGIN_WEIGHT = 0.5;

function learn(original: Labelled, rate: number): number {
  const prompt = vary(original);
  const features = readFeatures(prompt.text);
  // Letter groups and whole words are dropped at random, so that the network also learns from the others and from context.
  features.rows = features.rows.map((rows) => {
    if (random() < 0.2) return rows.slice(0, 0);
    return rows.filter((_, at) => random() > (at === 0 ? 0.5 : 0.35));
  });
  features.keys = features.keys.map((key) => (random() < UNKNOWN ? 0 : key));
  const gold = labelWords(prompt, features.words);
  const beginnings = findBeginnings(original, features, gold);
  const pass = run(weights, features);
  const { clauses, sentences } = features;
  const count = gold.length;
  const zeros = (length: number, size: number) => Array.from({ length }, () => new Float32Array(size));
  const toLayer = (size: number) => [zeros(count, size), zeros(count, size), zeros(count, size)] as const;
  const [toFirst, toPast, toFuture] = toLayer(F);
  const [toSecond, toPastSecond, toFutureSecond] = toLayer(S);
  const toClauses = zeros(pass.clauseMeans.length, F);
  const toSentences = zeros(pass.sentenceMeans.length, F);
  const toPrompt = new Float32Array(F);
  const sentenceErrors = zeros(pass.sentenceMeans.length, S);
  const clauseErrors = zeros(pass.clauseMeans.length, S);
  let loss = 0;
  for (let at = 0; at < count; at++) {
    const error = softmax(pass.scores[at]!);
    loss -= Math.log(Math.max(1e-9, error[gold[at]!]!));
    error[gold[at]!]! -= 1;
    for (let j = 0; j < error.length; j++) {
      error[j]! /= Math.sqrt(count);
      gradients.outBias[j]! += error[j]!;
    }
    const begins = beginnings[at];
    const beginError = new Float32Array(1);
    if (begins !== undefined) beginError[0] = (BEGIN_WEIGHT * (pass.begins[at]! - begins)) / Math.sqrt(count);
    gradients.beginBias[0]! += beginError[0]!;
    const { own, past, future } = pass.second;
    for (const [i, [view, toView]] of (
      [
        [own, toSecond],
        [past.means, toPastSecond],
        [future.means, toFutureSecond],
      ] as const
    ).entries()) {
      back("out", i * S * labels.length, view[at]!, error, toView[at]!);
      if (begins !== undefined) back("begin", i * S, view[at]!, beginError, toView[at]!);
    }
  }
  backMemory("secondGate", 0, pass.second.own, pass.second.past, toPastSecond, toSecond);
  backMemory("secondGate", 1, pass.second.own, pass.second.future, toFutureSecond, toSecond);
  for (const [at, error] of toSecond.entries()) {
    for (let j = 0; j < S; j++) if (pass.second.own[at]![j] === 0) error[j] = 0;
    back("context", viewStarts.word, pass.first.own[at]!, error, toFirst[at]!);
    back("context", viewStarts.past, pass.first.past.means[at]!, error, toPast[at]!);
    back("context", viewStarts.future, pass.first.future.means[at]!, error, toFuture[at]!);
    const clause = clauseErrors[clauses[at]!]!;
    for (let j = 0; j < S; j++) clause[j]! += error[j]!;
  }
  backMemory("firstGate", 0, pass.first.own, pass.first.past, toPast, toFirst);
  backMemory("firstGate", 1, pass.first.own, pass.first.future, toFuture, toFirst);
  for (const [i, error] of clauseErrors.entries()) {
    back("context", viewStarts.clause, pass.clauseMeans[i]!, error, toClauses[i]!);
    if (i > 0) back("context", viewStarts.clauseBefore, pass.clauseMeans[i - 1]!, error, toClauses[i - 1]!);
    if (i + 1 < clauseErrors.length)
      back("context", viewStarts.clauseAfter, pass.clauseMeans[i + 1]!, error, toClauses[i + 1]!);
    const sentence = sentenceErrors[sentences[pass.clauseRanges[i]!]!]!;
    for (let j = 0; j < S; j++) sentence[j]! += error[j]!;
  }
  for (const [i, error] of sentenceErrors.entries()) {
    for (let j = 0; j < S; j++) gradients.secondBias[j]! += error[j]!;
    back("context", viewStarts.sentence, pass.sentenceMeans[i]!, error, toSentences[i]!);
    back("context", viewStarts.lead, pass.clauseMeans[pass.leads[i]!]!, error, toClauses[pass.leads[i]!]!);
    if (i > 0) back("context", viewStarts.sentenceBefore, pass.sentenceMeans[i - 1]!, error, toSentences[i - 1]!);
    if (i + 1 < sentenceErrors.length)
      back("context", viewStarts.sentenceAfter, pass.sentenceMeans[i + 1]!, error, toSentences[i + 1]!);
    back("context", viewStarts.prompt, pass.promptMean, error, toPrompt);
  }
  const spread = (ranges: Uint32Array, errors: readonly Float32Array[]) => {
    for (const [i, error] of errors.entries()) {
      const size = ranges[i + 1]! - ranges[i]!;
      for (let at = ranges[i]!; at < ranges[i + 1]!; at++)
        for (let j = 0; j < F; j++) toFirst[at]![j]! += error[j]! / size;
    }
  };
  spread(pass.clauseRanges, toClauses);
  spread(pass.sentenceRanges, toSentences);
  const toVectors = pass.vectors.map(() => new Float32Array(V));
  for (let at = 0; at < count; at++) {
    const error = toFirst[at]!;
    for (let j = 0; j < F; j++) {
      error[j]! += toPrompt[j]! / count;
      if (pass.first.own[at]![j] === 0) error[j] = 0;
      gradients.firstBias[j]! += error[j]!;
    }
    for (const trait of features.traits[at]!) for (let j = 0; j < F; j++) gradients.traits[trait * F + j]! += error[j]!;
    for (let side = 0; side < WINDOW; side++) {
      const other = at + side - (WINDOW - 1) / 2;
      if (other < 0 || other >= count) continue;
      back("words", side * V * F, pass.vectors[other]!, error, toVectors[other]!);
      const meaning = pass.meanings[other];
      const near = side - (WINDOW - NEAR) / 2;
      if (meaning && near >= 0 && near < NEAR) backFixed("meanings", near * MEANING * F, meaning, error);
    }
  }
  for (const [at, error] of toVectors.entries()) {
    const rows = features.rows[at]!;
    for (const row of rows) {
      touched.add(row);
      for (let i = 0; i < V; i++) gradients.vectors[row * V + i]! += error[i]! / Math.sqrt(rows.length);
    }
  }
  update(rate);
  return loss / Math.max(1, count);
}

let step = 0;
/** Updates the weights: by AdaGrad for the rows of letter groups that the prompt uses, by Adam for all others. */
function update(rate: number): void {
  step++;
  const [b1, b2] = [0.9, 0.995];
  const fix1 = 1 - b1 ** step;
  const fix2 = 1 - b2 ** step;
  for (const name of Object.keys(shapes) as Matrix[]) {
    if (name === "vectors") continue;
    const [w, g, m, s] = [weights[name], gradients[name], means[name], squares[name]];
    for (let i = 0; i < w.length; i++) {
      const value = g[i]! + 1e-5 * w[i]!;
      m[i] = b1 * m[i]! + (1 - b1) * value;
      s[i] = b2 * s[i]! + (1 - b2) * value * value;
      w[i]! -= (rate * (m[i]! / fix1)) / (Math.sqrt(s[i]! / fix2) + 1e-8);
      g[i] = 0;
    }
  }
  for (const row of touched) {
    for (let i = row * V; i < (row + 1) * V; i++) {
      const value = gradients.vectors[i]! + 1e-5 * weights.vectors[i]!;
      squares.vectors[i]! += value * value;
      weights.vectors[i]! -= (rate * 12 * value) / (Math.sqrt(squares.vectors[i]!) + 0.05);
      gradients.vectors[i] = 0;
    }
  }
  touched.clear();
}

const here = import.meta.dirname;
const whole = readCorpus(`${here}/train`);
const isHeldOut = (at: number) => values.fold !== undefined && at % FOLDS === Number(values.fold);
const corpus = whole.filter((_, at) => !isHeldOut(at));
const tests = values.fold === undefined ? readCorpus(`${here}/test`) : whole.filter((_, at) => isHeldOut(at));
fillBanks(corpus, `${here}/clauses`);
const cases = corpus.filter(({ language }) => language === "cases");

function train(): void {
  fillLetters(weights.vectors as Float32Array, known);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const warmUp = Math.min(1, (epoch + 1) / 2);
    const coolDown = epoch > EPOCHS / 2 ? Math.max(0.05, (2 * (EPOCHS - epoch)) / EPOCHS) : 1;
    const composed = listLanguages()
      .filter((language) => language !== "cases")
      .flatMap((language) =>
        Array.from({ length: language === "en" ? COMPOSED_ENGLISH : COMPOSED }, () => compose(language)),
      );
    const order = [...corpus, ...Array.from({ length: CASES - 1 }, () => cases).flat(), ...composed]
      .map((prompt) => ({ prompt, key: random() }))
      .toSorted((a, b) => a.key - b.key);
    let loss = 0;
    for (const { prompt } of order) loss += learn(mix(prompt), RATE * warmUp * coolDown);
    if (epoch >= EPOCHS - AVERAGED)
      for (const name of Object.keys(shapes) as Matrix[])
        for (const [i, value] of weights[name].entries()) result[name][i]! += value / AVERAGED;
    if (epoch % 4 === 1) {
      const { exact, use } = evaluate([weights], tests).all;
      const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
      console.log(
        `seed ${values.seed}, epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(3)}, right label ${percent(exact)}, right reader ${percent(use)}`,
      );
    }
  }
}

/** Trains each network in a process, and writes the weights of all of them into one file. */
async function trainAll(): Promise<void> {
  const files = SEEDS.map((seed) => `${tmpdir()}/vireo-weights-${seed}.bin`);
  const trainings = SEEDS.map((seed, at) =>
    Bun.spawn([process.execPath, import.meta.path, "--seed", String(seed), "--out", files[at]!], {
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
  for (const { exited } of trainings) if ((await exited) !== 0) process.exit(1);
  const parts = await Promise.all(files.map((file) => Bun.file(file).bytes()));
  const packed = Buffer.concat(parts);
  await Bun.write(`${here}/../../../plugins/local/prompt/weights.bin`, packed);
  printResults(unpackWeights(packed, known), tests);
}

if (values.fold !== undefined) {
  train();
  printResults([result], tests);
  printMistakes([result], tests);
} else if (values.out !== undefined) {
  train();
  await Bun.write(values.out, packWeights(result));
} else await trainAll();
