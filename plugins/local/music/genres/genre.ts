import type { Groove } from "#plugins/local/music/grooves";
import type { MetreName } from "#plugins/local/music/metre";
import type { KitName } from "#plugins/local/music/sound/kits";
import type { VoiceName } from "#plugins/local/music/sound/patches";

export type Role = "bass" | "chords" | "pad" | "lead" | "arp";

/** Chord type: stacked thirds, or a power chord (root, fifth, octave). */
export type Colour = "triad" | "add9" | "seventh" | "ninth" | "power";

export type FormName = "song" | "club" | "loop" | "piece" | "build";

type Motif = "blocks" | "horizon" | "mesh" | "ribbons" | "ridges" | "rings";

/**
 * How a genre sounds. Patterns are one or two bars of sixteenths in `metre`. A letter starts a note, `-` holds it, `.` is
 * a rest. Sections differ in which of several patterns they use.
 *
 * - `comp`: `x` chord, `o` soft chord, `z` chord tones in quick turns, `0`–`9` one chord tone, counted from the lowest,
 *   `n` the scale's note above the highest one, `b` the root below the chord, `f` the fifth below it. `/` separates lines
 *   that sound together.
 * - `bass`: `r` root, `3` third, `5` fifth, `o` octave, `t` tenth, `a` a step towards the next chord's root, `w` walking.
 * - `arp`: chord tones as in `comp`, an octave higher.
 */
export interface Genre {
  label: string;
  /** Names of the genre, and words that hint at it, spelled as `tokenize` returns them. Names weigh more. */
  names: string;
  hints: string;
  metre: MetreName;
  /** Tempo range in beats per minute. */
  bpm: readonly [number, number];
  /** Probability of a minor key if the prompt has no mood. */
  minor: number;
  /** Chord progressions as `buildChords` reads them. */
  major: readonly string[];
  minors: readonly string[];
  /** Swing of 8th or 16th notes: 0 is straight, 0.33 is triplet feel. */
  swing: number;
  swingUnit: 8 | 16;
  /** Largest timing deviation of a played note, in seconds. */
  loose: number;
  /** 0 (machine) to 1: how much tempo and loudness vary within each phrase of four bars. */
  phrasing: number;
  /** Notes of chords and bass ring until the next chord, as with a pedal. */
  pedal: boolean;
  /** Probability of a grace note before an accent of the lead. */
  ornaments: number;
  kit: KitName;
  drums: boolean;
  groove: Groove;
  fills: boolean;
  voices: Readonly<Record<Role, VoiceName | null>>;
  comp: readonly string[];
  bass: readonly string[];
  arp: string;
  colour: Colour;
  barsPerChord: 1 | 2;
  /** Central MIDI note of the chords. */
  centre: number;
  /** Seconds between the notes of a strummed chord. */
  strum: number;
  /** Approximate notes per bar of the lead, and its central MIDI note. */
  leadDensity: number;
  leadCentre: number;
  /** Scale of the lead, if it is not the key's. */
  leadMode?: "dorian" | "minor";
  form: FormName;
  /** Loudness of each stem relative to the others, in LU. */
  mix: Readonly<Record<"drums" | Role | "fx", number>>;
  /** Decay in seconds, and the send level. */
  reverb: readonly [number, number];
  /** How far the kick ducks the other stems, 0 to 1. */
  duck: number;
  /** Adds noise risers before a chorus. */
  swells: boolean;
  /** Adds low-pass sweeps to the chords in intros and breaks. */
  sweeps: boolean;
  finish: "clean" | "warm" | "tape";
  /** Cover: motifs, two hues in degrees, saturation (0 to 1), and whether the title is in capitals. */
  art: readonly Motif[];
  hues: readonly [number, number];
  saturation: number;
  loud: boolean;
}

export const MIX = { drums: -1.5, bass: -2, chords: 0, pad: -5, lead: -1.5, arp: -6, fx: -9 } as const;

export const ARPS = {
  up: "0.1.2.3.0.1.2.3.",
  broken: "0.2.1.2.3.2.1.2.",
  sparse: "0---2--3----4---",
  sixteenths: "0213024302134321",
} as const;

export const BASE = {
  hints: "",
  metre: "4/4",
  minor: 0.5,
  major: ["1 5 6 4", "6 4 1 5", "1 6 4 5", "4 1 5 6", "1 4 6 5", "1 3 4 5"],
  minors: ["1 6 3 7", "1 4 6 7", "6 7 1 1", "1 7 6 7", "1 3 7 4", "1 6 4 5M"],
  swing: 0,
  swingUnit: 16,
  loose: 0.004,
  phrasing: 0,
  pedal: false,
  ornaments: 0,
  drums: true,
  fills: true,
  arp: ARPS.up,
  colour: "triad",
  barsPerChord: 1,
  centre: 60,
  strum: 0,
  leadDensity: 5,
  leadCentre: 74,
  form: "song",
  mix: MIX,
  reverb: [1.6, 0.25],
  duck: 0.2,
  swells: false,
  sweeps: false,
  finish: "clean",
  saturation: 0.9,
  loud: false,
} as const satisfies Partial<Genre>;
