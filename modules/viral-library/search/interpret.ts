/** A filter that a query said in words. */
export interface InterpretedFilter {
  parameter: "maxDuration" | "minViews" | "username";
  value: string | number;
  /** The words of the query. */
  text: string;
}

export interface Interpretation {
  /** The query without the words of the filters. The whole query if nothing else is left. */
  query: string;
  filters: InterpretedFilter[];
}

const NUMBER = String.raw`(\d{1,15}(?:[.,]\d{1,15})*|an?|one|half a)`;
const LESS = `(?:shorter than|less than|no longer than|not longer than|no more than|under|below|up to|at most|max(?:imum)?(?: of)?)`;
const MORE = `(?:more than|at least|no less than|no fewer than|over|above|min(?:imum)?(?: of)?|exceeding)`;
const SECONDS: Record<string, number> = { s: 1, m: 60 };
const SCALES: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, mio: 1e6, million: 1e6, b: 1e9, billion: 1e9 };

const patterns: {
  parameter: InterpretedFilter["parameter"];
  pattern: RegExp;
  read(match: RegExpExecArray): string | number;
}[] = [
  {
    parameter: "maxDuration",
    pattern: new RegExp(String.raw`\b${LESS} ${NUMBER}[ -]?(s|secs?|seconds?|mins?|minutes?)\b(?: long)?`, "i"),
    read: ([, number, unit]) => Math.ceil(parseNumber(number!) * SECONDS[unit![0]!.toLowerCase()]!),
  },
  {
    parameter: "minViews",
    pattern: new RegExp(
      String.raw`\b(?:with )?(?:${MORE} )?${NUMBER} ?(k|thousand|m|mio|million|b|billion)?\+?(?: or more)? (?:views|plays)\b(?: or more)?`,
      "i",
    ),
    read: ([, number, scale]) => Math.round(parseNumber(number!) * (SCALES[scale?.toLowerCase() ?? ""] ?? 1)),
  },
  {
    parameter: "username",
    pattern: /(?<=^|\s)(?:by|from) @([\p{L}\p{N}_.]{1,100})/iu,
    read: ([, name]) => name!.replace(/\.+$/, ""),
  },
];

/** `1,000` → 1000, `1.5` → 1.5, `a` → 1. */
function parseNumber(text: string): number {
  if (/^\d/.test(text))
    return Number(/^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, "") : text.replace(",", "."));
  return text.toLowerCase().startsWith("half") ? 0.5 : 1;
}

/** Removes what joined a filter to the rest of the query. */
const tidy = (query: string): string =>
  query
    .replace(/\s+/g, " ")
    .replace(/(?: ?[,;]| (?:and|but|with|that (?:are|have|got)|which (?:are|have)))+ ?(?=[,;]|$)/gi, "")
    .replace(/^(?:[,;: ]|(?:and|but) )+/i, "")
    .trim();

/** Reads filters that a query says in words, such as "under 30 seconds, over a million views", unless they are given. */
export function interpret(
  q: string,
  given: Readonly<Partial<Record<InterpretedFilter["parameter"], unknown>>>,
): Interpretation {
  const filters: InterpretedFilter[] = [];
  let rest = q;
  for (const { parameter, pattern, read } of patterns) {
    const match = given[parameter] === undefined ? pattern.exec(rest) : null;
    const value = match && read(match);
    // Numbers that no video has are no filters.
    if (!match || value === null || (typeof value === "number" && !isInRange(parameter, value))) continue;
    filters.push({ parameter, value, text: match[0] });
    rest = tidy(`${rest.slice(0, match.index)}, ${rest.slice(match.index + match[0].length)}`.replace(/^, /, ""));
  }
  return { query: filters.length === 0 || !/[\p{L}\p{N}]/u.test(rest) ? q : rest, filters };
}

const isInRange = (parameter: string, value: number): boolean =>
  Number.isFinite(value) && value >= 1 && value <= (parameter === "maxDuration" ? 36_000 : 1e15);
