import { type Language, splitList } from "./language";
import type { Phrases } from "./phrases";
import type { TalkWord } from "./timed-words";

/** Finds sentences that cannot open a moment, because they continue what was said before. */
export function createOpeningCheck({ data, isUnspaced }: Language, phrases: Phrases) {
  const demonstratives = new Set(splitList(data?.demonstratives));
  const verbs = new Set(splitList(data?.verbs));
  const fillers = new Set(splitList(data?.fillers));

  /** True if the first words continue a previous sentence or refer to it. `isShown`: they can refer to what is shown. */
  return function continues(words: readonly TalkWord[], isShown = false): boolean {
    if (!data || words.length === 0) return false;
    if (isUnspaced) {
      const text = dropFillers(phrases.join(words), phrases);
      return phrases.findStart("conjunctions", text) !== undefined || phrases.findStart("pronouns", text) !== undefined;
    }
    // "Um, and then": the sound does not make it a beginning.
    let first = 0;
    while (first < words.length - 1 && fillers.has(words[first]!.key) && !isListed(words[first]!.key)) first++;
    return startsBadly(words.slice(first, first + 4), isShown) || startsBadly(words.slice(0, 4), isShown);
  };

  function isListed(key: string): boolean {
    return phrases.findStart("conjunctions", ` ${key} `) !== undefined;
  }

  function startsBadly(words: readonly TalkWord[], isShown: boolean): boolean {
    const text = phrases.join(words);
    if (phrases.findStart("exceptions", text)) return false;
    // "It's" and "c'est" are a pronoun and a verb.
    const [head = "", rest] = words[0]!.key.split("'");
    const opened = rest === undefined ? text : ` ${head} ${rest} ${phrases.join(words.slice(1)).trimStart()}`;
    if ([text, opened].some((form) => phrases.findStart("conjunctions", form) || phrases.findStart("pronouns", form)))
      return true;
    if (isShown || !demonstratives.has(head)) return false;
    // Alone, or before a comma, a demonstrative is no article.
    if (rest !== undefined || words.length === 1 || /[,;:]$/.test(words[0]!.text)) return true;
    const next = words[1]!;
    const verb = next.key.split("'")[0]!;
    return (
      verbs.has(next.key) || verbs.has(verb) || (data?.verbPattern?.test(next.text.replace(/\P{L}+$/u, "")) ?? false)
    );
  }
}

function dropFillers(text: string, phrases: Phrases): string {
  const filler = phrases.findStart("fillers", text);
  return filler && filler.length < text.length ? text.slice(filler.length) : text;
}
