/** Gives letter groups their first vectors from what words mean, so that an unknown form of a known word begins like it. */
import { readFileSync } from "node:fs";
import { readFeatures } from "#plugins/local/prompt/features";
import { findMeaning, type Meanings, toKey } from "#plugins/local/prompt/meanings";
import { SIZES } from "#plugins/local/prompt/network";
import { readCorpus } from "./corpus";

const here = import.meta.dirname;
const model = `${here}/../../../plugins/embedder/model`;

/** Words per language, the most frequent ones, and twice as many in English. */
const WORDS = 3000;
/** More words share more rows of the table, and blur each other. */
const FORMS = 2;
const PASSES = 10;
const RATE = 0.5;
/** Length of the vector of a word. */
const LENGTH = 0.6;

interface Data {
  pieces: string[];
  languages: Record<string, { rows: string[]; listed: number }>;
}

/** Lists frequent words of all languages, and those of the corpus. */
function listWords(): string[] {
  const { pieces, languages } = JSON.parse(readFileSync(`${model}/languages.json`, "utf8")) as Data;
  const skip = new Set(pieces);
  const english = readFileSync(`${model}/vocabulary.txt`, "utf8")
    .split("\n")
    .filter((word) => /^\p{L}{2,}$/u.test(word) && !skip.has(word))
    .slice(0, 2 * WORDS);
  const encoded = Object.values(languages).flatMap(({ rows, listed }) =>
    rows.slice(0, Math.min(listed, WORDS)).flatMap((forms) => forms.split("|").slice(0, FORMS)),
  );
  const listed = readFileSync(`${here}/words.tsv`, "utf8").split(/[\t\n|]/u);
  const own = readCorpus(`${here}/train`)
    .flatMap(({ text }) => readFeatures(text).words)
    .filter(({ kind }) => kind === "word")
    .map(({ text }) => text.toLowerCase());
  return [...new Set([...english, ...encoded, ...listed, ...own])];
}

/** Fills the table of letter groups. */
export function fillLetters(table: Float32Array, known: Meanings): void {
  const V = SIZES.vector;
  const words = listWords().flatMap((word) => {
    const meaning = findMeaning(known, toKey(word));
    const groups = readFeatures(word).rows[0];
    if (!meaning || !groups) return [];
    // The first numbers of a meaning are its strongest.
    const first = meaning.slice(0, V);
    const length = Math.hypot(...first) || 1;
    return [{ groups, target: first.map((value) => (value * LENGTH) / length) }];
  });
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { groups, target } of words) {
      const root = Math.sqrt(groups.length);
      for (let i = 0; i < V; i++) {
        const sum = groups.reduce((total, row) => total + table[row * V + i]!, 0) / root;
        for (const row of groups) table[row * V + i]! += (RATE * (target[i]! - sum)) / root;
      }
    }
  }
}
