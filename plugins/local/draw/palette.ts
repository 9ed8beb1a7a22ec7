import { chooseInk, fromHsl, getContrast, mix, toHsl, withContrast } from "./colors";
import { findNamedColors } from "./colorwords";
import { findStyle, type Mood } from "./moods";
import { createPalette, type Palette, palettes, subjects } from "./palettes";
import { stripArticles } from "./scripts";

export type { Palette };

/** Texts and colours that determine a palette. */
export interface PaletteWish {
  /** Instructions about the look. Their colours come first. */
  look: string;
  subject: string;
  /** Content that must not be shown. Palettes with its colours are excluded. */
  avoid: string;
  mood?: Mood;
  /** The brand's own colours, as hex. They override all others. */
  colors?: readonly string[];
  /** Hue of the pictures, from 0 to 360. */
  hue?: number | undefined;
}

/** Chooses the palette of a text: by the colours it names, otherwise by its subject, otherwise at random. */
export function choosePalette(
  { look, subject, avoid, colors = [], mood, hue }: PaletteWish,
  random: () => number,
): Palette {
  const unwanted = findNamedColors(avoid, 9);
  const allowed = (text: string) =>
    findNamedColors(text).filter((color) => !unwanted.some((other) => isAlike(color, other)));
  const text = `${look} ${subject}`;
  // Pictures have the colors of what a text names.
  const inSubject = hue === undefined ? allowed(subject.replace(colorInName, "")) : [];
  const named = withNeon([allowed(look), inSubject], look, random);
  const chance = random();
  if (colors.length > 0) return toPalette(colors.slice(0, 3));
  if (named.length > 0) return toPalette(named, /\b(?:dark|night|moody|neon|dunkel)\b/i.test(text));
  const isUnwanted = (color: string) => unwanted.some((other) => isAlike(color, other));
  const free = palettes.filter((one) => ![one.base, one.accent, ...one.stops, ...one.vivid].some(isUnwanted));
  const choice = filterByMood(free.length > 0 ? free : palettes, look);
  const ofPicture = hue === undefined ? undefined : ofHue(choice, hue);
  const lists = [ofMood[findStyle(look) ?? "plain"], ofPicture, ofSubject(text), ofMood[mood ?? "plain"]];
  const candidates = narrow(choice, lists, ofPicture ? 1 : LEAST_CHOICE);
  return candidates[Math.floor(chance * candidates.length)]!;
}

/** Fewer palettes would make clips without pictures look alike. */
const LEAST_CHOICE = 3;

/** Applies lists of names, the most important first. A list that leaves little choice is ignored. */
function narrow(all: readonly Palette[], lists: readonly (string | undefined)[], least: number): readonly Palette[] {
  const [choice] = lists.reduce<[readonly Palette[], boolean]>(
    ([left, isNarrow], list) => {
      // A mood only chooses for a text whose subject is unknown.
      if (!list || (isNarrow && list === lists.at(-1))) return [left, isNarrow];
      const names = list.split(" ");
      const fitting = names.flatMap((name) => left.find((palette) => palette.name === name) ?? []);
      return fitting.length >= Math.min(least, names.length) ? [fitting, true] : [left, isNarrow];
    },
    [all, false],
  );
  return choice;
}

/** "Black Friday", "Black Forest", "rue des Lilas 12" and "Studio Weiß, Ulm" are names. */
const colorInName =
  /(?<!\p{L})\p{Lu}\p{Ll}+(?=\s(?:\p{Lu}\p{Ll}|\p{N}))|(?<=\p{Lu}\p{L}+ )\p{Lu}\p{Ll}+(?=\s*(?:[,.!]|$))/gu;

const neons = ["#b6ff1a", "#ff2bd6", "#18e6ff"] as const;
const isNeutral = (color: string): boolean => toHsl(color)[1] < 0.15;

/** Returns the first named colors; "neon colors on black" also gets a neon color. */
function withNeon(choices: readonly string[][], look: string, random: () => number): string[] {
  const named = choices.find((colors) => colors.length > 0) ?? [];
  if (!/\bneon/iu.test(look) || named.length === 0 || !named.every(isNeutral)) return named;
  return [...named, neons[Math.floor(random() * neons.length)]!];
}

/**
 * Builds a palette from one to three colours: the first is the background, the next the accent. Greys stay without a
 * hue.
 */
export function toPalette(colors: readonly string[], preferDark = false): Palette {
  const [first, second, third] = ground(colors);
  const base = preferDark ? darken(first!) : first!;
  const ink = second && getContrast(second, base) >= 7 && toHsl(second)[1] < 0.2 ? second : chooseInk(base);
  const readable = getContrast(ink, base) >= 4.6 ? base : withContrast(base, ink, 4.6);
  const partner = second === ink ? third : second;
  const accent = withContrast(
    partner ?? (preferDark ? first! : ink === "#ffffff" ? mix(first!, "#ffffff", 0.86) : ink),
    readable,
    3,
  );
  const shapes = [partner ?? mix(first!, "#ffffff", 0.35), third ?? mix(accent, readable, 0.35)];
  return createPalette("custom", [readable, accent, ...shapes], ink);
}

/** White that is named with another colour is rarely the background. */
function ground(colors: readonly string[]): readonly string[] {
  const [first, second, ...rest] = colors;
  return first === "#ffffff" && second && second !== "#0c0c10" ? [second, first, ...rest] : colors;
}

/** Minimum length of a word that is also matched inside longer words. */
const LONG_WORD = 6;

function countWords(entries: string, words: ReadonlySet<string>, text: string): number {
  return entries.split(" ").filter((word) => {
    // Scripts without spaces have no separate words, so their entries match anywhere.
    if (/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(word)) return text.includes(word);
    if (words.has(word) || words.has(`${word}s`) || words.has(`${word}es`)) return true;
    // Compounds: "Fitnessstudio", "Handwerksbäckerei".
    return (
      word.length >= LONG_WORD &&
      [...words].some((other) => other.length > word.length + 2 && (other.startsWith(word) || other.endsWith(word)))
    );
  }).length;
}

/** Returns the palettes of the subject of a text, or undefined. */
function ofSubject(text: string): string | undefined {
  const words = new Set(stripArticles(text.toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const scores = subjects.map(([, known]) => countWords(known, words, text));
  const best = Math.max(...scores);
  return best > 0 ? subjects[scores.indexOf(best)]![0] : undefined;
}

/** Maximum distance of a color from the hue of a picture, and its least saturation. */
const SAME_HUE = { degrees: 28, saturation: 0.25 } as const;

/** Returns the palettes with an accent or a background of a hue. */
function ofHue(all: readonly Palette[], hue: number): string {
  const isNear = (color: string) => {
    const [own, saturation] = toHsl(color);
    const away = Math.abs(own - hue) % 360;
    return saturation >= SAME_HUE.saturation && Math.min(away, 360 - away) <= SAME_HUE.degrees;
  };
  return all.flatMap(({ name, base, accent }) => (isNear(accent) || isNear(base) ? name : [])).join(" ");
}

/** Palettes that suit a mood regardless of the industry. */
const ofMood: Readonly<Record<Mood, string>> = {
  loud: "volt ink coral sunset sky tomato citrus cobalt tangerine violet limeade raspberry paper",
  calm: "linen sage rosewood terracotta plum navy cream bone champagne petrol moss powder blueberry",
  playful: "candy lemonade citrus coral mint flamingo lilac aqua tangerine powder peach limeade paper",
  tech: "ocean graphite sky navy mono cloud violet midnight steel cobalt lilac",
  moody: "oxblood midnight ember noir plum petrol espresso bottle moss chalkboard",
  minimal: "chalk cloud bone mono linen",
  luxury: "noir bottle champagne bone oxblood navy",
  retro: "mustard seafoam avocado brick teal terracotta butter paper tangerine",
  neon: "neonPink neonGreen neonBlue",
  // Nothing calls for greys.
  plain: palettes.flatMap(({ name, accent }) => (toHsl(accent)[1] < 0.2 ? [] : name)).join(" "),
};

/** Moods of instructions and their palettes. */
const moods: readonly { named: RegExp; has(palette: Palette): boolean }[] = [
  {
    named:
      /\b(?:warm\p{L}*|co[sz]y|sunset|autumn|fall colors|chaleureu\p{L}*|chaud\p{L}*|cálid\p{L}*|cald[oiae]|quentes?|gemütlich\p{L}*|тёпл\p{L}*)(?!\p{L})/iu,
    has: ({ base, accent }) => isWarm(base) && (isWarm(accent) || toHsl(accent)[1] < 0.15),
  },
  {
    named: /\b(?:cool colou?rs|cold colou?rs|icy|frozen|kühl\p{L}*|froid\p{L}*|frí[oa]s?)(?!\p{L})/iu,
    has: ({ base }) => !isWarm(base),
  },
  {
    named: /\b(?:dark|moody|night|dunk\p{L}*|düster\p{L}*|sombre|oscur\p{L}*|escur\p{L}*|scur\p{L}*)(?!\p{L})/iu,
    has: ({ dark }) => dark,
  },
  {
    named: /\bpastel/iu,
    has: ({ base, dark }) => !dark && toHsl(base)[2] > 0.78 && toHsl(base)[1] > 0.35,
  },
  {
    named: /\b(?:bright|light|airy|pastel\p{L}*|hell\p{L}*|lumineu\p{L}*|clair\p{L}*|luminos\p{L}*)(?!\p{L})/iu,
    has: ({ dark }) => !dark,
  },
];

function isWarm(color: string): boolean {
  const [hue, saturation] = toHsl(color);
  return saturation < 0.12 || hue < 65 || hue > 320;
}

/** Keeps the palettes in the requested mood, if there are any. */
function filterByMood<P extends Palette>(all: readonly P[], look: string): readonly P[] {
  return moods.reduce((left, { named, has }) => {
    const fitting = named.test(look) ? left.filter(has) : left;
    return fitting.length > 0 ? fitting : left;
  }, all);
}

const HUE_DISTANCE = 45;

/** True if two colours have the same common name. */
function isAlike(a: string, b: string): boolean {
  const [hueA, saturationA, lightnessA] = toHsl(a);
  const [hueB, saturationB, lightnessB] = toHsl(b);
  if (saturationA < 0.15 || saturationB < 0.15) {
    return saturationA < 0.15 && saturationB < 0.15 && Math.abs(lightnessA - lightnessB) < 0.2;
  }
  const distance = Math.abs(hueA - hueB) % 360;
  return Math.min(distance, 360 - distance) < HUE_DISTANCE;
}

function darken(color: string): string {
  const [hue, saturation, lightness] = toHsl(color);
  return fromHsl(hue, Math.min(saturation, 0.6), Math.min(lightness, 0.16));
}
