import { GENRES, type GenreName } from "#plugins/local/music/genres";
import type { Role } from "#plugins/local/music/genres/genre";
import { hasWords, splitNegated } from "#plugins/local/music/match-words";
import { type MetreName, readMetre } from "#plugins/local/music/metre";
import { readBareTempo, readBpm, readKey } from "#plugins/local/music/notation";
import type { VoiceName } from "#plugins/local/music/sound/patches";
import {
  BUILDS,
  INSTRUMENTS,
  type InstrumentWord,
  MOODS,
  type Mode,
  NOT_MUSIC,
  TEMPO_WORDS,
} from "#plugins/local/music/vocabulary";

/** What a prompt and a style ask for. Undefined or null if not mentioned. */
export interface Asked {
  genre: GenreName;
  mood: string | null;
  bpm: number | undefined;
  metre: MetreName | undefined;
  /** Grows until its end. */
  builds: boolean;
  /** Position in the genre's tempo range: 0 is the slow end, 1 the fast end. */
  tempoPlace: number | undefined;
  tonic: number | undefined;
  mode: Mode | undefined;
  voices: Map<Role, VoiceName>;
  without: Set<Role>;
  withoutVoices: Set<VoiceName>;
  drums: boolean | undefined;
  /** Plays the requested instruments only. */
  solo: boolean;
}

const STYLE_WEIGHT = 1000;
const GENRE_NAMES = Object.values(GENRES).flatMap(({ names }) => names.split(","));
const SOLO =
  / solo (?!career)|(?: only| just| nothing but) (?:an? |the )?(?:\w+ )?(?:piano|guitar|ukulele|strings|harp|flute|organ|cello|violin) /;

/** Parses a prompt and a style. The style takes precedence. */
export function listen(prompt: string, style: string): Asked {
  const texts = [style, prompt].map((text) => ({ text, ...splitNegated(text, isInstrument) }));
  for (const t of texts) t.asked = musical(t.asked);
  const key = first(texts, (t) => readKey(t.text, t.asked));
  const mood = readMood(texts.map((t) => t.asked));
  const genre = readGenre(texts.map((t) => t.asked)) ?? (mood === null ? "pop" : MOODS[mood]!.genre);
  const asked: Asked = {
    genre,
    mood,
    bpm: first(
      texts,
      (t) => readBpm(t.text) ?? readBareTempo(t.text, GENRES[genre].bpm, GENRE_NAMES) ?? tempoWord(t.asked)?.bpm,
    ),
    metre: first(texts, (t) => readMetre(t.text)),
    builds: texts.some((t) => phrases(BUILDS).some((p) => hasWords(t.asked, p))),
    tempoPlace: first(texts, (t) => tempoWord(t.asked)?.place),
    tonic: key?.tonic,
    mode: key?.mode,
    voices: new Map(),
    without: new Set(),
    withoutVoices: new Set(),
    drums: undefined,
    solo: texts.some((t) => SOLO.test(t.asked)),
  };
  // Read the prompt first, so that the style can override it.
  for (const { asked: wanted, ruledOut } of texts.toReversed()) readInstruments(wanted, ruledOut, asked);
  if (asked.solo && asked.drums !== true) asked.drums = false;
  return asked;
}

function first<T, R>(list: readonly T[], read: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

function musical(text: string): string {
  return phrases(NOT_MUSIC).reduce((t, phrase) => t.replaceAll(` ${phrase} `, " "), text);
}

function phrases(words: string): string[] {
  return words.split(",");
}

function isInstrument(word: string): boolean {
  return INSTRUMENTS.some((i) => phrases(i.words).some((p) => hasWords(` ${word} `, p) || p.startsWith(`${word} `)));
}

/** The first of `texts` is the style, which takes precedence. */
function readGenre(texts: readonly string[]): GenreName | undefined {
  let best: GenreName | undefined;
  let bestScore = 0;
  for (const name of Object.keys(GENRES) as GenreName[]) {
    const words = GENRES[name];
    let score = 0;
    texts.forEach((text, i) => {
      const weight = i === 0 ? STYLE_WEIGHT : 1;
      // Longer names are more specific: "lo fi hip hop" is not hip hop.
      for (const p of phrases(words.names)) if (hasWords(text, p)) score += weight * (3 + p.split(" ").length);
      for (const p of phrases(words.hints)) if (p && hasWords(text, p)) score += weight;
    });
    if (score > bestScore) {
      bestScore = score;
      best = name;
    }
  }
  return best;
}

function readMood(texts: readonly string[]): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const [name, mood] of Object.entries(MOODS)) {
    const count = (text: string) => phrases(mood.words).filter((p) => hasWords(text, p)).length;
    const score = count(texts[0]!) * STYLE_WEIGHT + count(texts[1]!);
    if (score > bestScore) {
      bestScore = score;
      best = name;
    }
  }
  return best;
}

function tempoWord(asked: string) {
  return TEMPO_WORDS.find((t) => phrases(t.words).some((p) => hasWords(asked, p)));
}

function readInstruments(wanted: string, ruledOut: string, into: Asked): void {
  // "Drum and bass" and "bass music" are genres, not instruments.
  let text = wanted.replace(/ (?:drum (?:and|n) bass|drum 'n' bass|bass music) /g, " ");
  for (const { of, phrase } of BY_LENGTH) {
    if (hasWords(ruledOut, phrase)) exclude(of, into);
    if (!hasWords(text, phrase)) continue;
    text = text.replaceAll(` ${phrase} `, " | ").replaceAll(` ${phrase}s `, " | ");
    include(of, into);
  }
}

/** One entry per phrase, longest first, so that "electric piano" does not match "piano". */
const BY_LENGTH = INSTRUMENTS.flatMap((of) => phrases(of.words).map((phrase) => ({ of, phrase }))).sort(
  (a, b) => b.phrase.length - a.phrase.length,
);

function include(word: InstrumentWord, into: Asked): void {
  if (word.role === null) {
    into.drums = true;
    return;
  }
  into.without.delete(word.role);
  const voice = word.in?.[into.genre] ?? word.voice;
  if (!voice) return;
  // A second instrument for the same part takes a free part.
  const role = into.voices.has(word.role)
    ? (["lead", "pad", "arp"] as const).find((r) => !into.voices.has(r))
    : word.role;
  if (role) into.voices.set(role, voice);
}

function exclude(word: InstrumentWord, into: Asked): void {
  if (word.role === null) into.drums = false;
  else if (word.role === "bass" || word.voice === null) into.without.add(word.role);
  else for (const voice of word.family ?? [word.voice]) into.withoutVoices.add(voice);
}
