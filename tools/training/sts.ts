/**
 * Spearman's correlation with people's grades, as Vireo compares texts: by their vectors, and word by word.
 *
 *     bun tools/training/sts.ts EVAL_DIR/stsb_dev.json        [[text, text, grade], …]
 */
import { join } from "node:path";
import { readTokenVectors } from "#plugins/embedder/token-vectors";

const { dimensions, embed, compareTexts } = readTokenVectors(join(import.meta.dir, "../../plugins/embedder/model"));

/** Ranks from 0. Equal values share the mean of theirs. */
function rank(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const mean = (a.length - 1) / 2;
  const sum = (x: readonly number[], y: readonly number[]) =>
    x.reduce((total, value, at) => total + (value - mean) * (y[at]! - mean), 0);
  return sum(a, b) / Math.sqrt(sum(a, a) * sum(b, b));
}

function multiply(a: string, b: string): number {
  const vectors = embed([a, b]);
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += vectors[at]! * vectors[dimensions + at]!;
  return sum;
}

for (const path of process.argv.slice(2)) {
  const pairs: [string, string, number][] = await Bun.file(path).json();
  const grades = rank(pairs.map(([, , grade]) => grade));
  const measure = (score: (a: string, b: string) => number) =>
    correlate(rank(pairs.map(([a, b]) => score(a, b))), grades).toFixed(4);
  console.log(
    `${path}: ${measure(multiply)} by vectors, ${measure((a, b) => compareTexts(a, [b])[0]!)} by \`compareTexts\``,
  );
}
