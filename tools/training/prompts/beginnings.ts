/** Where sentences begin, in prompts whose punctuation is removed. */
import { type Features, readFeatures } from "#plugins/local/prompt/features";
import { isShown, labels } from "#plugins/local/prompt/network";
import type { Labelled } from "./corpus";

/** Sentences with more words and no comma are several, and nobody has said where they begin. */
const LONGEST = 16;

/**
 * Returns, for each word that nothing separates from the word before, whether it begins a sentence. Undefined where that is
 * not known.
 * @param original the prompt with its punctuation. Its words have the same places.
 * @param gold the number of each word's label
 */
export function findBeginnings(
  original: Labelled,
  { words, gaps }: Features,
  gold: readonly number[] | Uint8Array,
): (0 | 1 | undefined)[] {
  const source = readFeatures(original.text);
  const known = new Map(source.words.map(({ start }, at) => [start, at]));
  const sizes = new Map<number, number>();
  for (const clause of source.clauses) sizes.set(clause, (sizes.get(clause) ?? 0) + 1);
  return words.map(({ start, kind }, at) => {
    if (at === 0 || gaps[at] !== "space" || kind === "mark" || kind === "emoji") return undefined;
    const from = known.get(start);
    if (from === undefined) return undefined;
    const gap = source.gaps[from];
    if (gap === "stop") return 1;
    if (gap !== "space") return undefined;
    const [before, own] = [labels[gold[at - 1]!]!, labels[gold[at]!]!];
    const isChange = isShown(before) !== isShown(own) || (before === "topic" && own === "viewer");
    if (isChange && own !== "topic" && before !== "heading") return before === "topic" && !isShown(own) ? undefined : 1;
    return sizes.get(source.clauses[from]!)! > LONGEST ? undefined : 0;
  });
}
