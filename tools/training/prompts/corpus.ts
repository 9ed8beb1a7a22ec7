/** Reads the labelled prompts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Label, labels } from "#plugins/local/prompt/network";

export interface Labelled {
  language: string;
  text: string;
  /** Consecutive pieces that cover the text. */
  pieces: { start: number; end: number; label: Label }[];
}

const letters: Record<string, Label> = {
  v: "viewer",
  t: "topic",
  c: "credit",
  r: "request",
  s: "style",
  l: "length",
  f: "format",
  a: "audience",
  n: "negative",
  m: "shot",
  h: "heading",
};
const tag = /\[([vtcrslfanmh])\]/g;

function parseLabelled(source: string, language: string): Labelled {
  const [lead, ...parts] = source.split(tag);
  if (lead?.trim() !== "") throw new Error(`${language}: a prompt must begin with a tag: ${source.slice(0, 60)}`);
  let text = "";
  const pieces: Labelled["pieces"] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const start = text.length;
    text += parts[at + 1];
    pieces.push({ start, end: text.length, label: letters[parts[at]!]! });
  }
  return { language, text, pieces };
}

/** Reads the labelled texts of a directory. Their language is the name of the file up to a hyphen. */
const readTexts = (directory: string, separator: RegExp): Labelled[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) =>
      readFileSync(join(directory, name), "utf8")
        .split(separator)
        .map((text) => text.trim())
        .filter(Boolean)
        .map((text) => parseLabelled(text, name.replace(/[-.].*$/, ""))),
    );

export const readCorpus = (directory: string): Labelled[] => readTexts(directory, /^---$/m);

/** Reads clauses that may be used in any prompt of their language, one per line. */
export const readClauses = (directory: string): Labelled[] => readTexts(directory, /\n/);

/** Returns the index of the label of each word. */
export function labelWords(prompt: Labelled, words: readonly { start: number; end: number }[]): Uint8Array {
  return Uint8Array.from(words, ({ start, end }) => {
    // Korean joins particles and "is" to the end of a word.
    const place = /\p{Script=Hangul}/u.test(prompt.text.slice(start, end)) ? start : (start + end) / 2;
    const piece = prompt.pieces.find((one) => place < one.end) ?? prompt.pieces.at(-1)!;
    return labels.indexOf(piece.label);
  });
}
