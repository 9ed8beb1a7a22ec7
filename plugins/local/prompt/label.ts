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
const costs: Record<Gap, number> = { space: 2, comma: 0.9, quote: 0.2, stop: 0 };
/** Added for the viewer. A lost word does more harm than an instruction that is shown. */
const FAVOR = 0.1;
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
function askAll(networks: readonly Weights[], features: Features): { chances: Float32Array[]; begins: Float32Array } {
  const asked = networks.slice(0, Math.max(1, Math.floor(MOST_READINGS / Math.max(1, features.rows.length))));
  const [first, ...others] = asked.map((weights) => run(weights, features));
  const { scores, begins } = first!;
  const chances = scores.map(softmax);
  for (const other of others) {
    for (const [at, chance] of chances.entries()) {
      const own = softmax(other.scores[at]!);
      for (let i = 0; i < chance.length; i++) chance[i]! += own[i]!;
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
    const next = new Float32Array(count);
    const source = new Uint8Array(count);
    // Nothing but a space separates sentences that were typed in a hurry.
    const joins = gap === "space" ? 1 - begins[at]! : 0;
    const cost = gap === "space" ? costs.stop + (costs.space - costs.stop) * joins : costs[gap];
    const leaving = LEAVING * joins;
    const [open, shut, others] = [openAt, closedAt, othersAt].map((group) => findHighest(sums, group));
    for (let to = 0; to < count; to++) {
      const [likely, unlikely] = isShownAt[to] ? [open!, shut!] : [others!, viewerAt];
      const isLeaving = sums[unlikely]! - leaving > sums[likely]!;
      const from = isLeaving ? unlikely : likely;
      const moved = sums[from]! - cost - (isLeaving ? leaving : 0);
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
    const shown = shownAt.reduce((sum, i) => sum + chance[i]!, 0);
    found.push({ label: labels[label]!, shown });
    label = sources[at]![label]!;
  }
  found.reverse();
  while (found.length < features.words.length) found.push({ label: "viewer", shown: 1 });
  return { found, begins };
}
