/** Puts the subject of a request into the nominative, for a title: "reklama małej kwiaciarni" becomes "mała kwiaciarnia". */
import { type Declension, declensions, type Gender } from "./languages/nominatives";

interface Noun {
  nominative: string;
  stem: string;
  gender: Gender;
}

const genders: readonly Gender[] = ["f", "m", "n", "p"];

/** The last letter of a nominative that other cases replace. */
const replaced = /[aeiouyáéíěęąаеёийоуыьяіїє]$/u;

/** Lists the nouns of a language, those with a long stem first. */
const listNouns = ({ nouns, isCompound }: Declension): Noun[] =>
  genders
    .flatMap((gender) =>
      (nouns[gender]?.split("|") ?? []).flatMap((entry) => {
        const [nominative = "", stem = isCompound ? nominative : nominative.replace(replaced, "")] = entry.split(":");
        return nominative ? [{ nominative, stem, gender }] : [];
      }),
    )
    .toSorted((a, b) => b.stem.length - a.stem.length);

let listed: { declension: Declension; nouns: Noun[] }[] | undefined;

/** Maximum number of adjectives before a noun, and behind it. */
const MOST_ADJECTIVES = 2;

/** Finds the nouns that a word may be a case of. In a compound, its first part is kept. */
function* findNouns(word: string, { endings, isCompound }: Declension, nouns: readonly Noun[]) {
  if (nouns.some(({ nominative }) => nominative === word)) return;
  for (const noun of nouns) {
    const at = isCompound ? word.lastIndexOf(noun.stem) : word.startsWith(noun.stem) ? 0 : -1;
    if (at < 0) continue;
    if (endings[noun.gender]?.test(word.slice(at + noun.stem.length)))
      yield { ...noun, nominative: word.slice(0, at) + noun.nominative };
  }
}

/** Returns an adjective in the nominative, or undefined if the word is none in another case. */
function turnAdjective(word: string, { adjectives }: Declension, gender: Gender): string | undefined {
  const found = adjectives?.[gender].find(([pattern]) => pattern.test(word));
  return found && word.replace(found[0], found[1]);
}

/**
 * Returns the subject of a request with its first noun in the nominative, and the adjectives around it.
 *
 *     toNominative("kwiaciarni w Toruniu", "Reklama"); // "kwiaciarnia w Toruniu"
 */
export function toNominative(subject: string, request: string): string {
  listed ??= declensions.map((declension) => ({ declension, nouns: listNouns(declension) }));
  const words = subject.split(/(?<=\s)/u);
  const plain = words.map((word) =>
    word
      .trimEnd()
      .toLowerCase()
      .replace("’", "'")
      .replace(/[.,:;!?]+$/u, ""),
  );
  for (const { declension, nouns } of listed) {
    if (declension.sign && !declension.sign.test(`${request} ${subject}`)) continue;
    const turned = turn(plain, declension, nouns);
    if (turned)
      return words
        .map((word, at) => (turned[at] === undefined ? word : copyCase(word, plain[at]!, turned[at])))
        .join("");
  }
  return subject;
}

/** Returns the first words in their new form. Undefined if the language does not know the first noun. */
function turn(words: readonly string[], declension: Declension, nouns: readonly Noun[]): string[] | undefined {
  for (let at = 0; at <= Math.min(MOST_ADJECTIVES, words.length - 1); at++) {
    for (const noun of findNouns(words[at]!, declension, nouns)) {
      const before = words.slice(0, at).map((word) => turnAdjective(word, declension, noun.gender));
      // "шкільного ярмарку" is masculine, "шкільну ярмарку" is not.
      if (before.includes(undefined)) continue;
      const turned = [...(before as string[]), noun.nominative];
      for (let next = at + 1; next <= at + MOST_ADJECTIVES && next < words.length; next++) {
        const adjective = turnAdjective(words[next]!, declension, noun.gender);
        if (adjective === undefined || words[next]!.length <= SHORTEST_ADJECTIVE) break;
        turned.push(adjective);
      }
      return turned;
    }
  }
  return undefined;
}

/** Shorter words look like an adjective by chance. */
const SHORTEST_ADJECTIVE = 4;

/** Writes the new form with the capital letters of the old one, and with what follows it. */
function copyCase(word: string, plain: string, form: string): string {
  const isUpper = word.length > 2 && word === word.toUpperCase();
  const own = isUpper ? form.toUpperCase() : /^\p{Lu}/u.test(word) ? form[0]!.toUpperCase() + form.slice(1) : form;
  return own + word.slice(plain.length);
}
