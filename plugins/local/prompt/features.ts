/** Features of the words of a prompt: letters, form and place. */
import { endsAt } from "../storyboard/text";
import { hashEvenly, toKey } from "./meanings";
import { splitWords, type Word } from "./words";

const ROW_BITS = 17;
/** Number of rows in the table of letter groups. */
export const ROWS = 1 << ROW_BITS;

/** Maximum number of words that the network reads: more than a prompt of prose has. Further words are shown. */
export const MOST_WORDS = 1500;

/** Forms and places of a word that have a weight of their own. */
export const traits = [
  "number",
  "address",
  "emoji",
  "mark",
  "capital",
  "capitals",
  "lower",
  "price",
  "quoted",
  "quote",
  "bracketed",
  "lineStart",
  "blankLine",
  "sentenceStart",
  "clauseStart",
  "beforeColon",
  "asks",
  "exclaims",
  "bullet",
  "firstSentence",
  "lastSentence",
  "onlySentence",
  "shortClause",
  "longClause",
  "labelled",
  "hasPrice",
  "hasAddress",
  "manyLines",
] as const;
const traitAt = Object.fromEntries(traits.map((trait, at) => [trait, at])) as Record<(typeof traits)[number], number>;

/** Input of the network. */
export interface Features {
  words: Word[];
  /** Per word that the network reads, the rows of its letter groups. Equal words share them. */
  rows: Uint32Array[];
  /** Per word that the network reads, the hash by which its meaning is found. */
  keys: Uint32Array;
  /** Per word that the network reads, its traits. Words with the same ones share them. */
  traits: Uint8Array[];
  /** Per word, the number of its clause. */
  clauses: Uint16Array;
  /** Per word, the number of its sentence. */
  sentences: Uint16Array;
  /** Per word, what separates it from the word before. */
  gaps: Gap[];
  /** Per word, 1 within quotation marks, 2 for the closing mark. */
  quoted: Uint8Array;
}

export type Gap = "space" | "comma" | "stop" | "quote";

/** Returns the row of a letter group. */
const toRow = (group: string): number => hashEvenly(group) >>> (32 - ROW_BITS);

/** "Merciii" is "merci". */
const repeated = /(\p{L})\1{2,}/gu;

/** What the network needs of a word, wherever it stands. */
interface WordInput {
  rows: Uint32Array;
  key: number;
}
const cache = new Map<string, WordInput>();
const MOST_CACHED = 20_000;

/** Returns the rows of a word and of its groups of three to five letters, and the hash of its meaning. */
function toInput({ text, kind }: Word): WordInput {
  const known = cache.get(text);
  if (known) return known;
  const plain =
    kind === "number" ? text.replace(/\p{Nd}/gu, "0") : text.toLowerCase().normalize("NFKC").replace(repeated, "$1");
  const groups = [`=${plain}`];
  if (kind === "word") {
    const letters = [..."<", ...plain.slice(0, 40), ">"];
    for (let size = 3; size <= 5; size++)
      for (let at = 0; at + size <= letters.length; at++) groups.push(letters.slice(at, at + size).join(""));
    if (letters.length <= 4) for (const letter of letters.slice(1, -1)) groups.push(`.${letter}`);
  }
  const key = kind === "word" ? toKey(text.replace(repeated, "$1")) : 0;
  const input = { rows: Uint32Array.from(groups, toRow), key };
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(text, input);
  return input;
}

const stops = /^[.!?…。！？।؟;；｡]$/u;
/** Korean laughter and tears, which end a sentence: 만들어주세요 ㅎㅎ */
const laughter = /^[ㅋㅎㅠㅜ]{2,}$/u;
const commas = /^[,،、，:：()[\]（）【】|•–—→·*]$/u;
/** An apostrophe opens a quotation before a word; in "lads' night" it does not. */
const opensQuote = (text: string, at: number): boolean =>
  /^$|[\s([:：]/u.test(text.slice(Math.max(0, at - 1), at)) &&
  /\S/u.test(text[at + 1] ?? "") &&
  /\S['’‘]/u.test(text.slice(at + 1, at + 240));

/** Hebrew writes a quotation mark within abbreviations: ש"ח. */
const isWithinWord = (text: string, at: number): boolean =>
  /^\p{Script=Hebrew}["״”]\p{Script=Hebrew}$/u.test(text.slice(Math.max(0, at - 1), at + 2));

/** True if the mark ends a sentence: not in "1. Mix", "Dr. Lee" or "Hauptstr. 5". */
function endsSentence(text: string, words: readonly Word[], at: number): boolean {
  const { text: mark, start, end } = words[at]!;
  if (mark !== ".") return true;
  const before = words[at - 1];
  const first = words[at - 2];
  const opensLine = !first || before!.breaks > 0 || stops.test(first.text) || commas.test(first.text);
  if (before?.kind === "number" && /^\p{Nd}{1,2}$/u.test(before.text) && opensLine) return false;
  return endsAt(text, start, end);
}

/** Computes the input of the network. */
export function readFeatures(text: string): Features {
  const words = splitWords(text);
  const count = words.length;
  const clauses = new Uint16Array(count);
  const sentences = new Uint16Array(count);
  const gaps: Gap[] = [];
  const quoted = new Uint8Array(count);
  const bracketed = new Uint8Array(count);
  let clause = 0;
  let sentence = 0;
  /** What opened the quotation. Only a mark of its kind closes it: "You'll love the beginners' class". */
  let opener: "" | "single" | "double" = "";
  let depth = 0;
  for (let at = 0; at < count; at++) {
    const word = words[at]!;
    const before = words[at - 1];
    const isDouble: boolean = opener !== "single" && /^["“”„«»「『」』]$/u.test(word.text);
    const isSingle: boolean =
      opener !== "double" &&
      /^['‘’‚]$/u.test(word.text) &&
      (opener === "single" ? word.start === before?.end : opensQuote(text, word.start));
    const isQuote = word.kind === "mark" && !isWithinWord(text, word.start) && (isDouble || isSingle);
    let gap: Gap = "space";
    if (before) {
      const isApart = word.start > before.end || word.kind !== "mark";
      if (
        word.breaks > 0 ||
        laughter.test(before.text) ||
        (stops.test(before.text) &&
          isApart &&
          // "v3.2"
          !(word.kind === "number" && word.start === before.end) &&
          !stops.test(word.text) &&
          !(word.start === before.end && quoted[at - 1] && isQuote) &&
          endsSentence(text, words, at - 1))
      )
        gap = "stop";
      else if (stops.test(before.text) && /^\p{Nd}{1,2}$/u.test(words[at - 2]?.text ?? "")) gap = "comma";
      else if (commas.test(before.text) || (word.kind === "mark" && /^[([（【•–—|→·]$/u.test(word.text))) gap = "comma";
      else if (before.kind === "emoji" && word.kind !== "emoji" && word.kind !== "mark") gap = "comma";
    }
    if (isQuote) {
      if (opener === "" && gap !== "stop") gap = "quote";
      opener = opener === "" ? (isDouble ? "double" : "single") : "";
    } else if (before && quoted[at - 1] === 2 && gap === "space") gap = "quote";
    quoted[at] = opener !== "" ? 1 : isQuote ? 2 : 0;
    if (word.kind === "mark" && /[([（【]/u.test(word.text)) depth++;
    bracketed[at] = depth > 0 ? 1 : 0;
    if (word.kind === "mark" && /[)\]）】]/u.test(word.text)) depth = Math.max(0, depth - 1);
    if (word.breaks > 0) {
      if (!isQuote) opener = "";
      depth = 0;
    }
    if (at > 0 && gap !== "space") clause++;
    if (at > 0 && gap === "stop") sentence++;
    clauses[at] = clause;
    sentences[at] = sentence;
    gaps.push(gap);
  }
  const places = { words, clauses, sentences, gaps, quoted };
  const inputs = words.slice(0, MOST_WORDS).map(toInput);
  return {
    ...places,
    rows: inputs.map(({ rows }) => rows),
    keys: Uint32Array.from(inputs, ({ key }) => key),
    traits: findTraits(places, bracketed),
  };
}

/** Returns the traits of each word that the network reads. */
function findTraits(
  { words, clauses, sentences, gaps, quoted }: Omit<Features, "rows" | "keys" | "traits">,
  bracketed: Uint8Array,
): Uint8Array[] {
  const clauseCount = (clauses.at(-1) ?? 0) + 1;
  const sentenceCount = (sentences.at(-1) ?? 0) + 1;
  const sizes = new Uint16Array(clauseCount);
  const ends: (Word | undefined)[] = [];
  const prices = new Uint8Array(sentenceCount);
  const addresses = new Uint8Array(sentenceCount);
  const sentenceEnds: (Word | undefined)[] = [];
  const labelled = new Uint8Array(sentenceCount);
  const bullets = new Uint8Array(sentenceCount);
  let lead = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    sizes[clauses[at]!]!++;
    ends[clauses[at]!] = word;
    sentenceEnds[sentences[at]!] = word;
    if (/^\p{Sc}$/u.test(word.text)) prices[sentences[at]!] = 1;
    if (word.kind === "address") addresses[sentences[at]!] = 1;
    const isFirst = at === 0 || sentences[at] !== sentences[at - 1];
    if (isFirst) lead = clauses[at]!;
    if (isFirst && (word.kind === "emoji" || /^[-*•●▪–·✓>]$/u.test(word.text))) bullets[sentences[at]!] = 1;
    if (/^[:：]$/u.test(word.text) && clauses[at] === lead) labelled[sentences[at]!] = 1;
  }
  const manyLines = words.filter(({ breaks }) => breaks > 0).length > 2;
  const sets = new Map<number, Uint8Array>();
  const isCurrency = words.map(({ text }) => /\p{Sc}/u.test(text));
  return words.slice(0, MOST_WORDS).map((word, at) => {
    const own: number[] = [];
    const { text: letters, kind } = word;
    if (kind !== "word") own.push(traitAt[kind]);
    else if (letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
      own.push(traitAt.capitals);
    else if (/^\p{Lu}/u.test(letters)) own.push(traitAt.capital);
    else own.push(traitAt.lower);
    if (isCurrency[at - 1] || isCurrency[at] || isCurrency[at + 1]) own.push(traitAt.price);
    if (quoted[at] !== 0) own.push(traitAt.quoted);
    if (gaps[at] === "quote") own.push(traitAt.quote);
    if (bracketed[at]) own.push(traitAt.bracketed);
    if (word.breaks > 0 || at === 0) own.push(traitAt.lineStart);
    if (word.breaks > 1) own.push(traitAt.blankLine);
    if (at === 0 || sentences[at] !== sentences[at - 1]) own.push(traitAt.sentenceStart);
    if (at === 0 || clauses[at] !== clauses[at - 1]) own.push(traitAt.clauseStart);
    if (/^[:：]$/u.test(ends[clauses[at]!]?.text ?? "")) own.push(traitAt.beforeColon);
    const end = sentenceEnds[sentences[at]!]?.text ?? "";
    if (/^[?？؟]$/u.test(end)) own.push(traitAt.asks);
    if (/^[!！]$/u.test(end)) own.push(traitAt.exclaims);
    if (bullets[sentences[at]!]) own.push(traitAt.bullet);
    if (sentences[at] === 0) own.push(traitAt.firstSentence);
    if (sentences[at] === sentenceCount - 1) own.push(traitAt.lastSentence);
    if (sentenceCount === 1) own.push(traitAt.onlySentence);
    if (sizes[clauses[at]!]! <= 3) own.push(traitAt.shortClause);
    if (sizes[clauses[at]!]! > 12) own.push(traitAt.longClause);
    if (labelled[sentences[at]!]) own.push(traitAt.labelled);
    if (prices[sentences[at]!]) own.push(traitAt.hasPrice);
    if (addresses[sentences[at]!]) own.push(traitAt.hasAddress);
    if (manyLines) own.push(traitAt.manyLines);
    const key = own.reduce((bits, trait) => bits | (1 << trait), 0);
    const set = sets.get(key) ?? new Uint8Array(own);
    sets.set(key, set);
    return set;
  });
}
