/** Facts with a structure of their own: places and times, contacts, ratings, price lists and figures. */
import type { Scene } from "vireo/slots/storyboard";
import { findAddress } from "./contacts";
import {
  currency,
  DAY_WORDS,
  dayWord,
  halves,
  linkWord,
  NAME,
  placeWord,
  ratingWord,
  STARS,
  source,
  TIME_WORDS,
} from "./languages/facts";
import { MONTHS } from "./languages/index";
import { isPlace, isTown } from "./places";
import { type Row, splitLabel, splitRow, toNumber } from "./rows";
import { countWords, toLine, trimEnd } from "./text";

/** Longer texts are sentences. */
const LONGEST_CARD = 120;
/** Every card needs a figure, a star or a part of an address. Most sentences have none of them. */
const factual = /[\p{N}丁番★⭐✭@]|\.\S|:\/\//u;
/** Reads a sentence of nothing but such facts. Returns undefined when in doubt. */
export function readCard(sentence: string): Scene | undefined {
  const text = sentence.trim();
  if (!factual.test(text)) return undefined;
  if (text.length > LONGEST_CARD) return readRows(splitPieces(text), text);
  return (
    readRating(text) ?? readPlace(text) ?? readContact(text) ?? readChange(text) ?? readRows(splitPieces(text), text)
  );
}

const splitPieces = (text: string): string[] =>
  trimEnd(text)
    // "8 h – 13 h" is one time.
    .split(/\s*[;|·•●▪]\s+|,\s+|(?<!\p{Nd}(?:\s?\p{L}{1,3}\.?)?)\s[–—-]\s|\s[–—-]\s(?!\p{Nd})|[、，،]\s*|\s\/\s/u)
    .map((piece) => piece.trim())
    .filter(Boolean);

const toScene = (kind: Scene["kind"], lines: readonly string[]): Scene => {
  const [text = "", ...rest] = lines;
  return rest.length > 0 ? { kind, text, subtext: rest.join("\n") } : { kind, text };
};

// Times and places

const clock =
  /(?<![\p{N}.,])(?:[01]?\p{Nd}|2[0-4])(?:(?:[:.h]\p{Nd}{2}|\s?[ap]\.?m\.?|\s?Uhr|\s?h)(?![\p{L}\p{N}])|\s?[-–—]\s?(?:[01]?\p{Nd}|2[0-4])(?:[:.]\p{Nd}{2})?(?![\p{N}/.]))/iu;
/** "12–18 May" is not a time of day. */
const dateRange = new RegExp(`\\p{Nd}{1,2}\\.?\\s?[-–—]\\s?\\p{Nd}{1,2}\\.?\\s(?:${MONTHS})(?!\\p{L})`, "iu");
const dayStart = new RegExp(
  `(?<=\\s)(?:(?:le|el|il|dia|am|den|on|op|na|the)\\s)?(?:\\p{Nd}{1,2}(?:[.ºª]|\\p{L}{2})?\\s(?:de\\s)?)?(?:${DAY_WORDS})(?![\\p{L}\\p{M}])`,
  "iu",
);
const eastTime =
  /^(?:[\p{Nd}\s:：〜～~\-–—()（）・,.年月日時时点點分半毎每週周星期曜火水木金土一二三四五六天日至から까지부터매일월요화수목금토시분오전후午前後上下祝休定営業营业時間时间は除く]+)$/u;

const isTimeWord = (word: string): boolean => TIME_WORDS.has(word) || TIME_WORDS.has(word.replace(/s$/u, ""));

/** "Sat 9–5", "12. Juli, 19 Uhr", "10:00〜19:00": a day, a date or hours, and nothing else. */
export function isTime(piece: string): boolean {
  if (east.test(piece)) return eastTime.test(piece) && /\p{Nd}{1,2}\s?[:：時时点點시]/u.test(piece);
  if (!/\p{Nd}/u.test(piece)) return false;
  const words = piece.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return words.every(isTimeWord) && (hasClock(piece) || (words.length > 0 && dayWord.test(piece)));
}

const east = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}]/u;
export const hasClock = (time: string): boolean =>
  clock.test(time.replace(dateRange, "")) || (east.test(time) && /\p{Nd}\s?[:：時时点點시]/u.test(time));
/** True for a text with a day or a month. */
export const hasDay = (piece: string): boolean => dayWord.test(piece);
export const isDay = (piece: string): boolean =>
  (piece.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [""]).every(isTimeWord) && dayWord.test(piece);

const WORDS_OF_NAME = 4;
const properName = new RegExp(`^${NAME}(?:\\s${NAME})*$`, "u");
/** Heading before hours or an address: "Opening hours:". */
const splitHeading = (text: string): [heading: string, rest: string] => {
  const match = /^([^:：\p{Nd}]{3,30})[:：]\s*(\S.*)$/su.exec(text);
  return match && countWords(match[1]!) <= WORDS_OF_NAME && !isDay(match[1]!) ? [match[1]!, match[2]!] : ["", text];
};
/** True if a time may stand at the end. It has a figure, and no other words. */
function mayEndAsTime(piece: string): boolean {
  if (!/\p{Nd}/u.test(piece)) return false;
  return (
    east.test(piece) ||
    isTimeWord(
      piece
        .toLowerCase()
        .match(/\p{L}[\p{L}\p{M}]*/gu)
        ?.at(-1) ?? "",
    )
  );
}

function readPlace(text: string): Scene | undefined {
  const [heading, rest] = splitHeading(text);
  const pieces = splitPieces(rest).flatMap((piece) => {
    // "Open house Sat 11am–1pm"
    const at = isTime(piece) || !mayEndAsTime(piece) ? -1 : piece.search(dayStart);
    const named = at > 0 ? [piece.slice(0, at).trim(), piece.slice(at)] : [];
    // "Come and see us on | Saturday" is a sentence.
    const isName = !/(?:^|\s)\p{Ll}{1,4}$/u.test(named[0] ?? "");
    if (
      isName &&
      named[1] !== undefined &&
      isTime(named[1]) &&
      !isDay(named[0]!) &&
      countWords(named[0]!) <= WORDS_OF_NAME
    )
      return named;
    const [when, where, more] = piece.split(placeWord);
    return where && more === undefined && isTime(when!) && isPlace(where) ? [when!, where] : [piece];
  });
  const lines: { text: string; is: "time" | "place" | "name" }[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const is =
      isTime(piece) || isDay(piece)
        ? "time"
        : isPlace(piece) || (last?.is === "place" && isTown(piece))
          ? "place"
          : "name";
    if (is === "name" && countWords(piece) > WORDS_OF_NAME) return undefined;
    // "Saturday, 12 July, 7 pm" is one time, "Mon–Fri 9–18, Sat 10–14" are two.
    const goesOn = is === "place" || (is === "time" ? !hasClock(last?.text ?? "") : isTown(piece));
    if (last?.is === is && goesOn) last.text += `, ${piece}`;
    else lines.push({ text: piece, is });
  }
  const of = (is: string) => lines.filter((line) => line.is === is);
  const names = of("name");
  const times = of("time").map((line) => line.text);
  // Hours have a beginning and an end: "10 am to 5 pm, Corn Exchange, Leeds".
  const isHours = times.length === 1 && /\p{Nd}.*\p{Nd}/u.test(times[0]!.replace(/:\p{Nd}{2}/gu, ""));
  const isDated =
    times.some(hasClock) && (times.some((time) => dayWord.test(time)) || heading !== "" || east.test(text) || isHours);
  // "Club Nova, Berlin", but not "free coffee, live music".
  const isNamed = names.length < 2 || (names.length === 2 && names.every((name) => properName.test(name.text)));
  if (times.length + of("place").length === 0 || !isNamed) return undefined;
  if (names.length > 0 && !(isDated || (times.length > 0 && of("place").length > 0))) return undefined;
  if (of("place").length === 0 && !isDated) return undefined;
  return toScene("place", [heading, ...lines.map((line) => line.text)].filter(Boolean).map(toLine));
}

// Contacts

const handle = /^@[\p{L}\p{N}_.]{2,40}$/u;
/** True if a piece is a phone number, a web address or a handle, after at most two words. */
export function isContact(piece: string): boolean {
  const [first = ""] = findAddress(piece);
  const own = first === "" ? (piece.split(/\s/).at(-1) ?? "") : first;
  if (first === "" && !handle.test(own)) return false;
  const rest = piece.replace(own, " ").trim();
  return countWords(rest) <= 2 && !/\p{Nd}/u.test(rest) && piece.trimEnd().endsWith(own);
}

function readContact(text: string): Scene | undefined {
  const [heading, rest] = splitHeading(text);
  const pieces = trimEnd(rest)
    .split(/\s*[;|·•●▪,،、]\s*|\s(?:or|oder|ou|o|или|and|und|et|y|e|–|—|\/)\s/u)
    .map((piece) => piece.trim())
    .filter(Boolean);
  const isOne = pieces.length >= 2 && pieces.every(isContact);
  // "Tel: 030 123, web: a.example" has no heading.
  const whole =
    heading !== "" && pieces.slice(1).some((piece) => /[:：]/u.test(piece)) ? `${heading}: ${pieces[0]}` : "";
  if (!isOne) return undefined;
  return toScene(
    "contact",
    whole ? [whole, ...pieces.slice(1)] : [heading && toLine(heading), ...pieces].filter(Boolean),
  );
}

// Ratings

const score = new RegExp(
  `[★⭐✭]\\ufe0f?(?:\\s?[★⭐✭☆✰½]\\ufe0f?){2,4}|\\p{Nd}(?:[.,]\\p{Nd}{1,2})?\\s?${STARS}(?!\\p{L})|\\p{Nd}{1,2}(?:[.,]\\p{Nd}{1,2})?\\s?(?:\\/|out of|von|sur|de|su|из|van|av|na|af|z|iz|din|من|از|מתוך)\\s?(?:5|10)(?![\\p{Nd}/%]|[.,]\\p{Nd})(?:\\s${STARS}(?!\\p{L}))?`,
  "iu",
);
function readRating(text: string): Scene | undefined {
  const match = score.exec(text);
  if (!match) return undefined;
  const before = text.slice(0, match.index).replace(/[\s:：–—-]+$/u, "");
  const after = text.slice(match.index + match[0].length).replace(/^[\s,;:.·–—|-]+/u, "");
  const isGlyphs = /^[★⭐✭]/u.test(match[0]);
  const isFraction = /\p{Nd}\s?(?:\/|\p{L}+(?: of)?)\s?(?:5|10)$/u.test(match[0]);
  if (countWords(before) > 3 || countWords(after) > 9 || /[.!?]\s/u.test(after)) return undefined;
  if (before !== "" && !ratingWord.test(before)) return undefined;
  // "5/5 until noon", "9 out of 10 dentists", "5 stars hotel"
  const isSourced = ratingWord.test(after) || (/[.,]/u.test(match[0]) && source.test(after));
  if (!isGlyphs && before === "" && after !== "" && !isSourced) return undefined;
  if (isFraction && before === "" && after === "" && !/[.,]|\/\s?10/u.test(match[0])) return undefined;
  const joint = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]$/u.test(before) ? "" : " ";
  return toScene("rating", [toLine(`${before}${before && joint}${match[0]}`), after && toLine(after)].filter(Boolean));
}

// Price lists and figures

const isPrice = ({ value }: Row): boolean => currency.test(value);
const isYear = (label: string): boolean => /^(?:19|20)\p{Nd}{2}$/u.test(label);
const WORDS_OF_ROW = 6;
const isShort = ({ label, value }: Row): boolean =>
  value !== "" &&
  /\p{L}/u.test(label) &&
  countWords(label) <= WORDS_OF_ROW &&
  label.length <= 44 &&
  !(/\p{Nd}/u.test(label) && currency.test(label)) &&
  !linkWord.test(label) &&
  !/[.!?]\s|[\p{Sc}%\p{Extended_Pictographic}]/u.test(label);

/**
 * Reads lines or clauses that are all rows: a menu if they have prices, a chart if they have figures of one unit. Clauses
 * without a heading have to be three.
 */
export function readRows(lines: readonly string[], whole?: string, isHeaded = false): Scene | undefined {
  if (lines.length < 2 || lines.some((line) => line.length > 90)) return undefined;
  const years = readYears(lines);
  if (years) return years;
  const [heading, first] = whole ? splitTitle(lines[0]!) : ["", lines[0]!];
  // "5.10." at the end of a sentence is not a date.
  const texts = [first, ...lines.slice(1)].map((line) => trimEnd(line).replace(/(?<=\p{Nd})\.$/u, ""));
  const rows = texts.map(splitRow);
  const kind = findRowKind(rows, whole !== undefined, isHeaded);
  if (!kind) return undefined;
  const shown = texts.map((text) =>
    text.replace(/^(\p{Ll})(?=\p{Ll})/u, (letter) => (whole ? letter.toUpperCase() : letter)),
  );
  return heading === "" ? { kind, text: shown.join("\n") } : { kind, text: toLine(heading), subtext: shown.join("\n") };
}

const figureOfYear =
  /^(.{0,44}?)[\s:：]*([-+−]?\p{Nd}[\p{Nd}.,]*\s?[%٪％]?)\s(?:in|im Jahr|en|nel|em|i|w|в|у)\s((?:19|20)\p{Nd}{2})(?:\s(?:году|році|r\.?))?$/iu;

/** "Retention 71% in 2023, 78% in 2024, 86% in 2025": a chart under its first words. */
function readYears(lines: readonly string[]): Scene | undefined {
  const rows = lines.map((line) => figureOfYear.exec(trimEnd(line)));
  if (rows.length < LEAST_FIGURES || rows.some((row, at) => !row || (at > 0 && row[1] !== ""))) return undefined;
  const text = rows.map((row) => `${row![3]}: ${row![2]}`).join("\n");
  const title = toLine(rows[0]![1]!);
  return title === "" ? { kind: "chart", text } : { kind: "chart", text: title, subtext: text };
}

/** "Sales: 2019: 12", "Members 2019: 12" */
function splitTitle(line: string): [string, string] {
  const match = /^([^:：\p{Nd}]{2,40}?)[:：]?\s+((?:19|20)\p{Nd}{2}\s*[:：=–-].*|(?<=[:：]\s+).+)$/u.exec(line);
  return match ? [match[1]!, match[2]!] : ["", line];
}

const LEAST_FIGURES = 3;

function findRowKind(rows: readonly Row[], isInline: boolean, isHeaded: boolean): "menu" | "chart" | undefined {
  const years = rows.every(({ label }) => isYear(label));
  const least = isInline && !isHeaded ? LEAST_FIGURES : 2;
  if (!years && rows.length >= least && rows.every((row) => isPrice(row) && isShort(row))) return "menu";
  if (isPlainMenu(rows, isInline) || (!isInline && isBareMenu(rows))) return "menu";
  const units = new Set(rows.map(({ value }) => value.replace(/[-+−\p{Nd}.,'’\s]/gu, "").toLowerCase()));
  const numbers = rows.map(({ value }) => toNumber(value));
  const isFigures = units.size === 1 && numbers.every((number) => number !== undefined && number >= 0);
  if (!isFigures || rows.some(({ label }) => isDay(label))) return undefined;
  if (years && rows.length >= LEAST_FIGURES) return "chart";
  if (!rows.every(isShort)) return undefined;
  const isShare = /[%٪％]/u.test([...units][0]!);
  const total = numbers.reduce<number>((sum, number) => sum + number!, 0);
  return isShare && (rows.length >= LEAST_FIGURES || Math.abs(total - 100) < 1) ? "chart" : undefined;
}

/** A price without a currency: "4.50" everywhere, "12" beside those. */
const cents = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{2}|k|rb)$/u;
const whole = /^\p{Nd}{1,3}$/u;
/** "7.30" and "4.45" may be times, "4.80" cannot be one. */
const isClockLike = ({ value }: Row): boolean => /^(?:1?\p{Nd}|2[0-3])[.,](?:00|15|30|45)$/u.test(value);

/** "Latte 4.50, flat white 4.80": prices without a currency. */
function isPlainMenu(rows: readonly Row[], isInline: boolean): boolean {
  const priced = rows.filter(({ value }) => cents.test(value));
  const fits = (row: Row) => isShort(row) && !isDay(row.label) && (cents.test(row.value) || whole.test(row.value));
  if (!rows.every(fits) || priced.length < (isInline ? 2 : 1)) return false;
  if (!isInline) return rows.length >= LEAST_FIGURES && (priced.length * 2 >= rows.length || !priced.some(isClockLike));
  return priced.length === rows.length && !rows.every(isClockLike);
}

/** Fewest rows of a menu whose prices have neither a currency nor cents. */
const LEAST_BARE = 4;

/** "Mussels in cider 14", "Hake, brown butter 19": lines that end in whole numbers which do not count up. */
function isBareMenu(rows: readonly Row[]): boolean {
  const fits = (row: Row) => isShort(row) && !isDay(row.label) && !/\p{Nd}/u.test(row.label) && whole.test(row.value);
  const numbers = rows.map(({ value }) => toNumber(value)!);
  const names = rows.filter(({ label }) => countWords(label) > 1);
  const isCounting = numbers.every((number, at) => at === 0 || number === numbers[at - 1]! + 1);
  return rows.length >= LEAST_BARE && rows.every(fits) && names.length * 2 > rows.length && !isCounting;
}

const FIGURE = "[-+−]?\\p{Nd}{1,9}(?:[.,]\\p{Nd}{1,3})*\\s?(?:[%٪％]|\\p{L}{1,7})?";
const change = new RegExp(
  `^(.{0,44}?)[\\s:：]*(${FIGURE})\\s*(?:→|➡\\ufe0f?|⇒|->|=>)\\s*(${FIGURE})((?:\\s|$).{0,30})$`,
  "u",
);

/** "Open rate 40% → 65%": two figures of one unit, which is not a currency. */
function readChange(text: string): Scene | undefined {
  const match = change.exec(trimEnd(text));
  if (!match) return undefined;
  const [, before = "", a = "", b = "", after = ""] = match;
  const unit = (one: string) => one.replace(/[-+−\p{Nd}.,\s]/gu, "");
  if (currency.test(text) || unit(b) === "" || (unit(a) !== "" && unit(a) !== unit(b)) || countWords(after) > 4)
    return undefined;
  // Words on both sides are a sentence.
  if (before !== "" && after.trim() !== "") return undefined;
  const title = toLine(before || after);
  const rows = `${a}\n${b}`;
  return title === "" ? { kind: "chart", text: rows } : { kind: "chart", text: title, subtext: rows };
}

// Comparisons

export const isCompared = (label: string): boolean =>
  halves.some((pair) => pair.some((half) => half.test(label.trim())));

/** Maximum letters of one half. */
const LONGEST_HALF = 70;

/** Reads two texts with the labels of a comparison, in either order. */
export function readComparison(texts: readonly string[]): Scene | undefined {
  const [a, b] = texts.map(splitLabel) as [Row, Row];
  if (a.label === "" || b.label === "" || [a, b].some(({ value }) => value.length > LONGEST_HALF)) return undefined;
  const fits = halves.some(
    ([first, second]) => (first.test(a.label) && second.test(b.label)) || (second.test(a.label) && first.test(b.label)),
  );
  if (!fits) return undefined;
  return { kind: "comparison", text: [a, b].map(({ label, value }) => `${label}: ${toLine(value)}`).join("\n") };
}
