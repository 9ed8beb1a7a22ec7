const VOWEL = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœаеёиоуыэюяіїєαεηιουωάέήίόύώ]/i;
/** Consonants that stay together. */
const TOGETHER = /^(?:sch|ch|ck|sh|th|ph|qu|gn|st|sp|[bcdfgkpt][lr]|ll|rr|ss)/i;
const LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’-]+$/u;
/** Fewest letters before and after a hyphen. */
const LEAST = 3;

/** A part of a word. `mark` is added if the line ends after it. */
interface Part {
  text: string;
  mark: "" | "-";
}

/**
 * Splits a long word where a line may break: after hyphens and slashes, and between syllables, by rules that fit most
 * European languages. URLs, tags and other scripts get no hyphens.
 *
 * @example splitSyllables("Donaudampfschiff").map(({ text, mark }) => text + mark); // ["Donau-", "dampf-", "schiff"]
 */
export function splitSyllables(word: string): Part[] {
  const [, before = "", core = "", after = ""] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(word) ?? [];
  if (!LETTERS.test(core) || /[#@]/.test(before)) return splitAfter(word, /[/._@&=?-]/u);
  const parts = splitAfter(core, /-/u).flatMap(({ text }) => splitPart(text));
  const last = parts.at(-1);
  const first = parts[0];
  if (!first || !last) return [{ text: word, mark: "" }];
  first.text = before + first.text;
  last.text += after;
  return parts;
}

/** Splits after each character that matches `mark`. */
function splitAfter(word: string, mark: RegExp): Part[] {
  const parts: Part[] = [{ text: "", mark: "" }];
  for (const letter of word) {
    parts.at(-1)!.text += letter;
    if (mark.test(letter)) parts.push({ text: "", mark: "" });
  }
  return parts.filter(({ text }) => text !== "");
}

function splitPart(text: string): Part[] {
  const letters = [...text.normalize("NFC")];
  const cuts: number[] = [];
  const isVowel = (at: number) => VOWEL.test(letters[at] ?? "");
  for (let at = 1; at < letters.length; at++) {
    if (!isVowel(at - 1) || isVowel(at)) continue;
    // Consonants between two vowels: the last ones belong to the next syllable.
    let next = at;
    while (next < letters.length && !isVowel(next)) next++;
    if (next === letters.length) break;
    cuts.push(chooseCut(letters, at, next));
  }
  const good = cuts.filter((cut, i) => cut - (cuts[i - 1] ?? 0) >= 2 && cut >= LEAST && letters.length - cut >= LEAST);
  const edges = [0, ...good, letters.length];
  return edges.slice(1).map((end, i) => ({
    text: letters.slice(edges[i], end).join(""),
    mark: end === letters.length || letters[end - 1] === "-" ? "" : "-",
  }));
}

/** Index at which the consonants between two vowels are split. */
function chooseCut(letters: readonly string[], from: number, to: number): number {
  for (let cut = from; cut < to - 1; cut++) {
    const group = TOGETHER.exec(letters.slice(cut, to).join(""))?.[0];
    if (group && cut + group.length === to) return cut;
  }
  return to - 1;
}
