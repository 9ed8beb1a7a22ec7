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
/** Added to the cost of a change within a clause that rarely has one. */
const LEAVING = 2;

/** Labels of instructions after which the viewer's words rarely follow within a clause, unlike "Make a reel for my café". */
const closed: ReadonlySet<Label> = new Set(["style", "negative", "audience", "shot"]);

const shownAt = labels.flatMap((label, at) => (isShown(label) ? [at] : []));
const viewerAt = labels.indexOf("viewer");

/** Returns how unlikely each change of label is within a clause, in addition to `costs`. */
const within = labels.map((from) =>
  labels.map((to) => ((from === "viewer" && !isShown(to)) || (closed.has(from) && isShown(to)) ? LEAVING : 0)),
);

/** Returns where the highest number is. */
const findHighest = (sums: Float32Array): number => sums.reduce((best, sum, at) => (sum > sums[best]! ? at : best), 0);

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
    for (let to = 0; to < count; to++) {
      let best = sums[to]!;
      source[to] = to;
      for (let from = 0; at > 0 && from < count; from++) {
        if (from === to) continue;
        const moved = sums[from]! - costs[gap] - (gap === "space" ? within[from]![to]! : 0);
        if (moved > best) {
          best = moved;
          source[to] = from;
        }
      }
      next[to] = best + Math.log(Math.max(1e-6, chance[to]!)) + (to === viewerAt ? FAVOR : 0);
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
