/** Lengths of a track in seconds. */
export const MIN_SECONDS = 3;
export const MAX_SECONDS = 300;

const NUMBER_WORDS = new Map(
  Object.entries({
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    "twenty five": 25,
    thirty: 30,
    forty: 40,
    "forty five": 45,
    fifty: 50,
    sixty: 60,
    ninety: 90,
  }),
);
const NUMBER = `\\d+(?:[.,]\\d+)?|${[...NUMBER_WORDS.keys()].sort((a, b) => b.length - a.length).join("|")}`;
const MINUTES = "minutes?|mins?|m";
const SECONDS = "seconds?|secs?|s";
/** Excludes times that are not a length: "the first 3 seconds", "every two seconds", "fades over 10 s". */
const MOMENT = "(?<!\\b(?:first|last|final|next|every|each|after|within|at|per|over|another)(?: the)? )";

const SPAN = new RegExp(
  `${MOMENT}(?<![\\p{L}\\p{N}.:])(?:(${NUMBER})(?: to | or |-))?(${NUMBER})(?: |-)?(?:(${MINUTES})|(${SECONDS}))(?![\\p{L}\\p{N}])` +
    `(?:(?: and|,)? (${NUMBER})(?: |-)?(?:${SECONDS})(?![\\p{L}\\p{N}])| and a half(?! second))?`,
  "u",
);
const CLOCK = /(?<!\b(?:at|from|around) )(?<![\d:])([0-5]):([0-5]\d)(?![\d:])(?! ?(?:am|pm|a\.m|p\.m))/;
const HALF = /\bhalf (?:a |an )?minute\b|\bhalf-minute\b/;
const DECADE = /^[5-9]0s$/;

/**
 * Reads the requested length in seconds from a prompt ("30 seconds", "1:30", "two minutes", "45s"), without limits.
 * Ignores decades ("80s"), aspect ratios ("9:16") and moments ("the first 3 seconds"). Undefined if there is none.
 */
export function parseSeconds(prompt: string): number | undefined {
  const text = prompt.normalize("NFKC").toLowerCase().replace(/[–—−]/g, "-").replace(/\s+/g, " ");
  if (HALF.test(text)) return 30;
  const clock = CLOCK.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  for (let rest = text; ; ) {
    const match = SPAN.exec(rest);
    if (!match) return undefined;
    const seconds = spanSeconds(match, rest);
    if (seconds !== undefined) return seconds;
    rest = rest.slice(match.index + match[0].length);
  }
}

/** The length that a style or a prompt asks for, without limits. The style takes precedence. */
export const findRequestedLength = ({ prompt, style = "" }: { prompt: string; style?: string }): number | undefined =>
  parseSeconds(style) ?? parseSeconds(prompt);

/** Finds lengths that are longer than a track can be, by API field. */
export function reviewLength({ prompt, style = "" }: { prompt: string; style?: string }): Record<string, string> {
  const field = parseSeconds(style) === undefined ? "prompt" : "style";
  const seconds = findRequestedLength({ prompt, style }) ?? 0;
  if (seconds <= MAX_SECONDS) return {};
  return {
    [field]: `Asks for ${Math.round(seconds)} seconds. This engine makes tracks of ${MIN_SECONDS} to ${MAX_SECONDS} seconds (5 minutes).`,
  };
}

function spanSeconds(match: RegExpExecArray, text: string): number | undefined {
  const [whole, from, amount, minutes, , extra] = match;
  const after = text.slice(match.index + whole.length);
  // "60s rock" is a decade. "60s long" and "60s ad" are lengths.
  if (DECADE.test(whole) && !/^ ?-?(?:long|ad|spot|clip|cut|edit|loop|video|version|promo)\b/.test(after))
    return undefined;
  const middle = from === undefined ? toNumber(amount!) : (toNumber(from) + toNumber(amount!)) / 2;
  const half = whole.endsWith("and a half") ? 0.5 : 0;
  return minutes === undefined ? middle + half : (middle + half) * 60 + (extra === undefined ? 0 : toNumber(extra));
}

function toNumber(text: string): number {
  return NUMBER_WORDS.get(text) ?? Number(text.replace(",", "."));
}
