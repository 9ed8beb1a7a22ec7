/** Converts text to Kokoro's input: phonemes and punctuation, one character each. */
import { splitWords } from "vireo/captions/words";

/** Converts text without punctuation to phonemes, with words separated by spaces. */
export type Phonemize = (text: string, accent: string) => Promise<readonly string[]>;

/** A written word and the position of its phonemes. */
export interface Part {
  word: string;
  from: number;
  to: number;
}

export interface Phonemes {
  text: string;
  parts: Part[];
}

/** Punctuation at which Kokoro pauses. */
const PAUSES = /[;:,.!?…]/u;
const CURRENCIES: Readonly<Record<string, string>> = { $: "dollars", "£": "pounds", "€": "euros" };

/** Spells out amounts as they are spoken: "$5" as "5 dollars". */
const spellAmounts = (word: string): string =>
  word.replace(/([$£€])(\d[\d.,]*\d|\d)/gu, (_, sign: string, amount: string) => `${amount} ${CURRENCIES[sign]}`);

/** Phonemes that eSpeak writes differently from Kokoro's training data. */
const adapt = (phonemes: string, accent: string): string => {
  const common = phonemes.replaceAll("ʲ", "j").replaceAll("r", "ɹ").replaceAll("x", "k").replaceAll("ɬ", "l");
  const apart = common.replace(/(?<=[a-zɹː])(?=hˈʌndɹɪd)/gu, " ");
  return accent === "en-us" ? apart.replace(/(?<=nˈaɪn)ti(?!ː)/gu, "di") : apart;
};

/** Splits a text into stretches between two pauses, each with its final punctuation. */
function splitClauses(text: string): { words: string[]; pause: string }[] {
  const clauses: { words: string[]; pause: string }[] = [];
  let words: string[] = [];
  for (const { text: word } of splitWords(text)) {
    words.push(word);
    const pause = /[;:,.!?…]+(?=["'”’)\]]*$)/u.exec(word)?.[0].at(-1) ?? "";
    if (!pause) continue;
    clauses.push({ words, pause });
    words = [];
  }
  if (words.length > 0) clauses.push({ words, pause: "" });
  return clauses;
}

/** Returns the spoken length of a word, with numbers and symbols spelled out. */
const measureWord = (word: string): number =>
  Math.max(1, (word.match(/\p{L}/gu)?.length ?? 0) + 4 * (word.match(/[\p{N}\p{Sc}%&+]/gu)?.length ?? 0));

/**
 * Returns the phonemes of a text and of each of its words. `vocabulary` is the set of characters that the model
 * supports.
 */
export async function toPhonemes(
  text: string,
  accent: string,
  { phonemize, vocabulary }: { phonemize: Phonemize; vocabulary: ReadonlyMap<string, number> },
): Promise<Phonemes> {
  const keep = (sounds: string) => [...sounds].filter((sound) => vocabulary.has(sound)).join("");
  let phonemes = "";
  const parts: Part[] = [];
  for (const { words, pause } of splitClauses(text)) {
    const plain = words.map((word) => spellAmounts(word).replace(new RegExp(`${PAUSES.source}+$`, "u"), "")).join(" ");
    const sounds = (await phonemize(plain, accent)).join(" ");
    const groups = adapt(sounds, accent).split(/\s+/).map(keep).filter(Boolean);
    if (phonemes && groups.length > 0) phonemes += " ";
    parts.push(...placeWords(words, groups, phonemes.length));
    phonemes += groups.join(" ") + keep(pause);
  }
  return { text: phonemes, parts };
}

/**
 * Returns the position of each word's phonemes. Groups are words as spoken: some words are spoken as one ("out of"),
 * some as several ("20%"). Then the phonemes are divided by number of letters.
 */
function placeWords(words: readonly string[], groups: readonly string[], start: number): Part[] {
  const length = groups.join(" ").length;
  if (groups.length === words.length) {
    let at = start;
    return words.map((word, i) => {
      const from = at;
      at += groups[i]!.length + 1;
      return { word, from, to: at - 1 };
    });
  }
  const total = words.reduce((sum, word) => sum + measureWord(word), 0);
  let spokenLength = 0;
  return words.map((word) => {
    const from = start + Math.round((spokenLength / total) * length);
    spokenLength += measureWord(word);
    return { word, from, to: start + Math.round((spokenLength / total) * length) };
  });
}
