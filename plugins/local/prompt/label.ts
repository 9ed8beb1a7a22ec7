/** Labels the words of a prompt. */
import type { Features, Gap } from "./features";
import { isShown, type Label, labels, run, softmax, type Weights } from "./network";

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
const costs: Record<Gap, number> = { space: 2.2, comma: 0.9, quote: 0.2, stop: 0 };
/** Added for the viewer. A lost word does more harm than an instruction that is shown. */
const FAVOR = 0.4;
/** Added to the cost of a change within a clause that rarely has one. */
const LEAVING = 2;

/** Labels of instructions after which the viewer's words rarely follow within a clause, unlike "Make a reel for my café". */
const closed: ReadonlySet<Label> = new Set(["style", "negative", "audience", "shot"]);

const listAt = (isIn: (label: Label) => boolean): number[] => labels.flatMap((label, at) => (isIn(label) ? [at] : []));
const all = listAt(() => true);
const shownAt = listAt(isShown);
const isShownAt = labels.map(isShown);
const closedAt = listAt((label) => closed.has(label));
const openAt = listAt((label) => !closed.has(label));
const othersAt = listAt((label) => label !== "viewer");
const viewerAt = labels.indexOf("viewer");

/** Returns which of some numbers is the highest. */
const findHighest = (sums: Float32Array, among: readonly number[]): number =>
  among.reduce((best, at) => (sums[at]! > sums[best]! ? at : best));

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
    const leaving = gap === "space" ? LEAVING : 0;
    const [open, shut, others] = [openAt, closedAt, othersAt].map((group) => findHighest(sums, group));
    for (let to = 0; to < count; to++) {
      const [likely, unlikely] = isShownAt[to] ? [open!, shut!] : [others!, viewerAt];
      const isLeaving = sums[unlikely]! - leaving > sums[likely]!;
      const from = isLeaving ? unlikely : likely;
      const moved = sums[from]! - costs[gap] - (isLeaving ? leaving : 0);
      const moves = at > 0 && moved > sums[to]!;
      source[to] = moves ? from : to;
      next[to] = (moves ? moved : sums[to]!) + Math.log(Math.max(1e-6, chance[to]!)) + (to === viewerAt ? FAVOR : 0);
    }
    sources.push(source);
    sums = next;
  }
  let label = findHighest(sums, all);
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
