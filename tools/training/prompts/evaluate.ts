/**
 * Measures how well the network labels prompts.
 *
 *     bun tools/training/prompts/evaluate.ts  # the shipped weights on the test set, by language
 */
import { readFileSync } from "node:fs";
import { readFeatures } from "#plugins/local/prompt/features";
import { labelPrompt } from "#plugins/local/prompt/label";
import { unpackMeanings } from "#plugins/local/prompt/meanings";
import { isShown, type Label, labels, type Weights } from "#plugins/local/prompt/network";
import { unpackWeights } from "#plugins/local/prompt/weights";
import { type Labelled, labelWords, readCorpus } from "./corpus";

/** Returns whom the words of a label are for. A heading is for neither. */
const getReader = (label: Label): string => (isShown(label) ? "viewer" : label === "heading" ? "heading" : "maker");

export interface Result {
  clauses: number;
  /** Fraction with the right label. */
  exact: number;
  /** Fraction with the right reader: viewer, maker, or neither (a heading). */
  use: number;
}

/** Compares clauses: words of one label, up to the end of a sentence. The label of most letters counts. */
function* compareClauses(networks: readonly Weights[], prompt: Labelled) {
  const features = readFeatures(prompt.text);
  const gold = labelWords(prompt, features.words);
  const { found } = labelPrompt(networks, features);
  for (let from = 0; from < gold.length; ) {
    let to = from + 1;
    while (to < gold.length && gold[to] === gold[from] && features.sentences[to] === features.sentences[from]) to++;
    const votes = new Map<Label, number>();
    for (let at = from; at < to; at++)
      votes.set(found[at]!.label, (votes.get(found[at]!.label) ?? 0) + features.words[at]!.text.length);
    const most = [...votes].toSorted((a, b) => b[1] - a[1])[0]![0];
    const isWords = features.words.slice(from, to).some(({ kind }) => kind !== "mark");
    if (isWords)
      yield {
        text: prompt.text.slice(features.words[from]!.start, features.words[to - 1]!.end),
        gold: labels[gold[from]!]!,
        found: most,
      };
    from = to;
  }
}

export function evaluate(
  networks: readonly Weights[],
  prompts: readonly Labelled[],
): { all: Result; languages: Map<string, Result> } {
  const count = () => ({ clauses: 0, exact: 0, use: 0 });
  const all = count();
  const languages = new Map<string, Result>();
  for (const prompt of prompts) {
    const own = languages.get(prompt.language) ?? count();
    languages.set(prompt.language, own);
    for (const { gold, found } of compareClauses(networks, prompt)) {
      for (const result of [own, all]) {
        result.clauses++;
        if (gold === found) result.exact++;
        if (getReader(gold) === getReader(found)) result.use++;
      }
    }
  }
  for (const result of [all, ...languages.values()]) {
    result.exact /= Math.max(1, result.clauses);
    result.use /= Math.max(1, result.clauses);
  }
  return { all, languages };
}

export function printResults(networks: readonly Weights[], prompts: readonly Labelled[]): void {
  const { all, languages } = evaluate(networks, prompts);
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`.padStart(7);
  for (const [language, { clauses, exact, use }] of [...languages, ["all", all] as const])
    console.log(
      `${language.padEnd(6)} ${String(clauses).padStart(5)} clauses ${percent(exact)} right label ${percent(use)} right reader`,
    );
}

/** Prints the clauses with the wrong reader. */
export function printMistakes(networks: readonly Weights[], prompts: readonly Labelled[]): void {
  for (const prompt of prompts)
    for (const { text, gold, found } of compareClauses(networks, prompt))
      if (getReader(gold) !== getReader(found)) console.log(`${prompt.language} ${gold} → ${found}: ${text}`);
}

if (import.meta.main) {
  const networks = unpackWeights(
    readFileSync(`${import.meta.dirname}/../../../plugins/local/prompt/weights.bin`),
    unpackMeanings(readFileSync(`${import.meta.dirname}/../../../plugins/local/prompt/meanings.bin`)),
  );
  printResults(networks, readCorpus(`${import.meta.dirname}/test`));
}
