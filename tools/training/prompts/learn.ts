/**
 * Trains the networks that read prompts, and writes their weights. Needs Python with PyTorch (`python3-torch` of Debian).
 *
 *     bun tools/training/prompts/learn.ts           # measures on test/, writes plugins/local/prompt/weights.bin
 *     bun tools/training/prompts/learn.ts --fold 2  # leaves out a fifth of the prompts and shows the mistakes there
 */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROWS, readFeatures, traits } from "#plugins/local/prompt/features";
import { findMeaning, MEANING, unpackMeanings } from "#plugins/local/prompt/meanings";
import { labels, SIZES, shapes, WINDOW } from "#plugins/local/prompt/network";
import { packWeights, unpackWeights } from "#plugins/local/prompt/weights";
import { findBeginnings } from "./beginnings";
import { type Labelled, labelWords, readCorpus } from "./corpus";
import { printMistakes, printResults } from "./evaluate";
import { fillLetters } from "./letters";
import { compose, fillBanks, listLanguages, mix, setSeed, vary } from "./variations";

/** Seeds of the networks. Their average is right more often than any of them alone. */
const SEEDS = [2, 3, 4];
const EPOCHS = 8;
const FOLDS = 5;
/** Composed prompts per epoch and language. English, in which most people prompt, gets more. */
const COMPOSED = 30;
const COMPOSED_ENGLISH = 60;
/** How often each epoch has the prompts of the storyboards' tests. */
const CASES = 10;

const { values } = parseArgs({ options: { fold: { type: "string" } } });
const here = import.meta.dirname;
const local = join(here, "../../../plugins/local/prompt");
const known = unpackMeanings(readFileSync(`${local}/meanings.bin`));
const whole = readCorpus(`${here}/train`);
const isHeldOut = (at: number) => values.fold !== undefined && at % FOLDS === Number(values.fold);
const corpus = whole.filter((_, at) => !isHeldOut(at));
const tests = values.fold === undefined ? readCorpus(`${here}/test`) : whole.filter((_, at) => isHeldOut(at));

/** Writes what words mean, behind a row for unknown ones. Returns the row of each word. */
async function writeMeanings(folder: string): Promise<Map<number, number>> {
  const rows = new Float32Array((known.keys.length + 1) * MEANING);
  for (const [at, key] of known.keys.entries()) rows.set(findMeaning(known, key)!, (at + 1) * MEANING);
  await Bun.write(`${folder}/meanings.f32`, rows);
  return new Map([...known.keys].map((key, at) => [key, at + 1]));
}

/** Returns the numbers of an example, as learn.py reads them. */
function listNumbers(original: Labelled, meanings: ReadonlyMap<number, number>): number[] {
  const prompt = vary(original);
  const features = readFeatures(prompt.text);
  const gold = labelWords(prompt, features.words);
  const begins = findBeginnings(original, features, gold);
  const numbers = [features.rows.length];
  for (const [at, rows] of features.rows.entries()) {
    const own = features.traits[at]!;
    numbers.push(rows.length, ...rows, own.length, ...own);
    numbers.push(meanings.get(features.keys[at]!) ?? 0, gold[at]!, begins[at] ?? 2);
  }
  return numbers;
}

/** Writes the examples of each epoch: prompts with typing mistakes, other instructions and another order, and composed ones. */
async function writeExamples(folder: string): Promise<void> {
  const meanings = await writeMeanings(folder);
  setSeed(1);
  fillBanks(corpus, `${here}/clauses`);
  const cases = corpus.filter(({ language }) => language === "cases");
  const languages = listLanguages().filter((language) => language !== "cases");
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const composed = languages.flatMap((language) =>
      Array.from({ length: language === "en" ? COMPOSED_ENGLISH : COMPOSED }, () => compose(language)),
    );
    const prompts = [...corpus, ...Array.from({ length: CASES - 1 }, () => cases).flat(), ...composed];
    const file = openSync(`${folder}/epoch-${epoch}.i32`, "w");
    for (let from = 0; from < prompts.length; from += 500)
      writeSync(
        file,
        Int32Array.from(prompts.slice(from, from + 500).flatMap((prompt) => listNumbers(mix(prompt), meanings))),
      );
    closeSync(file);
  }
}

/** Trains a network in a process of its own, and returns its packed weights. */
async function train(folder: string, seed: number): Promise<Uint8Array> {
  const out = `${folder}/weights-${seed}.f32`;
  const { exited } = Bun.spawn(["python3", `${here}/learn.py`, folder, String(seed), out], {
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await exited) !== 0) throw new Error("learn.py failed.");
  return packWeights(new Float32Array(await Bun.file(out).arrayBuffer()));
}

const folder = await mkdtemp(join(tmpdir(), "vireo-prompts-"));
const vectors = new Float32Array(ROWS * SIZES.vector);
fillLetters(vectors, known);
await Bun.write(`${folder}/vectors.f32`, vectors);
const sizes = { ...SIZES, meaning: MEANING, window: WINDOW, labels: labels.length, traits: traits.length };
await Bun.write(`${folder}/sizes.json`, JSON.stringify({ ...sizes, scores: shapes.scores[1], epochs: EPOCHS }));
await writeExamples(folder);
const seeds = values.fold === undefined ? SEEDS : SEEDS.slice(0, 1);
const packed = Buffer.concat(await Promise.all(seeds.map((seed) => train(folder, seed))));
await rm(folder, { recursive: true });
const networks = unpackWeights(packed, known);
if (values.fold === undefined) await Bun.write(`${local}/weights.bin`, packed);
else printMistakes(networks, tests);
printResults(networks, tests);
