/** Labels the words of a prompt. */
import type { Features, Gap } from "./features";
import { type Answer, isShown, type Label, labels, run, type Weights } from "./network";

export interface WordLabel {
  label: Label;
  /** Probability that the word is for the viewer. */
  shown: number;
}

/** Words are surely for the viewer from this probability on, on average. */
export const CERTAIN = 0.62;

/** Returns how likely words are for the viewer, on average. */
export const averageLabels = (words: readonly WordLabel[]): number =>
  words.reduce((sum, { shown }) => sum + shown, 0) / words.length;

/** How unlikely it is that the label changes between two words. */
const costs: Record<Gap, number> = { space: 2, comma: 0.9, quote: 0.2, stop: 0 };
const shownAt = [...labels.keys()].filter((at) => isShown(labels[at]!));

/** Returns which number is the highest. */
function findHighest(numbers: Float32Array): number {
  let best = 0;
  for (let at = 1; at < numbers.length; at++) if (numbers[at]! > numbers[best]!) best = at;
  return best;
}

/** What the network finds in a prompt. */
export interface Labelling {
  /** Per word. */
  found: WordLabel[];
  /** Per word that the network reads, how likely it begins a sentence, whatever separates it from the word before. */
  begins: Float32Array;
}

/** Words that are read in all, which bounds the time: longer prompts are read by fewer networks. */
const MOST_READINGS = 1600;

/** Returns what the networks say of each word on average. */
function askAll(networks: readonly Weights[], features: Features): Answer {
  const asked = networks.slice(0, Math.max(1, Math.floor(MOST_READINGS / Math.max(1, features.rows.length))));
  const [first, ...others] = asked.map((weights) => run(weights, features));
  const average = (own: Float32Array, theirs: readonly Float32Array[]) => {
    for (const their of theirs) for (let i = 0; i < own.length; i++) own[i]! += their[i]!;
    for (let i = 0; i < own.length; i++) own[i]! /= asked.length;
  };
  average(
    first!.chances,
    others.map(({ chances }) => chances),
  );
  average(
    first!.begins,
    others.map(({ begins }) => begins),
  );
  return first!;
}

/** Finds the most likely sequence of labels. A label rarely changes within a clause. */
export function labelPrompt(networks: readonly Weights[], features: Features): Labelling {
  const { chances, begins } = askAll(networks, features);
  const count = labels.length;
  const read = begins.length;
  let sums = new Float32Array(count);
  let next = new Float32Array(count);
  const sources = new Uint8Array(chances.length);
  for (let at = 0; at < read; at++) {
    const gap = features.gaps[at]!;
    // Nothing but a space separates sentences that were typed in a hurry.
    const cost = gap === "space" ? costs.space * (1 - begins[at]!) : costs[gap];
    const best = findHighest(sums);
    const moved = sums[best]! - cost;
    for (let to = 0; to < count; to++) {
      const moves = at > 0 && moved > sums[to]!;
      sources[at * count + to] = moves ? best : to;
      next[to] = (moves ? moved : sums[to]!) + Math.log(Math.max(1e-6, chances[at * count + to]!));
    }
    [sums, next] = [next, sums];
  }
  let label = findHighest(sums);
  const found: WordLabel[] = [];
  for (let at = read - 1; at >= 0; at--) {
    const shown = shownAt.reduce((sum, i) => sum + chances[at * count + i]!, 0);
    found.push({ label: labels[label]!, shown });
    label = sources[at * count + label]!;
  }
  found.reverse();
  while (found.length < features.words.length) found.push({ label: "viewer", shown: 1 });
  return { found, begins };
}
