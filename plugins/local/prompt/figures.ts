/** Facts, figures, lengths and colors. */
import { hasDay, isCompared, isContact, readCard } from "../storyboard/cards";
import { isPlace } from "../storyboard/places";
import { trimEnd } from "../storyboard/text";
import { isShown } from "./network";
import { type Range, type Reading, setLabel } from "./reading";
import { isColon, type Word } from "./words";

/** Words that are less likely for the viewer are surely for the maker: "No prices on the last slide". */
const LEAST_SHOWN = 0.03;

/** Sentences of nothing but facts are for the viewer: contacts, ratings, prices, figures, comparisons; and so are dates. */
export function showFacts(reading: Reading, { from, to }: Range, isFact: (sentence: string) => boolean): void {
  const { text, words, found, headings, clauses } = reading;
  const isOpen = (at: number) =>
    !isShown(found[at]!.label) && found[at]!.shown > LEAST_SHOWN && headings[at] === undefined;
  const own = Array.from({ length: to - from }, (_, i) => from + i).filter(isOpen);
  if (own.length === 0) return;
  const sentence = text.slice(words[from]!.start, words[to]?.start ?? text.length).trim();
  // "Only until 12 March" is no length of the video.
  const lengths = own.filter((at) => found[at]!.label === "length");
  const readClause = (clause: number) => {
    const own = words.slice(from, to).filter((_, i) => clauses[from + i] === clause);
    return own.map((word) => word.text).join(" ");
  };
  const dated = new Set([...new Set(lengths.map((at) => clauses[at]!))].filter((one) => hasDay(readClause(one))));
  const shown = isFact(sentence) ? own : lengths.filter((at) => dated.has(clauses[at]!));
  for (const at of shown) found[at] = { label: "viewer", shown: 1 };
}

/** A URL may be an example for the maker, a phone number is for the viewer: "Call 0161 496 0321". */
const endsWithPhone = /\p{Nd}[\p{Nd}\s()./+-]{5,}\p{Nd}\P{L}*$/u;

/** "15 s, 9:16" is a length and a format; hours are a range, or have a day. */
const isPlaced = (sentence: string): boolean =>
  sentence.split(/,\s|\n/u).some((piece) => isPlace(piece) || /\p{Nd}\s?[-–—]\s?\p{Nd}/u.test(piece) || hasDay(piece));

/** Sentences that are checked for facts. A video shows fewer, and a prompt could have a thousand. */
const MOST_CHECKED = 120;

/** Returns a check that reads each sentence once, however often it is repeated. */
export function createFactCheck(): (sentence: string) => boolean {
  const known = new Map<string, boolean>();
  return (sentence) => {
    const fact = known.get(sentence) ?? (known.size < MOST_CHECKED && readFact(sentence));
    known.set(sentence, fact);
    return fact;
  };
}

function readFact(sentence: string): boolean {
  const card = readCard(sentence);
  if (card) return card.kind !== "place" || isPlaced(sentence);
  if (endsWithPhone.test(sentence) && isContact(trimEnd(sentence))) return true;
  const colon = sentence.indexOf(":");
  return colon > 0 && isCompared(sentence.slice(0, colon));
}

/** The unit of a length. */
export const second =
  /^(?:s|secs?|seconds?|sek|sekund\p{L}*|sekunti\p{L}*|secondes?|second[io]|seconden?|segundos?|seg|secunde|секунд\p{L}*|сек|saniye|ثاني\p{L}*|ثوان\p{L}*|שניות|सेकंड|秒|초|วินาที|giây|detik|δευτερόλεπτα)$/iu;
/** Words of "ideally no more than 15 seconds". */
const LONGEST_LENGTH = 8;

/** Begins an order to wait between a question and its answer. */
const waiting = /^(?:wait|pause|hold|warte|warten|attends|attendre|espera|aspetta|wacht|vänta|czekaj|подожди|пауза)$/iu;

/** Seconds within or behind words for the maker are the length of the video: "a reel of 15 s for …", "calm, at most 20 seconds". */
export function hideSeconds(reading: Reading, { from, to }: Range): void {
  const { words, found, quoted, headings, clauses } = reading;
  const isOpen = (at: number) => isShown(found[at]!.label) && !quoted[at] && headings[at] === undefined;
  const isHidden = (at: number) => at >= from && at < to && !isShown(found[at]!.label) && headings[at] === undefined;
  for (let at = from; at < to; at++) {
    if (words[at]!.kind !== "number" || !isOpen(at)) continue;
    const isSeconds = /\p{Nd}s$/iu.test(words[at]!.text) || second.test(words[at + 1]?.text ?? "");
    if (!isSeconds) continue;
    let [start, end] = [at, at + 1];
    while (start > from && isOpen(start - 1) && clauses[start - 1] === clauses[at]) start--;
    while (end < to && isOpen(end) && clauses[end] === clauses[at]) end++;
    const isPause = words[start - 1]?.text === "?" && waiting.test(words[start]!.text);
    if (isPause) setLabel(reading, { from: start, to: end }, "length");
    const isAlone = start >= at - 1 && end <= at + 2 && isHidden(end);
    const isClause = end - start <= LONGEST_LENGTH && (end === to || clauses[end] !== clauses[at]);
    if (isHidden(start - 1) && (isAlone || isClause)) setLabel(reading, { from: start, to: end }, "length");
  }
}

/** The shape of a picture. */
const ratio = /^(?:9:16|16:9|1:1|4:5|4:3|3:4|2:3)$/u;

/** A ratio that is a clause of its own is the format: "Instagram story for our shop. 9:16." */
export function hideRatios(reading: Reading): void {
  const { words, quoted, gaps } = reading;
  const ends = (at: number) => at === words.length || gaps[at] !== "space";
  for (const [at, { text }] of words.entries()) {
    const next = words[at + 1]?.kind === "mark" ? at + 2 : at + 1;
    const isClause = (at === 0 || ends(at)) && ends(next);
    if (isClause && ratio.test(text) && !quoted[at]) setLabel(reading, { from: at, to: next }, "format");
  }
}

/** A color as hex, unlike a hashtag such as #facade. */
const COLOR_CODE = /^#(?=.*\d|.*([a-f])\1\1)[0-9a-f]{6}$/i;

/** True for a color, and for what leads to it, joins it to the next one or ends its sentence: "Colors: #0f172a and #ffffff." */
function isColor(words: readonly Word[], at: number): boolean {
  const isCode = (i: number) => words[i]?.text.startsWith("#") === true && COLOR_CODE.test(words[i].text);
  const isLead = (i: number) => isColon(words[i]) && isCode(i + 1);
  if (isCode(at) || isLead(at) || isLead(at + 1)) return true;
  return isCode(at - 1) && (isCode(at + 1) || words[at]!.kind === "mark");
}

export function markColors({ words, found, quoted }: Reading): void {
  for (const at of words.keys()) if (!quoted[at] && isColor(words, at)) found[at] = { label: "style", shown: 0 };
}
