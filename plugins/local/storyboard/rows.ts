/** Rows of menus, charts and comparisons: a label and a figure. */
const UNIT = "[\\p{Sc}%٪％°]|(?:m|b)illi\\p{L}{2,5}|[\\p{L}]{1,6}\\.?(?:\\/\\p{L}{1,8})?|\\/\\s?\\p{L}{1,10}";
const NUMBER = "[-+−]?\\p{Nd}{1,12}(?:[.,'’\\u202f ]\\p{Nd}{1,3}){0,4}(?:[-–—]\\p{Nd}{1,6}(?:[.,]\\p{Nd}{1,2})?)?";
const LEAD = "(?:(?:from|ab|dès|desde|da|a partir de|vanaf|od|от|fra|från|ca\\.?|~|≈)\\s)?";
const FIGURE = `${LEAD}(?:(?:US|CA|AU|R|HK|S)?\\p{Sc}|EUR|USD|GBP|CHF|AED|Rp|Rs\\.?|kr)?\\s?${NUMBER}(?:\\s?(?:${UNIT})){0,2}`;
const atEnd = new RegExp(
  `^(.{1,60}?)(?:\\s*[.…·:：=|–—-]+\\s*|\\s+|(?<=[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]))(${FIGURE})$`,
  "iu",
);
const atStart = new RegExp(`^(${FIGURE})\\s+(\\D.{0,58})$`, "iu");

const onlyFigure = new RegExp(`^${FIGURE}$`, "iu");

export interface Row {
  label: string;
  /** The figure with its currency or unit. Empty if there is none. */
  value: string;
}

/** Splits a row such as "Espresso … 2.80", "2019: 12" or "40% cotton". */
export function splitRow(line: string): Row {
  const row = line.trim();
  const end = row.length <= 120 ? atEnd.exec(row) : null;
  if (end && /\p{L}|\p{N}/u.test(end[1]!)) return { label: end[1]!.trim(), value: end[2]!.trim() };
  const start = row.length <= 120 ? atStart.exec(row) : null;
  if (start) return { label: start[2]!.trim(), value: start[1]!.trim() };
  return onlyFigure.test(row) ? { label: "", value: row } : { label: row, value: "" };
}

/** Splits "Before: paper" into a label and a text. */
export function splitLabel(line: string): Row {
  const match = /^([^:：]{1,40})[:：]\s*(\S.*)$/su.exec(line.trim());
  return match ? { label: match[1]!.trim(), value: match[2]! } : { label: "", value: line.trim() };
}

/** Returns the number in a figure: 1299.5 for "1.299,50 €". Undefined if there is none. */
export function toNumber(figure: string): number | undefined {
  const match = /[-−]?\p{Nd}[\p{Nd}.,'’\u202f ]*/u.exec(figure)?.[0];
  if (!match) return undefined;
  const plain = Array.from(match, (sign) => (/\p{Nd}/u.test(sign) ? String(toDigit(sign)) : sign)).join("");
  const digits = plain.replace(/[^\d.,]/g, "").replace(/[.,]$/, "");
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1] ?? "";
  const whole = digits.slice(0, digits.length - (decimals === "" ? 0 : decimals.length + 1)).replace(/[.,]/g, "");
  const value = Number(`${whole || 0}.${decimals || 0}`) * scaleOf(figure.slice(figure.indexOf(match) + match.length));
  return /^[-−]/.test(match) ? -value : value;
}

/** Value of a digit of any script: blocks of digits begin at multiples of ten from their zero. */
function toDigit(sign: string): number {
  const point = sign.codePointAt(0)!;
  let zero = point;
  while (zero > point - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (point - zero) % 10;
}

const scales: readonly [RegExp, number][] = [
  [/^\s?(?:k|K|тыс|mil\b|千|천)/u, 1e3],
  [/^\s?(?:万|萬|만)/u, 1e4],
  [/^\s?(?:m|mio|mln|million\w*|млн)(?!\p{L})/iu, 1e6],
  [/^\s?(?:b|bn|mrd|billion|milliarden|млрд)(?!\p{L})/iu, 1e9],
];
const scaleOf = (unit: string): number => scales.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
