/** Labels the words of a prompt. */
import type { Features, Gap } from "./features";
import { isShown, type Label, labels, run, softmax, type Weights } from "./network";

export interface WordLabel {
  label: Label;
  /** Probability that the word is for the viewer. */
  shown: number;
}

/** How unlikely it is that the label changes between two words. */
const costs: Record<Gap, number> = { space: 2.2, comma: 0.9, quote: 0.2, stop: 0 };
/** Added for the viewer. A lost word does more harm than an instruction that is shown. */
const FAVOR = 0.4;
/** Added to the cost within a clause for the viewer, because such a clause rarely ends with an instruction. */
const LEAVING = 2;

/** Maximum number of words that the network reads. Further ones are shown. The longest real prompts have about half as many. */
const MOST_WORDS = 2500;

const takeFirst = (features: Features, count: number): Features => ({
  ...features,
  rows: features.rows.slice(0, count),
  traits: features.traits.slice(0, count),
  clauses: features.clauses.slice(0, count),
  sentences: features.sentences.slice(0, count),
});

const shownAt = labels.flatMap((label, at) => (isShown(label) ? [at] : []));

/** Finds the most likely sequence of labels. A label rarely changes within a clause. */
export function labelPrompt(weights: Weights, features: Features): WordLabel[] {
  const { scores } = run(weights, takeFirst(features, MOST_WORDS));
  const chances = scores.map(softmax);
  const count = labels.length;
  let sums = new Float32Array(count);
  const sources: Uint8Array[] = [];
  for (const [at, chance] of chances.entries()) {
    const cost = costs[features.gaps[at]!];
    const next = new Float32Array(count);
    const source = new Uint8Array(count);
    for (let to = 0; to < count; to++) {
      let best = sums[to]!;
      source[to] = to;
      for (let from = 0; from < count && at > 0; from++) {
        const isLeaving = features.gaps[at] === "space" && labels[from] === "viewer" && !isShown(labels[to]!);
        const sum = sums[from]! - cost - (isLeaving ? LEAVING : 0);
        if (from !== to && sum > best) [best, source[to]] = [sum, from];
      }
      next[to] = best + Math.log(Math.max(1e-6, chance[to]!)) + (labels[to] === "viewer" ? FAVOR : 0);
    }
    sources.push(source);
    sums = next;
  }
  let label = sums.indexOf(Math.max(...sums));
  const found: WordLabel[] = [];
  for (let at = chances.length - 1; at >= 0; at--) {
    const chance = chances[at]!;
    found.push({ label: labels[label]!, shown: shownAt.reduce((sum, i) => sum + chance[i]!, 0) });
    label = sources[at]![label]!;
  }
  found.reverse();
  while (found.length < features.words.length) found.push({ label: "viewer", shown: 1 });
  return found;
}
