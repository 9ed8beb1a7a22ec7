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
export const averageShown = (words: readonly WordLabel[]): number =>
  words.reduce((sum, { shown }) => sum + shown, 0) / words.length;

/** How unlikely it is that the label changes between two words. */
const costs: Record<Gap, number> = { space: 2, comma: 0.9, quote: 0.2, stop: 0 };
const shownAt = [...labels.keys()].filter((at) => isShown(labels[at]!));

/** Returns which number is the highest. */
const findHighest = (numbers: Float32Array): number =>
  numbers.reduce((best, number, at) => (number > numbers[best]! ? at : best), 0);

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
  const { chances, begins } = first!;
  for (const other of others) {
    for (const [at, chance] of chances.entries()) {
      for (let i = 0; i < chance.length; i++) chance[i]! += other.chances[at]![i]!;
      begins[at]! += other.begins[at]!;
    }
  }
  for (const [at, chance] of chances.entries()) {
    for (let i = 0; i < chance.length; i++) chance[i]! /= asked.length;
    begins[at]! /= asked.length;
  }
  return { chances, begins };
}

/** Finds the most likely sequence of labels. A label rarely changes within a clause. */
export function labelPrompt(networks: readonly Weights[], features: Features): Labelling {
  const { chances, begins } = askAll(networks, features);
  const count = labels.length;
  let sums = new Float32Array(count);
  const sources: Uint8Array[] = [];
  for (const [at, chance] of chances.entries()) {
    const gap = features.gaps[at]!;
    // Nothing but a space separates sentences that were typed in a hurry.
    const cost = gap === "space" ? costs.space * (1 - begins[at]!) : costs[gap];
    const best = findHighest(sums);
    const next = new Float32Array(count);
    const source = new Uint8Array(count);
    for (let to = 0; to < count; to++) {
      const moves = at > 0 && sums[best]! - cost > sums[to]!;
      source[to] = moves ? best : to;
      next[to] = (moves ? sums[best]! - cost : sums[to]!) + Math.log(Math.max(1e-6, chance[to]!));
    }
    sources.push(source);
    sums = next;
  }
  let label = findHighest(sums);
  const found: WordLabel[] = [];
  for (let at = chances.length - 1; at >= 0; at--) {
    const chance = chances[at]!;
    const shown = shownAt.reduce((sum, i) => sum + chance[i]!, 0);
    found.push({ label: labels[label]!, shown });
    label = sources[at]![label]!;
  }
  found.reverse();
  while (found.length < features.words.length) found.push({ label: "viewer", shown: 1 });
  return { found, begins };
}
