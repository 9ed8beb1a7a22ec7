/** Splits a prompt into parts for the viewer and parts for the maker of the video. */
import { readFileSync } from "node:fs";
import { hasDay, isCompared, isContact, readCard } from "../storyboard/cards";
import { isPlace } from "../storyboard/places";
import { trimEnd } from "../storyboard/text";
import { cleanPrompt } from "./clean";
import { type Features, readFeatures } from "./features";
import { findDirections, findLabels, type Role } from "./headings";
import { labelPrompt, type WordLabel } from "./label";
import { isShown, type Label } from "./network";
import { unpackWeights } from "./weights";
import weightsFile from "./weights.bin" with { type: "file" };
import type { Word } from "./words";

export type { Role } from "./headings";
export { isShown, type Label } from "./network";

/** Consecutive words of a prompt with one use. */
export interface Part {
  label: Label;
  /** Its text without syntax. */
  text: string;
  /** Where it stands in the prompt. Parts follow each other without a gap. */
  start: number;
  end: number;
  /** False for a part that is shown although it may be an instruction. */
  certain: boolean;
  /** What a heading announces. */
  role?: Role;
  /** Seconds from the start, of a heading such as "[3–7s]". */
  span?: { from: number; to: number };
}

/** A color as hex, unlike a hashtag such as #facade. */
const COLOR_CODE = /^#(?=.*\d|.*([a-f])\1\1)[0-9a-f]{6}$/i;

/** True for a color, and for what leads to it, joins it to the next one or ends its sentence: "Colors: #0f172a and #ffffff." */
function isColor(words: readonly Word[], at: number): boolean {
  const isCode = (i: number) => words[i]?.text.startsWith("#") === true && COLOR_CODE.test(words[i].text);
  const isLead = (i: number) => /^[:：]$/u.test(words[i]?.text ?? "") && isCode(i + 1);
  if (isCode(at) || isLead(at) || isLead(at + 1)) return true;
  return isCode(at - 1) && (isCode(at + 1) || words[at]!.kind === "mark");
}

let loaded: ReturnType<typeof unpackWeights> | undefined;
/** Weights are unpacked once; they take 4 MB of memory. */
const getWeights = () => (loaded ??= unpackWeights(readFileSync(weightsFile)));

/** A part is shown without a remark if its words are for the viewer at least this likely, on average. */
const CERTAIN = 0.62;
/** A part is only taken for an instruction if its words are for the viewer at most this likely; less within a clause. */
const DOUBT = { clause: 0.34, words: 0.3 } as const;

/** Returns the parts of a prompt, in order. Their places cover the prompt. */
export function readParts(prompt: string): Part[] {
  const { text, places } = cleanPrompt(prompt);
  const features = readFeatures(text);
  const { words, sentences, gaps } = features;
  if (words.length === 0) return [];
  const found = labelPrompt(getWeights(), features);
  const roles = applyHeadings(text, features, found);
  applyFacts(text, features, found, roles);
  applyDirections(text, features, found, roles);
  applyNeighbours(text, features, found, roles);
  for (const [at, word] of words.entries()) {
    if (!features.quoted[at] && isColor(words, at)) {
      found[at] = { label: "style", shown: 0 };
      continue;
    }
    // Quoted text is shown, and so is an address in an instruction.
    const isAddress = word.kind === "address" && ["format", "request", "style", "heading"].includes(found[at]!.label);
    const isQuoted = features.quoted[at] && !isShown(found[at]!.label);
    if (isAddress || isQuoted) found[at] = { label: "viewer", shown: 1 };
  }
  const parts: Part[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    const { label } = found[from]!;
    const continues = (at: number) =>
      found[at]!.label === label &&
      sentences[at] === sentences[from] &&
      roles[at] === roles[from] &&
      Boolean(features.quoted[at]) === Boolean(features.quoted[from]);
    while (to < words.length && continues(to)) to++;
    const shown = found.slice(from, to).reduce((sum, one) => sum + one.shown, 0) / (to - from);
    const isFixed = roles[from] !== undefined;
    const isWhole = (from === 0 || gaps[from] !== "space") && (to === words.length || gaps[to] !== "space");
    const isPiece = !isWhole && (label === "negative" || label === "style");
    const isDoubtful = !isFixed && !isPiece && !isShown(label) && shown > (isWhole ? DOUBT.clause : DOUBT.words);
    parts.push({
      label: isDoubtful ? "viewer" : label,
      text: text.slice(words[from]!.start, words[to]?.start ?? text.length),
      start: places[words[from]!.start]!,
      end: prompt.length,
      certain: isFixed || (isShown(label) ? shown >= CERTAIN : !isDoubtful),
      ...(roles[from] ? roles[from] : {}),
    });
    from = to;
  }
  parts[0]!.start = 0;
  for (const [at, part] of parts.entries()) part.end = parts[at + 1]?.start ?? prompt.length;
  return parts;
}

/** A credit has up to this many words, with their marks. */
const LONGEST_CREDIT = 8;
/** Words of a label before its colon. */
const LONGEST_LABEL = 3;
/** Words within a sentence for the viewer that may be wrong: "(m/w/d) for". */
const LONGEST_GAP = 6;

/**
 * Corrects what the words around contradict: a heading in the first line that no colon follows is the subject, a dash
 * after a quotation begins a credit, "Say that" is for the maker, and a few words within a sentence for the viewer are for the
 * viewer.
 */
function applyNeighbours(
  text: string,
  { words, sentences, quoted }: Features,
  found: WordLabel[],
  roles: ReturnType<typeof applyHeadings>,
): void {
  const set = (from: number, to: number, label: Label) => {
    for (let at = from; at < to; at++) if (roles[at] === undefined) found[at] = { label, shown: 1 };
  };
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && sentences[to] === sentences[from]) to++;
    const own = found.slice(from, to);
    const { start: opening } = words[from]!;
    const [order = ""] = reported.exec(text.slice(opening, opening + LONGEST_REPORTED)) ?? [];
    for (let at = from; at < to && words[at]!.end < opening + order.length; at++)
      if (roles[at] === undefined && !quoted[at]) found[at] = { label: "request", shown: 0 };
    // "Level: beginner" is for whom the facts around it are.
    const first = words.slice(from, Math.min(to, from + LONGEST_LABEL + 1));
    const colon = from + first.findIndex(({ text }) => /^[:：]$/u.test(text));
    const isLead = colon > from && to - colon > 1;
    const isLabel = (at: number) => ["audience", "length"].includes(found[at]!.label);
    if (isLead && isLabel(from) && found.slice(colon + 1, to).every(({ label }) => label === "viewer"))
      set(from, colon + 1, "viewer");
    const isTitle = from === 0 && own.every(({ label }, at) => label === "heading" && roles[at] === undefined);
    if (isTitle && !/^[:：]$/u.test(words[to - 1]!.text)) set(from, to, "viewer");
    for (let at = Math.max(1, from); at < to; at++)
      if (quoted[at - 1] === 2 && /^[–—―-]$/u.test(words[at]!.text) && to - at <= LONGEST_CREDIT) set(at, to, "credit");
    for (let start = from; start < to; ) {
      let end = start + 1;
      while (end < to && isShown(found[end]!.label) === isShown(found[start]!.label)) end++;
      const isInside =
        !isShown(found[start]!.label) &&
        end - start <= LONGEST_GAP &&
        [start - 1, end].every((at) => at >= from && at < to && found[at]!.label === "viewer" && !quoted[at]) &&
        found.slice(start, end).every(({ label }) => label === "request" || label === "heading" || label === "shot");
      if (isInside) set(start, end, "viewer");
      start = end;
    }
    from = to;
  }
}

/** Begins what the maker is to say: "Say that we deliver". */
const reported =
  /^(?:(?:say|mention|announce|tell (?:people|them|everyone)|let (?:people|them|everyone) know) that|(?:sagt?|sage|erwähnt?|erwähne|schreib)(?: bitte)?,? dass|(?:dis|dites|mentionnez?) que|(?:di|diga|menciona) que|(?:diz|diga|fala|mencione) que|(?:di|dì|di'|menziona) che|(?:zeg|vermeld) dat|(?:powiedz|napisz),? że|(?:скажи|скажите|напиши|напишите),? что|(?:скажи|скажіть|напиши|напишіть),? що)\s/iu;
const LONGEST_REPORTED = 40;

/** Sentences of nothing but facts are for the viewer: contacts, ratings, prices, figures, comparisons; and so are dates. */
function applyFacts(
  text: string,
  { words, sentences }: Features,
  found: WordLabel[],
  roles: ReturnType<typeof applyHeadings>,
): void {
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && sentences[to] === sentences[from]) to++;
    const isOpen = (at: number) => !isShown(found[at]!.label) && roles[at] === undefined;
    const own = Array.from({ length: to - from }, (_, i) => from + i).filter(isOpen);
    if (own.length > 0) {
      const sentence = text.slice(words[from]!.start, words[to]?.start ?? text.length).trim();
      // "Only until 12 March" is no length of the video.
      const lengths = own.filter((at) => found[at]!.label === "length");
      const shown = isFact(sentence) ? own : lengths.length > 0 && hasDay(sentence) ? lengths : [];
      for (const at of shown) found[at] = { label: "viewer", shown: 1 };
    }
    from = to;
  }
}

/** A URL may be an example for the maker, a phone number is for the viewer: "Call 0161 496 0321". */
const endsWithPhone = /\p{Nd}[\p{Nd}\s()./+-]{5,}\p{Nd}\P{L}*$/u;

/** "15 s, 9:16" is a length and a format; hours are a range, or have a day. */
const isPlaced = (sentence: string): boolean =>
  sentence.split(/,\s|\n/u).some((piece) => isPlace(piece) || /\p{Nd}\s?[-–—]\s?\p{Nd}/u.test(piece) || hasDay(piece));

function isFact(sentence: string): boolean {
  const card = readCard(sentence);
  if (card) return card.kind !== "place" || isPlaced(sentence);
  if (endsWithPhone.test(sentence) && isContact(trimEnd(sentence))) return true;
  const colon = sentence.indexOf(":");
  return colon > 0 && isCompared(sentence.slice(0, colon));
}

/** A script has more times than this. */
const SCRIPT_TIMES = 3;

/**
 * Sentences in square brackets are for the maker. In a script with times, everything else is for the viewer, even
 * "Begin with one thing".
 */
function applyDirections(
  text: string,
  { words }: Features,
  found: WordLabel[],
  roles: ReturnType<typeof applyHeadings>,
): void {
  const directions = findDirections(text);
  const isScript = directions.length > 0 && new Set(roles.map((role) => role?.span?.from)).size > SCRIPT_TIMES;
  let next = 0;
  for (const [at, { start, end }] of words.entries()) {
    while (directions[next] && directions[next]!.end <= start) next++;
    const isDirected =
      directions[next] !== undefined && start >= directions[next]!.start && end <= directions[next]!.end;
    if (isDirected && roles[at] === undefined) found[at] = { label: "format", shown: 0 };
    else if (isScript && roles[at] === undefined) found[at] = { label: "viewer", shown: 1 };
  }
}

/** Marks labels such as "Hook:", "Scene 2:" and "[0–3s]" as headings, whatever the network says. */
function applyHeadings(
  text: string,
  { words }: Features,
  found: WordLabel[],
): (Pick<Part, "role" | "span"> | undefined)[] {
  const roles: (Pick<Part, "role" | "span"> | undefined)[] = words.map(() => undefined);
  let at = 0;
  for (const { start, end, role, span } of findLabels(text)) {
    const own = { role, ...(span ? { span } : {}) };
    while (at < words.length && words[at]!.start < start) at++;
    for (; at < words.length && words[at]!.start < end; at++) {
      roles[at] = own;
      found[at] = { label: "heading", shown: 0 };
    }
  }
  return roles;
}
