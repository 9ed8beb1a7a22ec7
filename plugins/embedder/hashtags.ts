/** Vocabulary of a model. */
type Vocabulary = Pick<ReadonlySet<string>, "has">;

/** Minimum length of a split-off word. */
const SHORTEST = 3;
const LONGEST = 40;

/**
 * Splits hashtags into words of the model: `#MealPrep`, `#meal_prep` and `#mealprep` become `meal prep`. Lower-case
 * tags are split into the fewest words of the vocabulary, or not at all.
 */
export function spellOut(text: string, vocabulary: Vocabulary): string {
  return text.replace(/#([\p{L}\p{N}\p{M}_]+)/gu, (_, tag: string) => {
    const spaced = tag.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").replaceAll("_", " ");
    return spaced === tag ? split(tag.toLowerCase(), vocabulary) : spaced;
  });
}

function split(tag: string, vocabulary: Vocabulary): string {
  const isWord = (word: string) => vocabulary.has(word) || (word.endsWith("s") && vocabulary.has(word.slice(0, -1)));
  if (tag.length > LONGEST || isWord(tag)) return tag;
  // Community tags such as #booktok: split the part before "tok".
  if (tag.length > 3 + SHORTEST && tag.endsWith("tok")) return split(tag.slice(0, -3), vocabulary);
  // best[n] is the best split of the first n letters: fewest words, then the longest shortest word.
  const best: ({ words: string[]; shortest: number } | undefined)[] = [{ words: [], shortest: LONGEST }];
  for (let end = SHORTEST; end <= tag.length; end++) {
    for (let start = 0; start <= end - SHORTEST; start++) {
      const before = best[start];
      const word = tag.slice(start, end);
      if (!before || !isWord(word)) continue;
      const next = { words: [...before.words, word], shortest: Math.min(before.shortest, word.length) };
      const old = best[end];
      const isBetter =
        !old ||
        next.words.length < old.words.length ||
        (next.words.length === old.words.length && next.shortest > old.shortest);
      if (isBetter) best[end] = next;
    }
  }
  return best[tag.length]?.words.join(" ") ?? tag;
}
