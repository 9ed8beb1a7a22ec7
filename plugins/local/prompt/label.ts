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

const shownAt = labels.flatMap((label, at) => (isShown(label) ? [at] : []));

const viewerAt = labels.indexOf("viewer");

/** Returns where the highest number is, without one place. */
function findHighest(sums: Float32Array, without = -1): number {
  let best = without === 0 ? 1 : 0;
  for (let at = best + 1; at < sums.length; at++) if (at !== without && sums[at]! > sums[best]!) best = at;
  return best;
}

/** Finds the most likely sequence of labels. A label rarely changes within a clause. */
export function labelPrompt(weights: Weights, features: Features): WordLabel[] {
  const { scores } = run(weights, features);
  const chances = scores.map(softmax);
  const count = labels.length;
  let sums = new Float32Array(count);
  const sources: Uint8Array[] = [];
  for (const [at, chance] of chances.entries()) {
    const gap = features.gaps[at]!;
    const next = new Float32Array(count);
    const source = new Uint8Array(count);
    const best = findHighest(sums);
    // Leaving the viewer within a clause costs more, so the second best may be the better source.
    const other = findHighest(sums, viewerAt);
    const leaving = best === viewerAt && sums[other]! > sums[best]! - LEAVING ? other : best;
    for (let to = 0; to < count; to++) {
      const isLeaving = gap === "space" && !isShown(labels[to]!);
      const from = isLeaving ? leaving : best;
      const moved = sums[from]! - costs[gap] - (isLeaving && from === viewerAt ? LEAVING : 0);
      const moves = at > 0 && moved > sums[to]!;
      source[to] = moves ? from : to;
      next[to] = (moves ? moved : sums[to]!) + Math.log(Math.max(1e-6, chance[to]!)) + (to === viewerAt ? FAVOR : 0);
    }
    sources.push(source);
    sums = next;
  }
  let label = findHighest(sums);
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
