/** Where sentences begin, in prompts whose punctuation is removed. */
import { type Features, readFeatures } from "#plugins/local/prompt/features";
import { isShown, type Label, labels } from "#plugins/local/prompt/network";
import type { Labelled } from "./corpus";

/** Sentences with more words and no comma are several, and nobody has said where they begin. */
const LONGEST = 16;

/** True for labels of facts. Two such pieces in a row are two facts. */
const isFact = (label: Label): boolean => label === "viewer" || label === "credit";

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
  const facts = listFacts(original.pieces);
  // Of a dictated prompt whose facts are not labelled one by one, only changes of use are known.
  const isDictated = facts.size === 0 && source.words.length > LONGEST && new Set(source.clauses).size === 1;
  return words.map(({ start, kind }, at) => {
    if (at === 0 || gaps[at] !== "space" || kind === "mark" || kind === "emoji") return undefined;
    const from = known.get(start);
    if (from === undefined) return undefined;
    const gap = source.gaps[from];
    if (gap === "stop") return 1;
    if (gap !== "space") return undefined;
    if (facts.has(start)) return 1;
    const [before, own] = [labels[gold[at - 1]!]!, labels[gold[at]!]!];
    const isChange = isShown(before) !== isShown(own) || (before === "topic" && own === "viewer");
    if (isChange && own !== "topic" && before !== "heading") return before === "topic" && !isShown(own) ? undefined : 1;
    const isLong = facts.size === 0 && sizes.get(source.clauses[from]!)! > LONGEST;
    return isLong || (isDictated && isShown(own)) ? undefined : 0;
  });
}

/** Returns the places where a fact directly follows another one: "[v]gel hands £24 [v]infills £18". */
const listFacts = (pieces: Labelled["pieces"]): ReadonlySet<number> =>
  new Set(
    pieces
      .filter(({ label }, at) => at > 0 && isFact(label) && isFact(pieces[at - 1]!.label))
      .map(({ start }) => start),
  );
