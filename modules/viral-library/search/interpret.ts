import {
  ARTICLE,
  BARE_SCALE,
  HALF,
  JOINING,
  LAST_AFTER,
  LAST_BEFORE,
  LATEST,
  LESS,
  MINUTE,
  MORE,
  OF,
  ONE,
  PERIODS,
  PUBLISHED,
  SCALES,
  SECOND,
  VIEWS,
} from "./filter-words";
import { ASCII } from "./tokens";

/** A filter found in the text of a query. */
export interface InterpretedFilter {
  parameter: "maxDuration" | "minViews" | "username" | "publishedAfter";
  value: string | number;
  /** Matching words of the query. */
  text: string;
}

export interface Interpretation {
  /** Query without the words of the filters. The whole query if nothing else is left. */
  query: string;
  filters: InterpretedFilter[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const DIGITS = String.raw`\d{1,3}(?:[.,  ]\d{3})+(?!\d)|\d{1,15}(?:[.,]\d{1,2})?`;
const NUMBER = `(?<number>${DIGITS}|${HALF}|${ONE})`;
const UNIT = `(?:(?<seconds>${SECOND})|(?<minutes>${MINUTE}))`;
const SCALE = `(?<scale>${Object.keys(SCALES).join("|")})`;
const PERIOD = `(?<period>${Object.keys(PERIODS).join("|")})`;
const GAP = "[ -]?";

const JAPANESE_NUMBER = String.raw`(?<number>\d{1,15}(?:[.,]\d{1,3})*|一|半)`;
const JAPANESE_SCALES: Record<string, number> = { 千: 1e3, 万: 1e4, 十万: 1e5, 百万: 1e6, 千万: 1e7, 億: 1e8 };
const JAPANESE_SCALE = `(?<scale>${Object.keys(JAPANESE_SCALES).join("|")})`;
const JAPANESE_PERIODS: Record<string, number> = { 時間: 1 / 24, 日: 1, 週: 7, 月: 30, 年: 365 };

interface Reading {
  parameter: InterpretedFilter["parameter"];
  pattern: RegExp;
  read(groups: Record<string, string | undefined>, now: number): string | number;
}

/**
 * Builds a pattern for a filter between words, with the words that join it to the query. Only a few of these: without a
 * limit, "e e e …" takes minutes.
 */
const between = (core: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}'@#])(?:(?:${JOINING})(?: |(?<='))){0,3}(?<core>${core})(?![\p{L}\p{N}])`, "u");
/** Japanese has no spaces. */
const anywhere = (core: string) => new RegExp(`(?<core>${core})(?:の|で|に|、){0,2}`, "u");

const readDuration: Reading["read"] = ({ number, minutes }) => Math.ceil(parseNumber(number) * (minutes ? 60 : 1));
const readViews: Reading["read"] = ({ number, scale, bare }) =>
  Math.round(parseNumber(number) * findFactor(SCALES, scale ?? bare));
const readJapaneseViews: Reading["read"] = ({ number, scale = "" }) =>
  Math.round(parseNumber(number) * (JAPANESE_SCALES[scale] ?? 1));
/**
 * Matches periods. "The last day" is often part of the subject, so days and hours require a number. Times are rounded
 * to hours, so that searches within the same hour have the same filter.
 */
const readPeriod =
  (periods: Record<string, number>): Reading["read"] =>
  ({ number, period }, now) => {
    const days = findFactor(periods, period);
    if (number === undefined && days <= 1) return Number.NaN;
    return Math.floor((now - parseNumber(number) * days * DAY_MS) / HOUR_MS) * HOUR_MS;
  };

const TURKISH_FROM = "'?(?:[dt][ae]n)";
const TURKISH_OF = "'?(?:n?[iu]n)";

const readings: Reading[] = [
  ...[
    between(`(?:${LESS})${NUMBER}${GAP}${UNIT}(?: long)?`),
    // Turkish word order: from 30 seconds shorter, of 30 seconds below.
    between(
      `${NUMBER}${GAP}${UNIT}(?:${TURKISH_FROM} (?:daha )?(?:kisa|az)|${TURKISH_OF} altinda(?:ki)?|y[ei] kadar|y[ei] gecmeyen)(?: olan)?`,
    ),
    anywhere(`${JAPANESE_NUMBER}(?:(?<seconds>秒)|(?<minutes>分))(?:以下|以内|未満|より短い|までの?)`),
  ].map((pattern) => ({ parameter: "maxDuration" as const, pattern, read: readDuration })),
  ...[
    between(
      `(?:${MORE})?(?:${NUMBER} ?(?:${SCALE}\\b)?|(?<bare>${BARE_SCALE})\\b)\\+?(?: or more| oder mehr| o mas| ou mais| ou plus| o piu)? ?(?:de |d'|di )?(?:${VIEWS})(?: or more| oder mehr| o mas| ou mais| ou plus| o piu)?(?: alan| olan)?`,
    ),
    between(
      `${NUMBER} ?${SCALE}?(?:${TURKISH_FROM} (?:daha )?(?:fazla|cok)|(?:${TURKISH_OF})? (?:uzeri|uzerinde|ustu|ustunde)) (?:${VIEWS})(?: alan| olan)?`,
    ),
  ].map((pattern) => ({ parameter: "minViews" as const, pattern, read: readViews })),
  ...[
    anywhere(`再生(?:回数|数)(?:が|は)? ?${JAPANESE_NUMBER}${JAPANESE_SCALE}?(?:回|再生)?(?:以上|超え?|を超える)?`),
    anywhere(`${JAPANESE_NUMBER}${JAPANESE_SCALE}?(?:回?再生(?:以上|超え?|を超える)?|回以上再生(?:された)?)`),
  ].map((pattern) => ({ parameter: "minViews" as const, pattern, read: readJapaneseViews })),
  ...[
    between(`(?:${ARTICLE})?${NUMBER} (?:${LATEST}) ${PERIOD}`),
    between(
      `(?:${PUBLISHED} )?(?:${LAST_BEFORE}) (?:${NUMBER} )?${PERIOD}(?:in|un|d[ae]n?|d[ae]ki)?(?! (?:${OF}) (?!@))`,
    ),
    between(`${ARTICLE}?(?:${NUMBER} ?)?(?:(?:${LATEST}) )?${PERIOD} ?(?:${LAST_AFTER})`),
  ].map((pattern) => ({ parameter: "publishedAfter" as const, pattern, read: readPeriod(PERIODS) })),
  {
    parameter: "publishedAfter",
    pattern: anywhere(
      `(?:過去|ここ|直近|最近|この)${JAPANESE_NUMBER}?[かヶヵケカ]?(?<period>時間|日|週|月|年)間?(?:以内)?`,
    ),
    read: readPeriod(JAPANESE_PERIODS),
  },
  {
    parameter: "publishedAfter",
    pattern: anywhere("(?:先(?<period>月|週)|(?:昨|去)(?<year>年))"),
    read: ({ period, year }, now) => readPeriod(JAPANESE_PERIODS)({ period: period ?? year }, now),
  },
  {
    parameter: "username",
    pattern: /(?<=^|\s)(?<core>(?:by|from|von|de|por|do|da|par|di|dari|oleh) @(?<name>[\p{L}\p{N}_.]{1,100}))/u,
    read: ({ name }) => name!.replace(/\.+$/, ""),
  },
];

const findFactor = (factors: Record<string, number>, word = ""): number =>
  Object.entries(factors).find(([words]) => new RegExp(`^(?:${words})$`, "u").test(word))?.[1] ?? 1;

const HALVES = new RegExp(`^(?:${HALF}|半)$`, "u");

/** Converts `1,000` to 1000, `1.5` to 1.5, `a` to 1. */
function parseNumber(text = "1"): number {
  if (!/^\d/.test(text)) return HALVES.test(text) ? 0.5 : 1;
  return Number(/^\d{1,3}([.,  ]\d{3})+$/.test(text) ? text.replace(/\D/g, "") : text.replace(",", "."));
}

/** Converts to lower case without accents, keeping the position of each character. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    const plain = letter
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace("ı", "i")
      .replace(/[’‘]/, "'");
    folded += plain.length === 1 ? plain : letter;
  }
  return folded;
}

/** Removes words that joined a filter to the rest of the query. */
const tidy = (query: string): string =>
  query
    .replace(/\s+/g, " ")
    .replace(/ (?=[,;、])/g, "")
    .replace(new RegExp(`(?: ?[,;、]| (?:${JOINING}|die)){1,4} ?(?=[,;、]|$)`, "giu"), "")
    .replace(/^(?:[,;、: ]|(?:and|but|y|e|und|et|dan|ve) )+/iu, "")
    .trim();

export interface InterpretOptions {
  /** Current time, in milliseconds since the epoch. */
  now: number;
  /** Filters that the search supports. Default: all. */
  parameters?: readonly InterpretedFilter["parameter"][];
}

/**
 * Reads filters from the text of a query, such as "under 30 seconds, over a million views", unless they are given as
 * parameters.
 */
export function interpret(
  q: string,
  given: Readonly<Partial<Record<InterpretedFilter["parameter"], unknown>>>,
  { now, parameters }: InterpretOptions,
): Interpretation {
  const filters: InterpretedFilter[] = [];
  let rest = q.normalize("NFC");
  let folded = fold(rest);
  for (const { parameter, pattern, read } of readings) {
    const isWanted = given[parameter] === undefined && (parameters?.includes(parameter) ?? true);
    if (!isWanted || filters.some((filter) => filter.parameter === parameter)) continue;
    const match = pattern.exec(folded);
    const value = match && read(match.groups!, now);
    // Numbers that no video has are not filters.
    if (!match || value === null || (typeof value === "number" && !isInRange(parameter, value))) continue;
    const end = match.index + match[0].length;
    const start = match.index + match[0].indexOf(match.groups!.core!);
    filters.push({ parameter, value, text: rest.slice(start, start + match.groups!.core!.length) });
    rest = tidy(`${rest.slice(0, match.index)}, ${rest.slice(end)}`.replace(/^, /, ""));
    folded = fold(rest);
  }
  return { query: filters.length === 0 || !/[\p{L}\p{N}]/u.test(rest) ? q : rest, filters };
}

const isInRange = (parameter: InterpretedFilter["parameter"], value: number): boolean =>
  Number.isFinite(value) && value >= 1 && value <= (parameter === "maxDuration" ? 36_000 : 1e15);
