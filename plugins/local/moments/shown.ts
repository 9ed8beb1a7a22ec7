/** Tells which sentences begin with a slide or a screen, which "this" can refer to. */
import { countWhile } from "../numbers";
import type { Sentence } from "./sentences";
import type { TalkWord } from "./timed-words";
import type { Reading } from "./types";

/** Sentences of so many words, such as "Yes", may come between the change and the one about it. */
const SHORT = 2;
/** How much later than the sentence the picture may change, in seconds. */
const LATE = 0.8;
/** How long after the change a picture that was looked at says what is shown, in seconds. */
const NEAR = 12;

/** Returns for each sentence whether the picture has changed to a slide or a screen since the middle of the last long one. */
export function findShown(
  words: readonly TalkWord[],
  sentences: readonly Sentence[],
  { cuts, looks }: Pick<Reading, "cuts" | "looks">,
): boolean[] {
  return sentences.map(({ from }, i) => {
    const before = sentences.slice(0, i).findLast((one) => one.to - one.from > SHORT);
    const middle = before ? (words[before.from]!.start + words[before.to - 1]!.end) / 2 : 0;
    const next = countWhile(cuts, (time) => time <= words[from]!.start + LATE);
    const cut = cuts[next - 1] ?? 0;
    if (before && cut < middle) return false;
    const look = looks[countWhile(looks, ({ time }) => time < cut)];
    return look?.layout === "screen" && look.time < Math.min(cut + NEAR, cuts[next] ?? Number.POSITIVE_INFINITY);
  });
}
