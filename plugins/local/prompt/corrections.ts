/** Corrects what the network says of words, by what is regular. Each rule is a function, and their order matters. */
import { isPlace } from "../storyboard/places";
import type { Features } from "./features";
import { createFactCheck, hideSeconds, markColors, showFacts, showFigures, showSeconds } from "./figures";
import {
  hideLabel,
  markDirections,
  markHeadings,
  markScenes,
  markShots,
  readValue,
  showBullets,
  showHeadline,
  showLabel,
  showSteps,
  showTitle,
} from "./lines";
import { isShown, type Label } from "./network";
import { hideConnectives, showQuoted } from "./quotations";
import { type Range, type Reading, setLabel } from "./reading";
import { showAsked, showBefore, showHowTo, showJoined, showMine, showTitled, trimSubject } from "./subjects";
import { hideBans, hideEnding, hideLead, hideSignature, markReported, showMentioned, showThanks } from "./talk";
import type { Word } from "./words";

/** Changes the labels of words that the network may have got wrong. */
export function correctLabels(reading: Reading): void {
  const sentences = listSentences(reading);
  markHeadings(reading);
  const isFact = createFactCheck();
  for (const sentence of sentences) showFacts(reading, sentence, isFact);
  markDirections(reading);
  markShots(reading);
  markScenes(reading);
  const hasSubject = reading.found.some(({ label }) => label === "topic");
  for (const sentence of sentences) {
    readValue(reading, sentence);
    markReported(reading, sentence);
    hideEnding(reading, sentence);
    hideBans(reading, sentence);
    showThanks(reading, sentence);
    showLabel(reading, sentence);
    hideLabel(reading, sentence);
    showTitle(reading, sentence);
    showHeadline(reading, sentence);
    showJoined(reading, sentence);
    showAsked(reading, sentence);
    showTitled(reading, sentence);
    if (!hasSubject) {
      showMine(reading, sentence);
      showBefore(reading, sentence);
      showHowTo(reading, sentence);
    }
    trimSubject(reading, sentence);
    showNamed(reading, sentence);
    markCredit(reading, sentence);
    showGaps(reading, sentence);
    joinHyphens(reading, sentence);
    showFigures(reading, sentence);
    hideLead(reading, sentence);
    showSeconds(reading, sentence);
    hideSeconds(reading, sentence);
    showMentioned(reading, sentence);
  }
  showSteps(reading, sentences);
  showBullets(reading, sentences);
  hideSignature(reading, sentences);
  showQuoted(reading);
  hideConnectives(reading);
  markColors(reading);
}

function listSentences({ words, sentences }: Features): Range[] {
  const starts = words.flatMap((_, at) => (at === 0 || sentences[at] !== sentences[at - 1] ? [at] : []));
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? words.length }));
}

/** A name before an address has up to this many words. */
const LONGEST_NAME = 5;
const isCapital = ({ text, kind }: Word): boolean => kind === "number" || /^[\p{Lu}&+]/u.test(text);

/** "Radhaus Süd, Basler Str. 12" is a name with its address. */
function showNamed(reading: Reading, { from, to }: Range): void {
  const { text, words, found } = reading;
  const comma = from + words.slice(from, Math.min(to, from + LONGEST_NAME + 1)).findIndex((word) => word.text === ",");
  if (comma <= from || comma + 1 >= to || !words.slice(from, comma).every(isCapital)) return;
  if (!found.slice(comma + 1, to).every(({ label }) => label === "viewer")) return;
  // "Konveksi Benang Rapi, Sukoharjo" on a line of its own
  const isLine = words[from]!.breaks > 0 && comma - from > 1 && words.slice(comma + 1, to).every(isCapital);
  if (isLine) setLabel(reading, { from, to: comma + 1 }, "viewer");
  const place = text.slice(words[comma + 1]!.start, words[to - 1]!.end).replace(/\.$/u, "");
  if (isPlace(place)) setLabel(reading, { from, to: comma + 1 }, "viewer");
}

/** "3-bedroom" has one use, although it is three words. */
function joinHyphens(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  for (let at = from + 1; at + 1 < to; at++) {
    const [before, own, next] = [words[at - 1]!, words[at]!, words[at + 1]!];
    const { label } = found[at + 1]!;
    const isWithin = own.text === "-" && own.start === before.end && next.start === own.end;
    if (isWithin && isShown(label)) setLabel(reading, { from: at - 1, to: at + 1 }, label);
  }
}

/** A credit has up to this many words, with their marks. */
const LONGEST_CREDIT = 8;

/** A dash after a quotation begins a credit. */
function markCredit(reading: Reading, { from, to }: Range): void {
  const { words, quoted } = reading;
  for (let at = Math.max(1, from, to - LONGEST_CREDIT); at < to; at++)
    if (quoted[at - 1] === 2 && /^[–—―-]$/u.test(words[at]!.text)) setLabel(reading, { from: at, to }, "credit");
}

/** Words within a sentence for the viewer that may be wrong: "(m/w/d) for". */
const LONGEST_GAP = 6;
const mistaken: ReadonlySet<Label> = new Set(["request", "heading", "shot"]);

/** A few words within a sentence for the viewer are for the viewer. */
function showGaps(reading: Reading, { from, to }: Range): void {
  const { found, quoted } = reading;
  const isOutside = (at: number) => at >= from && at < to && found[at]!.label === "viewer" && !quoted[at];
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && isShown(found[end]!.label) === isShown(found[start]!.label)) end++;
    const isInside = end - start <= LONGEST_GAP && isOutside(start - 1) && isOutside(end);
    if (isInside && found.slice(start, end).every(({ label }) => mistaken.has(label)))
      setLabel(reading, { from: start, to: end }, "viewer");
    start = end;
  }
}
