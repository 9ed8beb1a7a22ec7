import { hash, random } from "#plugins/local/draw/random";
import { askedLength, MAX_SECONDS, MIN_SECONDS } from "#plugins/local/music/duration";
import { GENRES, type GenreName, type Role } from "#plugins/local/music/genres";
import { isMinor, type Key, keyName } from "#plugins/local/music/harmony";
import { type Asked, listen } from "#plugins/local/music/listen";
import type { VoiceName } from "#plugins/local/music/sound/patches";
import { cleanTitle, makeTitle } from "#plugins/local/music/title";
import { MOODS, type Mode } from "#plugins/local/music/vocabulary";

const DEFAULT_MIN = 34;
const DEFAULT_SPAN = 20;

interface Fit {
  bpm: number;
  bars: number;
  seconds: number;
}

interface Progressions {
  major: readonly string[];
  minor: readonly string[];
}

const COMMON: Progressions = {
  major: ["1 5 6 4", "6 4 1 5", "1 6 4 5", "4 1 5 6", "1 4 6 5", "1 3 4 5"],
  minor: ["1 6 3 7", "1 4 6 7", "6 7 1 1", "1 7 6 7", "1 3 7 4", "1 6 4 5M"],
};

const OWN: Partial<Record<GenreName, Partial<Progressions>>> = {
  lofi: { major: ["2 5 1 6", "4 3 2 1", "1 6 2 5", "4 5 3 6"], minor: ["1 4 7 3", "6 7 1 1", "4 7 3 6", "1 6 2 5M"] },
  house: { minor: ["1 6 3 7", "1 7 6 4", "6 7 1 3", "1 4 6 7"] },
  techno: { major: ["1 1 4 4", "1 6"], minor: ["1 1 6 7", "1 6", "1 7"] },
  trap: { minor: ["1 6 1 7", "1 1 6 5M", "1 4 6 5M", "6 5M 1 1"] },
  hiphop: { major: ["2 5 1 6", "4 3 2 1"], minor: ["1 6 4 5M", "1 4 1 6", "6 7 1 1"] },
  ambient: { major: ["1 4", "1 6 4 5", "4 1", "1 5 4 4"], minor: ["1 6", "1 3 6 7", "6 1 7 4"] },
  cinematic: { major: ["1 5 6 4", "6 4 1 5", "4 5 6 1"], minor: ["1 6 3 7", "1 6 4 5M", "1 3 7 6", "1 7 6 7"] },
  rock: { major: ["1 5 6 4", "1 4 5 4", "1 4 1 5", "6 4 1 5"], minor: ["1 6 7 1", "1 3 7 6", "1 7 6 7", "6 7 1 1"] },
  funk: { major: ["1 4 1 4", "2 5 2 5", "1 4 2 5"], minor: ["1 4 1 4", "1 1 4 4", "1 7 6 7"] },
  jazz: { major: ["2 5 1 6", "1 6 2 5", "3 6 2 5", "1 4 3 6 2 5 1 1"], minor: ["1 4 2 5M", "2 5M 1 1", "1 6 2 5M"] },
  corporate: { major: ["1 5 6 4", "4 1 5 6", "1 4 6 5", "6 4 1 5"] },
  dnb: { minor: ["1 6 3 7", "6 7 1 1", "1 3 6 7"] },
  latin: { minor: ["1 6 3 7", "1 7 6 5M", "6 7 1 1", "1 4 7 3"] },
};

export interface MusicRequest {
  prompt: string;
  /** Takes precedence over the prompt. */
  style?: string;
  title?: string;
  /** Clamped to 3–300. Defaults to what the prompt asks for, else about 35 to 60. */
  seconds?: number;
  /** Defaults to a hash of the prompt. */
  seed?: number;
}

/** All musical decisions. The same plan always renders the same samples. */
export interface MusicPlan {
  title: string;
  seed: number;
  /** Exact length of the track. */
  seconds: number;
  genre: GenreName;
  /** The strongest mood in the prompt: a key of `MOODS`. */
  mood: string | null;
  /** 0 (calm) to 1 (energetic). */
  energy: number;
  bpm: number;
  key: Key;
  /** Such as "A minor". */
  keyName: string;
  /** Whole bars before the final chord, which rings for the rest of `seconds`. */
  bars: number;
  progressions: { verse: string; chorus: string };
  drums: boolean;
  /** Sound of each part. Null leaves the part out. */
  voices: Record<Role, VoiceName | null>;
  /** Parts that the prompt asks for. They play in all sections. */
  featured: Role[];
}

/** Derives genre, mood, key, tempo, instruments and length from `prompt` and `style`. Accepts any text. */
export function planMusic(request: MusicRequest): MusicPlan {
  const asked = request.seconds ?? askedLength(request);
  return planLength(request, asked === undefined ? undefined : Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, asked)));
}

/** Like `planMusic`, but without limits on the length. */
export function planLength(request: MusicRequest, seconds: number | undefined): MusicPlan {
  const seed = request.seed ?? hash(request.prompt);
  const choose = random(seed);
  const asked = listen(request.prompt, request.style ?? "");
  const genre = asked.genre;
  const spec = GENRES[genre];
  const mood = asked.mood === null ? undefined : MOODS[asked.mood];
  const key = chooseKey(asked, mood?.modes, spec.minor, choose);
  const energy = Math.min(1, Math.max(0, (mood?.energy ?? 0.55) + (choose() - 0.5) * 0.1));
  const tempo = chooseTempo(asked, spec.bpm, mood?.tempo ?? 0, choose);
  const fit = fitBars(tempo, asked.bpm !== undefined, seconds, choose);
  const list = progressionsFor(genre, isMinor(key.mode));
  const chorus = pick(list, choose);
  const verse = choose() < 0.5 ? chorus : pick(list, choose);
  const title = request.title === undefined ? "" : cleanTitle(request.title);
  const name = keyName(key);
  return {
    title: title || makeTitle(request.prompt, `${spec.label} in ${name}`),
    seed,
    ...fit,
    genre,
    mood: asked.mood,
    energy,
    key,
    keyName: name,
    progressions: { verse, chorus },
    drums: asked.drums ?? spec.drums,
    voices: chooseVoices(asked, spec.voices),
    featured: [...asked.voices.keys()],
  };
}

function chooseKey(asked: Asked, modes: readonly Mode[] | undefined, minor: number, choose: () => number): Key {
  const byMood = modes ? pick(modes, choose) : choose() < minor ? "minor" : "major";
  const tonic = Math.floor(choose() * 12);
  return { tonic: asked.tonic ?? tonic, mode: asked.mode ?? byMood };
}

function chooseTempo(asked: Asked, range: readonly [number, number], push: number, choose: () => number): number {
  const place = asked.tempoPlace ?? Math.min(1, Math.max(0, 0.5 + push * 0.5 + (choose() - 0.5) * 0.5));
  return asked.bpm ?? Math.round(range[0] + (range[1] - range[0]) * place);
}

function chooseVoices(asked: Asked, own: Readonly<Record<Role, VoiceName | null>>): Record<Role, VoiceName | null> {
  const voices = { ...own };
  for (const role of Object.keys(voices) as Role[]) {
    if (asked.solo) voices[role] = null;
    const wanted = asked.voices.get(role);
    if (wanted) voices[role] = wanted;
    const voice = voices[role];
    if (asked.without.has(role) || (voice && asked.withoutVoices.has(voice))) voices[role] = substitute(role, asked);
  }
  // At least one part must play the harmony.
  if (Object.values(voices).every((voice) => voice === null) && asked.drums !== true) voices.pad = "softPad";
  // A solo chord instrument plays the bass and the melody too.
  if (asked.solo && voices.chords) return { ...voices, bass: voices.chords, lead: voices.lead ?? voices.chords };
  return voices;
}

const SUBSTITUTES: Partial<Record<Role, readonly VoiceName[]>> = {
  chords: ["piano", "softPad", "acousticGuitar", "organ"],
  bass: ["warmBass", "uprightBass"],
};

/** Replaces an excluded sound of the chords or the bass, unless the whole part is excluded. */
function substitute(role: Role, asked: Asked): VoiceName | null {
  if (asked.without.has(role)) return null;
  return SUBSTITUTES[role]?.find((voice) => !asked.withoutVoices.has(voice)) ?? null;
}

function pick<T>(list: readonly T[], choose: () => number): T {
  return list[Math.floor(choose() * list.length)]!;
}

/** Typical chord progressions of a genre, as scale degrees. */
function progressionsFor(genre: GenreName, minor: boolean): readonly string[] {
  const kind = minor ? "minor" : "major";
  return OWN[genre]?.[kind] ?? COMMON[kind];
}

/**
 * Fits whole 4/4 bars and the last chord's ring-out into a length. Unless `fixedTempo`, the tempo may change by up to
 * 5% to make the bars fit. Without `seconds`, it chooses a length.
 */
function fitBars(tempo: number, fixedTempo: boolean, seconds: number | undefined, choose: () => number): Fit {
  if (seconds === undefined) {
    const bar = 240 / tempo;
    const bars = Math.max(4, 4 * Math.round((DEFAULT_MIN + choose() * DEFAULT_SPAN) / bar / 4));
    return { bpm: tempo, bars, seconds: Math.ceil(bars * bar + 2.2) };
  }
  const ringOut = Math.min(2.4, Math.max(0.7, seconds * 0.07));
  const least = ringOut * 0.6;
  let best: Fit | undefined;
  let bestMiss = Number.POSITIVE_INFINITY;
  const spread = fixedTempo ? 0 : Math.floor(tempo * 0.05);
  for (let step = 0; step <= 2 * spread; step++) {
    // Nearest tempos first: 0, +1, -1, +2, -2, …
    const bpm = tempo + (step % 2 ? (step + 1) / 2 : -step / 2);
    const bars = Math.max(1, Math.floor((seconds - least) / (240 / bpm)));
    const miss = Math.abs(seconds - (bars * 240) / bpm - ringOut) + Math.abs(bpm - tempo) * 0.02;
    if (miss < bestMiss) {
      bestMiss = miss;
      best = { bpm, bars, seconds };
    }
  }
  return best!;
}
