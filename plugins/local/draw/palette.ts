import { contrast, fromHsl, inkOn, luminance, mix, toHsl, withContrast } from "./colors";
import { colorsNamed } from "./colorwords";
import type { Mood } from "./moods";
import { type Palette, palettes } from "./palettes";
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
}

/** Chooses the palette of a text: by the colours it names, otherwise by its subject, otherwise at random. */
export function paletteFor({ look, subject, avoid, colors = [], mood }: PaletteWish, random: () => number): Palette {
  const unwanted = colorsNamed(avoid, 9);
  const allowed = (text: string) =>
    colorsNamed(text).filter((color) => !unwanted.some((other) => isAlike(color, other)));
  const text = `${look} ${subject}`;
  const named = withNeon([allowed(look), allowed(subject.replace(colorInName, ""))], look, random);
  const chance = random();
  if (colors.length > 0) return paletteFromColors(colors.slice(0, 3));
  if (named.length > 0) return paletteFromColors(named, /\b(?:dark|night|moody|neon|dunkel)\b/i.test(text));
  const free = palettes.filter(
    ({ base, accent, stops, vivid }) =>
      ![base, accent, ...stops, ...vivid].some((color) => unwanted.some((other) => isAlike(color, other))),
  );
  const choice = filterByMood(free.length > 0 ? free : palettes, look);
  const words = new Set(stripArticles(text.toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const scored = choice.map((palette) => ({
    palette,
    score: countWords(palette.words, words, text),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const fitting = scored.filter(({ score }) => score === best).map(({ palette }) => palette);
  // Include the palettes of the mood, so that not every gym is black and lime.
  const moody = mood === undefined || best === 0 ? [] : choice.filter(({ name }) => ofMood[mood]?.includes(name));
  const candidates = [...(moody.length > 0 ? [...fitting, ...fitting] : []), ...fitting, ...moody];
  return candidates[Math.floor(chance * candidates.length)]!;
}

/** "Black Friday" and "Black Forest" are names. */
const colorInName = /(?<!\p{L})\p{Lu}\p{Ll}+(?=\s\p{Lu}\p{Ll})/gu;

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
export function paletteFromColors(colors: readonly string[], preferDark = false): Palette {
  const [first, second, third] = ground(colors);
  const dark = preferDark || luminance(first!) < 0.3;
  const base = preferDark ? darkened(first!) : first!;
  const ink = second && contrast(second, base) >= 7 && toHsl(second)[1] < 0.2 ? second : inkOn(base);
  const readable = contrast(ink, base) >= 4.6 ? base : withContrast(base, ink, 4.6);
  const [hue, saturation, lightness] = toHsl(readable);
  const toned = (turn: number, shift: number) =>
    withContrast(fromHsl(hue + turn, saturation, clamp(lightness + shift)), ink, 4.6);
  const partner = second === ink ? third : second;
  const accent = withContrast(
    partner ?? (preferDark ? first! : ink === "#ffffff" ? mix(first!, "#ffffff", 0.86) : ink),
    readable,
    3,
  );
  return {
    name: "custom",
    base: readable,
    stops: [toned(0, dark ? 0.05 : -0.05), toned(18, dark ? -0.05 : 0.05), toned(-18, 0)],
    vivid: [partner ?? mix(first!, "#ffffff", 0.35), third ?? mix(accent, readable, 0.35), mix(readable, ink, 0.25)],
    ink,
    accent,
    accentInk: contrast(readable, accent) >= 4.5 ? readable : inkOn(accent),
    dark: ink === "#ffffff",
  };
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

/** Palettes that suit a mood regardless of the industry. */
const ofMood: Readonly<Partial<Record<Mood, readonly string[]>>> = {
  loud: ["volt", "ink", "coral", "sunset", "sky", "tomato", "citrus"],
  calm: ["linen", "sage", "rosewood", "noir", "terracotta", "plum", "navy"],
  playful: ["candy", "lemonade", "citrus", "coral", "mint"],
  tech: ["ocean", "graphite", "sky", "navy", "mono"],
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

const HUE_DISTANCE = 38;

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

function darkened(color: string): string {
  const [hue, saturation, lightness] = toHsl(color);
  return fromHsl(hue, Math.min(saturation, 0.6), Math.min(lightness, 0.16));
}

function clamp(value: number): number {
  return Math.min(0.94, Math.max(0.06, value));
}
