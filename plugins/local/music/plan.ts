import { createRandom, hash } from "#plugins/local/draw/random";
import { findRequestedLength, MAX_SECONDS, MIN_SECONDS } from "#plugins/local/music/duration";
import { GENRES, type GenreName } from "#plugins/local/music/genres";
import type { FormName, Genre, Role } from "#plugins/local/music/genres/genre";
import { formatKey, isMinor, type Key } from "#plugins/local/music/harmony";
import { type Asked, listen } from "#plugins/local/music/listen";
import { getBarSeconds, METRES, type MetreName } from "#plugins/local/music/metre";
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

export interface TrackRequest {
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
  /** Beats per minute: dotted quarters in 6/8 and 12/8. */
  bpm: number;
  metre: MetreName;
  form: FormName;
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
export function planMusic(request: TrackRequest): MusicPlan {
  const asked = request.seconds ?? findRequestedLength(request);
  return planLength(request, asked === undefined ? undefined : Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, asked)));
}

/** Like `planMusic`, but without limits on the length. */
export function planLength(request: TrackRequest, seconds: number | undefined): MusicPlan {
  const seed = request.seed ?? hash(request.prompt);
  const choose = createRandom(seed);
  const asked = listen(request.prompt, request.style ?? "");
  const genre = asked.genre;
  const spec = GENRES[genre];
  const mood = asked.mood === null ? undefined : MOODS[asked.mood];
  const key = chooseKey(asked, mood?.modes, spec.minor, choose);
  const energy = Math.min(1, Math.max(0, (mood?.energy ?? 0.55) + (choose() - 0.5) * 0.1));
  const metre = asked.metre ?? spec.metre;
  const tempo = chooseTempo(asked, tempoRange(spec, metre), mood?.tempo ?? 0, choose);
  const fit = fitBars(tempo, metre, asked.bpm !== undefined, seconds, choose);
  const list = isMinor(key.mode) ? spec.minors : spec.major;
  const chorus = pick(list, choose);
  const verse = choose() < 0.5 ? chorus : pick(list, choose);
  const title = request.title === undefined ? "" : cleanTitle(request.title);
  const name = formatKey(key);
  return {
    title: title || makeTitle(request.prompt, `${spec.label} in ${name}`),
    seed,
    ...fit,
    metre,
    form: asked.builds ? "build" : spec.form,
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

/** The tempo range in another metre than the genre's own: beats of three eighths are slower than those of two. */
function tempoRange({ bpm, metre }: Genre, asked: MetreName): readonly [number, number] {
  const ratio = METRES[metre].beat / METRES[asked].beat;
  return [bpm[0] * ratio, bpm[1] * ratio];
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

/**
 * Fits whole bars and the last chord's ring-out into a length. Unless `fixedTempo`, the tempo may change by up to
 * 5% to make the bars fit. Without `seconds`, it chooses a length.
 */
function fitBars(
  tempo: number,
  metre: MetreName,
  fixedTempo: boolean,
  seconds: number | undefined,
  choose: () => number,
): Fit {
  if (seconds === undefined) {
    const bar = getBarSeconds({ metre, bpm: tempo });
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
    const bar = getBarSeconds({ metre, bpm });
    const bars = Math.max(1, Math.floor((seconds - least) / bar));
    const miss = Math.abs(seconds - bars * bar - ringOut) + Math.abs(bpm - tempo) * 0.02;
    if (miss < bestMiss) {
      bestMiss = miss;
      best = { bpm, bars, seconds };
    }
  }
  return best!;
}
