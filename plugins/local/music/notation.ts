import { hasWords, padTokens, tokenize } from "#plugins/local/music/match-words";
import type { Mode } from "#plugins/local/music/vocabulary";

const NOTES: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const MODES: Readonly<Record<string, Mode>> = {
  major: "major",
  maj: "major",
  minor: "minor",
  min: "minor",
  dorian: "dorian",
  lydian: "lydian",
  mixolydian: "mixolydian",
  phrygian: "phrygian",
};
const ACCIDENTAL = "(#|♯|♭|b(?![a-z])|[ -]sharp|[ -]flat)?";
const MODE_WORD = `(?:[ -]?(${Object.keys(MODES).join("|")})\\b)`;
/** Matches "in F# minor", "key of e flat" and "Bb minor", but not "a major brand". */
const KEYS = [
  new RegExp(`\\b[Kk]ey(?: of|:)? ?([A-Ga-g])${ACCIDENTAL}(?![a-z])${MODE_WORD}?`),
  new RegExp(`\\bin ([A-G])${ACCIDENTAL}(?![a-z])${MODE_WORD}`),
  /\bin ([A-G])(#|♯|♭|b|[ -]sharp|[ -]flat)(?![a-z])/,
  new RegExp(`(?<![\\p{L}\\p{N}])([B-G])${ACCIDENTAL}${MODE_WORD}`, "u"),
  // "A minor" only counts if no noun follows.
  new RegExp(`(?<![\\p{L}\\p{N}])(A)${ACCIDENTAL}${MODE_WORD}(?=\\s*(?:[,.;:!?)/|]|$|\\d|key\\b|scale\\b))`, "mu"),
  /\bin (a)()[ -](minor|major)(?=\s*(?:[,.;:!?)]|$))/mu,
  new RegExp(`(?<![\\p{L}\\p{N}])([a-gA-G])(#|♯|♭|[ -]sharp|[ -]flat)${MODE_WORD}`, "u"),
  /(?<![\p{L}\p{N}])([A-G])(#|♯|♭|b)?(maj|min|m)(?![\p{L}\p{N}'’]| I\b)/u,
];
/** Keys in other languages: "a-moll", "Cis-Dur", "la mineur", "do mayor", "sol maggiore". */
const FOREIGN: readonly { pattern: RegExp; minor: RegExp }[] = [
  {
    pattern: /(?<!\p{L})([a-h])(is|es|s)?[ -](moll|dur)(?!\p{L})/iu,
    minor: /moll/i,
  },
  {
    pattern:
      /(?<!\p{L})(do|dó|ut|ré|re|mi|fa|fá|sol|la|lá|si)[ -]?(#|♯|♭|dièse|bémol|sostenido|bemol|diesis|bemolle)?[ -](mineur|majeur|menor|mayor|maior|minore|maggiore)(?!\p{L})/iu,
    minor: /^(?:min|men)/i,
  },
];
const SYLLABLES: Readonly<Record<string, number>> = { do: 0, ut: 0, re: 2, mi: 4, fa: 5, sol: 7, la: 9, si: 11 };
const BPM =
  /(?<![\d.])(\d{2,3})(?:\.\d+)?(?: ?(?:-|–|to) ?(\d{2,3}))? ?-?(?:bpm|beats per minute)(?![\p{L}\p{N}])|(?<!\p{L})(?:bpm|tempo)(?: of|:| at)? ?(\d{2,3})(?!\d)/iu;

/** Reads a tempo such as "120 bpm", "118-122 BPM" (the middle) or "tempo 90", clamped to 40–220. */
export function readBpm(text: string): number | undefined {
  const match = BPM.exec(text);
  if (!match) return undefined;
  const from = Number(match[1] ?? match[3]);
  const bpm = match[2] === undefined ? from : (from + Number(match[2])) / 2;
  return Math.round(Math.min(220, Math.max(40, bpm)));
}

/** A number that stands alone: at the end, before a comma, or before one of these words. Not "120 guests" or "9:16". */
const BARE =
  /(?:\b(at|around|about|ca|bei|à|около)\.? |(@|~) ?)?(?<![\p{L}\p{N}.,:/#$€£%'’+×-])(\d{2,3})(?=\s*$|[,;!?)\n]|\.(?!\d)| (?:in|for|with|and|no|without|für|mit|pour|avec|para|con) )/giu;

/**
 * Reads a tempo without a unit: "house, 118", "house 118" or "at 118". It must be plausible for the genre, whose tempo
 * range is `range`. Years, counts and lengths are not tempos.
 */
export function readBareTempo(
  text: string,
  [slowest, fastest]: readonly [number, number],
  genres: readonly string[],
): number | undefined {
  for (const match of text.matchAll(BARE)) {
    const bpm = Number(match[3]);
    if (bpm < slowest * 0.72 || bpm > fastest * 1.4) continue;
    const before = padTokens(tokenize(text.slice(0, match.index))).trimEnd();
    const isItem = /(?:^|[,;(])\s*$/.test(text.slice(0, match.index));
    if (match[1] || match[2] || isItem || genres.some((name) => before.endsWith(` ${name}`))) return bpm;
  }
  return undefined;
}

/** Reads a key or a mode. `asked` is the same text, prepared for `hasWords`. */
export function readKey(
  text: string,
  asked: string,
): { tonic: number | undefined; mode: Mode | undefined } | undefined {
  for (const pattern of KEYS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const accidental = match[2] ?? "";
    const shift = /#|♯|sharp/.test(accidental) ? 1 : accidental === "" ? 0 : -1;
    const mode = match[3] === "m" ? "minor" : match[3] && MODES[match[3]];
    return { tonic: (NOTES[match[1]!.toLowerCase()]! + shift + 12) % 12, mode: mode as Mode | undefined };
  }
  const foreign = readForeignKey(text);
  if (foreign) return foreign;
  // "Major" alone is usually an adjective ("a major brand").
  const mode = Object.keys(MODES).find(
    (m) => m.length > 3 && (hasWords(asked, `${m} key`) || (m !== "major" && hasWords(asked, m))),
  );
  return mode ? { tonic: undefined, mode: MODES[mode] } : undefined;
}

function readForeignKey(text: string): { tonic: number; mode: Mode } | undefined {
  for (const { pattern, minor } of FOREIGN) {
    const [, name = "", sign = "", mode = ""] = pattern.exec(text) ?? [];
    if (!name) continue;
    const note = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    // German H is B, and German B is B flat.
    const natural = SYLLABLES[note] ?? (note === "h" ? 11 : note === "b" ? 10 : NOTES[note]!);
    const shift = /^(?:is|#|♯|di|sos)/i.test(sign) ? 1 : sign === "" ? 0 : -1;
    return { tonic: (natural + shift + 12) % 12, mode: minor.test(mode) ? "minor" : "major" };
  }
  return undefined;
}
