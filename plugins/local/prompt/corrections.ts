/** Corrects what the network says of words, by what is regular: labels, facts, brackets, neighbors, colors and quotations. */
import { hasDay, isCompared, isContact, readCard } from "../storyboard/cards";
import { isPlace } from "../storyboard/places";
import { trimEnd } from "../storyboard/text";
import type { Features } from "./features";
import { findDirections, findLabels } from "./headings";
import { averageShown, CERTAIN } from "./label";
import { isShown, type Label } from "./network";
import { showQuoted } from "./quotations";
import { type Range, type Reading, setLabel } from "./reading";
import { isName, showAsked, showJoined, showTitled, trimSubject } from "./subjects";
import type { Word } from "./words";

/** Changes the labels of words that the network may have got wrong. */
export function correctLabels(reading: Reading): void {
  const sentences = listSentences(reading);
  markHeadings(reading);
  const isFact = createFactCheck();
  for (const sentence of sentences) showFacts(reading, sentence, isFact);
  markDirections(reading);
  markShots(reading);
  for (const sentence of sentences) {
    readValue(reading, sentence);
    markReported(reading, sentence);
    hideEnding(reading, sentence);
    showThanks(reading, sentence);
    showLabel(reading, sentence);
    hideLabel(reading, sentence);
    showTitle(reading, sentence);
    showHeadline(reading, sentence);
    showJoined(reading, sentence);
    showAsked(reading, sentence);
    showTitled(reading, sentence);
    trimSubject(reading, sentence);
    showNamed(reading, sentence);
    markCredit(reading, sentence);
    showGaps(reading, sentence);
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
  markColors(reading);
}

function listSentences({ words, sentences }: Features): Range[] {
  const starts = words.flatMap((_, at) => (at === 0 || sentences[at] !== sentences[at - 1] ? [at] : []));
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? words.length }));
}

/** Marks labels such as "Hook:", "Scene 2:" and "[0–3s]" as headings, whatever the network says. */
function markHeadings({ text, words, found, headings }: Reading): void {
  let at = 0;
  for (const { start, end, role, span } of findLabels(text)) {
    const own = { role, span };
    while (at < words.length && words[at]!.start < start) at++;
    for (; at < words.length && words[at]!.start < end; at++) {
      headings[at] = own;
      found[at] = { label: "heading", shown: 0 };
    }
  }
}

/** What words behind "Hook:" are taken for by mistake. "Hook: a question about sleep" is a request. */
const mistakenBehind: ReadonlySet<Label> = new Set(["style", "negative", "shot", "audience", "length"]);
/** Words behind "Hook:" are for the maker if they are for the viewer at most this likely. */
const LEAST_SHOWN = 0.1;

/** A label at the start of a line says what follows: words for the viewer, or a goal that only the maker needs. */
function readValue(reading: Reading, { from, to }: Range): void {
  const { found, headings, gaps } = reading;
  const role = headings[from]?.role;
  let start = from;
  while (start < to && headings[start]) start++;
  if (role === undefined || start === to) return;
  const value = found.slice(start, to);
  const isHidden = value.every(({ label }) => mistakenBehind.has(label));
  if (role === "internal") setLabel(reading, { from: start, to }, "request");
  else if (["hook", "call", "points"].includes(role)) {
    if (isHidden && averageShown(value) > LEAST_SHOWN) setLabel(reading, { from: start, to }, "viewer");
  } else if (role === "scene" && gaps.slice(start + 1, to).every((gap) => gap === "space")) {
    const isMixed =
      value.some(({ label }) => label === "viewer") && value.some(({ label }) => mistakenBehind.has(label));
    if (isMixed) setLabel(reading, { from: start, to }, "viewer");
  }
}

/** Sentences of nothing but facts are for the viewer: contacts, ratings, prices, figures, comparisons; and so are dates. */
function showFacts(reading: Reading, { from, to }: Range, isFact: (sentence: string) => boolean): void {
  const { text, words, found, headings, clauses } = reading;
  const isOpen = (at: number) => !isShown(found[at]!.label) && headings[at] === undefined;
  const own = Array.from({ length: to - from }, (_, i) => from + i).filter(isOpen);
  if (own.length === 0) return;
  const sentence = text.slice(words[from]!.start, words[to]?.start ?? text.length).trim();
  // "Only until 12 March" is no length of the video.
  const lengths = own.filter((at) => found[at]!.label === "length");
  const isDated = (at: number) => {
    const clause = words.slice(from, to).filter((_, i) => clauses[from + i] === clauses[at]);
    return hasDay(clause.map((word) => word.text).join(" "));
  };
  const shown = isFact(sentence) ? own : lengths.filter(isDated);
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
function createFactCheck(): (sentence: string) => boolean {
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

/** In a script whose lines say what the camera sees and then the "Text:", what stands before it is a shot. */
function markShots(reading: Reading): void {
  const { text, words, headings } = reading;
  const shots: Range[] = [];
  let line = 0;
  for (let at = 1; at < words.length; at++) {
    if (words[at]!.breaks > 0) line = at;
    const isText = headings[at]?.role === "text" && headings[at] !== headings[at - 1];
    // Of "[Freeze both sides. Text:]", nothing is shown.
    const isDirected = isText && /\[[^\]]*$/u.test(text.slice(words[line]!.start, words[at]!.start));
    if (isText && !isDirected && line < at && headings[line]?.role !== "text") shots.push({ from: line, to: at });
  }
  const lines = new Set(shots.map(({ from }) => from));
  if (lines.size > 1 && lines.size === shots.length) for (const shot of shots) setLabel(reading, shot, "shot");
}

/** A script has more times than this. */
const SCRIPT_TIMES = 3;

/**
 * Sentences in square brackets are for the maker. In a script with times, everything else is for the viewer, even
 * "Begin with one thing".
 */
function markDirections({ text, words, found, headings }: Reading): void {
  const directions = findDirections(text);
  const isScript = directions.length > 0 && new Set(headings.map((one) => one?.span?.from)).size > SCRIPT_TIMES;
  let next = 0;
  for (const [at, { start, end }] of words.entries()) {
    while (directions[next] && directions[next]!.end <= start) next++;
    const isDirected =
      directions[next] !== undefined && start >= directions[next]!.start && end <= directions[next]!.end;
    if (isDirected && headings[at] === undefined) found[at] = { label: "format", shown: 0 };
    else if (isScript && headings[at] === undefined) found[at] = { label: "viewer", shown: 1 };
  }
}

/** Introduces what the video should say: "Say that we deliver". */
const reported =
  /^(?:(?:say|mention|announce|tell (?:people|them|everyone)|let (?:people|them|everyone) know) that|(?:sagt?|sage|erwähnt?|erwähne|schreib)(?: bitte)?,? dass|(?:dis|dites|mentionnez?) que|(?:di|diga|menciona) que|(?:diz|diga|fala|mencione) que|(?:di|dì|di'|menziona) che|(?:zeg|vermeld|schrijf)(?: erbij)? dat|(?:skriv|säg|nämn|berätta)(?: gärna)?(?: ut)? att|(?:powiedz|napisz),? że|(?:скажи|скажите|напиши|напишите),? что|(?:скажи|скажіть|напиши|напишіть),? що)\s/iu;
/** Characters of a sentence in which these words are. */
const LONGEST_REPORTED = 40;
/** Introduces what it should not say: "Don't mention that". */
const unreported =
  /^(?:please |bitte )?(?:(?:don['’]t|do not|never) (?:say|mention|write|tell (?:people|them|anyone)) that|(?:sag|sagt|erwähn|erwähne|schreib)(?: bitte)? nicht,? dass|ne (?:dis|dites|mentionnez?) pas que|no (?:digas?|menciones?|pongas) que|não (?:digas?|mencione) que|non (?:dire|menzionare|scrivere) che|(?:zeg|vermeld|schrijf) niet dat|(?:skriv|säg|nämn) inte att|nie (?:pisz|mów|wspominaj),? że|не (?:пиши|пишите|говори|говорите|упоминай|упоминайте|кажи|кажіть|пишіть),? (?:что|що))\s/iu;
const that = /^(?:that|dass|que|che|dat|att|at|że|что|що)$/iu;

/** Introduces the last words of the video: "End with Bell Street Bakery". */
const ending =
  /^(?:and |und |et |y |e |en |och |i |и )?(?:(?:end|finish|close) (?:it )?with|(?:end card|(?:last|final) (?:slide|screen|scene|frame|card))(?: should)?(?: say| read|:)|at the end(?: (?:put|show|add|say|write))?|beende(?:t)? (?:es |das video )?mit|am (?:ende|schluss)(?: bitte)?|termine[rz]? (?:par|avec)|à la fin|termina[r]? con|al final|finisci con|alla fine|termin[ae]r? com|no final|eindig met|aan het eind|avsluta med|i slutet|zakończ|na koniec|в конце|закончи|наприкінці|в кінці|sonunda|en sonda|最後は|最后|结尾|마지막에는?|akhiri dengan|di akhir|kết thúc bằng|cuối cùng|في النهاية|בסוף|अंत में|ปิดท้ายด้วย)[\s,:：、]*/iu;

/** "End with" is for the maker, although what follows is for the viewer. */
function hideEnding(reading: Reading, { from, to }: Range): void {
  const { text, words, found } = reading;
  const { start } = words[from]!;
  const [order = ""] = ending.exec(text.slice(start, start + LONGEST_REPORTED)) ?? [];
  let rest = from;
  while (rest < to && words[rest]!.end <= start + order.length) rest++;
  if (rest > from && rest < to && isShown(found[from]!.label) && isShown(found[rest]!.label))
    setLabel(reading, { from, to: rest }, "format");
}

const thanks =
  /^(?:thanks|thank you|danke|merci|gracias|grazie|obrigad[oa]|bedankt|dank je|tack|dzięki|dziękujemy|děkujeme|спасибо|дякуємо|спасибі|teşekkürler|شكرا|شكراً|תודה)$/iu;

/** "Thank you, Leeds! 12,000 visitors!" thanks the viewers: what follows is for them. */
function showThanks(reading: Reading, { from, to }: Range): void {
  const { words, found, clauses, text } = reading;
  let end = from;
  while (end < to && (clauses[end] === clauses[from] || words[end]!.kind === "mark")) end++;
  const lead = text
    .slice(words[from]!.start, words[end - 1]!.end)
    .replace(/[^\p{L}\p{M}\s]/gu, "")
    .trim();
  const isForViewers = end < to && found.slice(end, to).every(({ label }) => isShown(label));
  if (thanks.test(lead) && isForViewers) setLabel(reading, { from, to: end }, "viewer");
}

const regards =
  /(?:regards|sincerely|cheers|best wishes|gr(?:ü|ue)(?:ß|ss)en?|lg|mfg|cordialement|bien à vous|saludos|un saludo|cordiali saluti|atenciosamente|cumprimentos|groet(?:en)?|pozdrawiam|pozdravem|hälsningar|уважением|повагою|saygılarımla|salam|trân trọng)[\s,.!]*$/iu;
/** Words of a name. */
const LONGEST_SIGNATURE = 4;

/** The name behind "Kind regards" is the maker's customer. */
function hideSignature(reading: Reading, sentences: readonly Range[]): void {
  const { text, words } = reading;
  const last = sentences.at(-1)!;
  const isSigned = words.slice(last.from, last.to).every(isNameOrMark);
  if (sentences.length < 2 || !isSigned || last.to - last.from > LONGEST_SIGNATURE) return;
  if (regards.test(text.slice(Math.max(0, words[last.from]!.start - 40), words[last.from]!.start)))
    setLabel(reading, last, "request");
}
const isNameOrMark = (word: Word): boolean => word.kind === "mark" || isName(word);

/** "Say that" is for the maker, and what follows is for the viewer. What follows "Don't mention that" is for the maker, too. */
function markReported(reading: Reading, { from, to }: Range): void {
  const { text, words, found, quoted } = reading;
  const { start } = words[from]!;
  const head = text.slice(start, start + LONGEST_REPORTED);
  const [order = ""] = reported.exec(head) ?? [];
  let rest = from;
  while (rest < to && words[rest]!.end < start + order.length) rest++;
  for (let at = from; at < rest; at++) if (!quoted[at]) setLabel(reading, { from: at, to: at + 1 }, "request");
  if (rest > from) setLabel(reading, { from: rest, to }, "viewer");
  const end = from + words.slice(from, to).findIndex((word) => that.test(word.text));
  if (unreported.test(head)) setLabel(reading, { from, to }, "negative");
  else if (end > from && found.slice(from, end + 1).every(({ label }) => label === "negative"))
    setLabel(reading, { from: end + 1, to }, "negative");
}

/** Words of a label before its colon. */
const LONGEST_LABEL = 3;
const isColon = (word: Word | undefined): boolean => /^[:：】]$/u.test(word?.text ?? "");

/** Finds the colon between a label and its value. */
function findLabelEnd(words: readonly Word[], { from, to }: Range): number | undefined {
  const longest = words[from]!.text === "【" ? LONGEST_LABEL + 1 : LONGEST_LABEL;
  const colon = from + words.slice(from, Math.min(to, from + longest + 1)).findIndex(isColon);
  return colon > from && to - colon > 1 ? colon : undefined;
}

/** A label such as "Level: beginner" is shown if its value is. */
function showLabel(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  if (!["audience", "length"].includes(found[from]!.label)) return;
  const colon = findLabelEnd(words, { from, to });
  if (colon !== undefined && found.slice(colon + 1, to).every(({ label }) => label === "viewer"))
    setLabel(reading, { from, to: colon + 1 }, "viewer");
}

/** A label such as "Style: brass and shadow" is an instruction if its value is. */
function hideLabel(reading: Reading, { from, to }: Range): void {
  const { words, found, quoted } = reading;
  const colon = findLabelEnd(words, { from, to });
  if (colon === undefined || !found.slice(from, colon + 1).some(({ label }) => isShown(label))) return;
  const { label } = found[colon + 1]!;
  const isHidden = found.slice(colon + 1, to).every((one, i) => !isShown(one.label) && !quoted[colon + 1 + i]);
  if (isHidden && label !== "shot") setLabel(reading, { from, to: colon + 1 }, label);
}

/** Words of a headline. */
const LONGEST_HEADLINE = 8;

/** A line of capitals of which a part is for the viewer is a headline: "ST. BRIGID'S SUMMER FAIR". */
function showHeadline(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  const isLine = words[from]!.breaks > 0 && (to === words.length || words[to]!.breaks > 0);
  const isUpper = words.slice(from, to).every(({ kind, text }) => kind === "mark" || isName({ kind, text }));
  if (isLine && isUpper && to - from <= LONGEST_HEADLINE && found.slice(from, to).some(({ label }) => isShown(label)))
    setLabel(reading, { from, to }, "viewer");
}

/** A heading in the first line that no colon follows is the subject. */
function showTitle(reading: Reading, { from, to }: Range): void {
  const { words, found, headings } = reading;
  const isTitle = (at: number) => found[at]!.label === "heading" && headings[at] === undefined;
  if (from > 0 || isColon(words[to - 1])) return;
  if (words.slice(0, to).every((_, at) => isTitle(at))) setLabel(reading, { from, to }, "viewer");
}

const bullet = /^(?:[-*•●▪◦‣–—·✓✔→]|\p{Nd}{1,2}[.)]?)$/u;
const astray: ReadonlySet<Label> = new Set(["style", "request", "shot", "audience"]);
/** Below a heading for the viewer: "What you get: – no contract". */
const astrayBelow: ReadonlySet<Label> = new Set([...astray, "negative", "format", "length"]);

/**
 * A bullet, or a line that ends with a semicolon, is for the viewer if others before and after it are, and no more are
 * not. A heading with a colon counts as one before it.
 */
function showBullets(reading: Reading, sentences: readonly Range[]): void {
  const { words, found, headings } = reading;
  const isBullet = (at: number) => {
    const { from, to } = sentences[at]!;
    if (words[from]!.breaks === 0) return false;
    const isSemicolon = (word: Word | undefined) => /^[;；]$/u.test(word?.text ?? "");
    return bullet.test(words[from]!.text) || isSemicolon(words[to - 1]) || isSemicolon(words[from - 1]);
  };
  const every = ({ from, to }: Range, test: (label: Label) => boolean) =>
    found.slice(from, to).every(({ label }, i) => test(label) && headings[from + i] === undefined);
  for (let from = 0; from < sentences.length; from++) {
    let to = from;
    while (to < sentences.length && isBullet(to)) to++;
    const run = sentences.slice(from, to);
    const shown = run.filter((one) => every(one, isShown));
    const above = sentences[from - 1];
    const isHeaded = above !== undefined && every(above, isShown) && isColon(words[above.to - 1]);
    const first = isHeaded ? -1 : (shown[0]?.from ?? words.length);
    const last = shown.at(-1)?.from ?? -1;
    const isAstray = (label: Label) => (isHeaded ? astrayBelow : astray).has(label);
    const hidden = run.filter((one) => one.from > first && one.from < last && every(one, isAstray));
    if (hidden.length <= shown.length) for (const one of hidden) setLabel(reading, one, "viewer");
    from = to;
  }
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

/** A figure behind words for the viewer belongs to them, with its unit: "burning time of 60 hours". */
function showFigures({ words, found, headings, gaps }: Reading, { from, to }: Range): void {
  const isAstray = (at: number) =>
    at < to && gaps[at] === "space" && headings[at] === undefined && !isShown(found[at]!.label);
  for (let at = from + 1; at < to; at++) {
    const isFigure = words[at]!.kind === "number" && isAstray(at) && found[at]!.label !== "length";
    if (!isFigure || found[at - 1]!.label !== "viewer") continue;
    found[at] = { label: "viewer", shown: 1 };
    if (isAstray(at + 1) && words[at + 1]!.kind === "word") found[at + 1] = { label: "viewer", shown: 1 };
  }
}

/** Words such as "Termine par" before a quotation. */
const LONGEST_LEAD = 4;

/** A few words before a quotation that ends the sentence introduce it, unless they are surely for the viewer. */
function hideLead(reading: Reading, { from, to }: Range): void {
  const { words, found, quoted } = reading;
  let lead = from;
  while (lead < to && !quoted[lead]) lead++;
  let end = lead;
  while (end < to && quoted[end]) end++;
  const isLast = words.slice(end, to).every(({ kind }) => kind === "mark");
  if (lead === from || lead === to || lead - from > LONGEST_LEAD || !isLast) return;
  const own = found.slice(from, lead);
  if (averageShown(own) < CERTAIN && own.some(({ label }) => isShown(label)))
    setLabel(reading, { from, to: lead }, "format");
}

const second =
  /^(?:s|secs?|seconds?|sek|sekund\p{L}*|sekunti\p{L}*|secondes?|second[io]|seconden?|segundos?|seg|secunde|секунд\p{L}*|сек|saniye|ثاني\p{L}*|ثوان\p{L}*|שניות|सेकंड|秒|초|วินาที|giây|detik|δευτερόλεπτα)$/iu;
/** Words of "ideally no more than 15 seconds". */
const LONGEST_LENGTH = 8;

/** Seconds within or behind words for the maker are the length of the video: "a reel of 15 s for …", "calm, at most 20 seconds". */
function hideSeconds(reading: Reading, { from, to }: Range): void {
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
    const isAlone = start === at && end <= at + 2 && isHidden(end);
    const isClause = end - start <= LONGEST_LENGTH && (end === to || clauses[end] !== clauses[at]);
    if (isHidden(start - 1) && (isAlone || isClause)) setLabel(reading, { from: start, to: end }, "length");
  }
}

const within =
  /^(?:in|within|after|under|innerhalb|nach|unter|en|dans|sous|em|dentro|entro|binnen|na|inom|på|za|w|через|за|протягом)$/iu;

/** Seconds of what a sentence for the viewer tells: "boils a litre in 40 seconds". */
function showSeconds(reading: Reading, { from, to }: Range): void {
  const { words, found, clauses, headings } = reading;
  for (let at = from + 2; at + 1 < to; at++) {
    if (found[at]!.label !== "length" || words[at]!.kind !== "number" || !second.test(words[at + 1]!.text)) continue;
    const isTold =
      within.test(words[at - 1]!.text) &&
      clauses[at - 2] === clauses[at] &&
      headings[at - 2] === undefined &&
      found[at - 2]!.label === "viewer";
    if (isTold) setLabel(reading, { from: at - 1, to: at + 2 }, "viewer");
  }
}

/** Introduces a fact that the video should show: "show the burning time of 60 hours". */
const mentioned = /^(?:and |please )*(?:show|mention|include|add|display)\s+(?:that\s+|the\s+|our\s+|a\s+|an\s+)?/iu;

/** A fact with a figure that the maker is told to show is for the viewer. */
function showMentioned(reading: Reading, { from, to }: Range): void {
  const { text, words, found, clauses } = reading;
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && clauses[end] === clauses[start]) end++;
    const place = words[start]!.start;
    const [order] = mentioned.exec(text.slice(place, place + LONGEST_REPORTED)) ?? [];
    let figure = start + 1;
    while (figure < end && words[figure]!.kind !== "number") figure++;
    const isOrder = order !== undefined && found[start]!.label !== "viewer" && figure < end;
    const isLength = isOrder && second.test(words[figure + 1]?.text ?? "");
    if (isOrder && !isLength) {
      let first = start;
      while (first < figure && words[first]!.start < place + order.length) first++;
      setLabel(reading, { from: first, to: Math.min(end, figure + 2) }, "viewer");
    }
    start = end;
  }
}

/** "Schritt 2:" before a step. */
const step = /^\p{L}{2,12}\s\p{Nd}{1,2}\s?[:.)]/u;

/** Labels of steps are shown with them, or none is: a list needs all of its numbers. */
function showSteps(reading: Reading, sentences: readonly Range[]): void {
  const { text, words, found, headings } = reading;
  const steps = sentences.filter(
    ({ from, to }) => to - from > 3 && step.test(text.slice(words[from]!.start, words[from]!.start + 20)),
  );
  const isOpen = ({ from }: Range) =>
    headings[from] === undefined && ["viewer", "heading"].includes(found[from]!.label);
  const isShownStep = ({ to }: Range) => isShown(found[to - 1]!.label);
  const own = steps.filter((one) => isOpen(one) && isShownStep(one));
  if (own.length > 1) for (const { from } of own) setLabel(reading, { from, to: from + 3 }, "viewer");
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

function markColors({ words, found, quoted }: Reading): void {
  for (const at of words.keys()) if (!quoted[at] && isColor(words, at)) found[at] = { label: "style", shown: 0 };
}
