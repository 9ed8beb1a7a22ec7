import type { Colour } from "#plugins/local/music/genres/genre";
import type { Mode } from "#plugins/local/music/vocabulary";

const SCALES: Readonly<Record<Mode, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  minor: [0, 2, 3, 5, 7, 8, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
};
const STACKS: Readonly<Record<Colour, readonly number[]>> = {
  triad: [0, 2, 4],
  add9: [0, 2, 4, 8],
  seventh: [0, 2, 4, 6],
  ninth: [0, 2, 4, 6, 8],
  power: [0, 4, 7],
};
const NAMES_SHARP = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
const NAMES_FLAT = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"];
/** Pitch classes whose major keys are written with flats. */
const FLAT_MAJORS = new Set([5, 10, 3, 8, 1]);

/** `tonic` is a pitch class: 0 is C. */
export interface Key {
  tonic: number;
  mode: Mode;
}

/** One chord of a progression. Pitch classes start with the root. */
export interface Chord {
  pitchClasses: readonly number[];
  /** Scale degree of the root, counted from 0. */
  degree: number;
}

export function isMinor(mode: Mode): boolean {
  return SCALES[mode][2] === 3;
}

/** Formats a key: "A minor", "Eb major", "D dorian". */
export function formatKey(key: Key): string {
  const relativeMajor =
    (key.tonic - { major: 0, dorian: 2, phrygian: 4, lydian: 5, mixolydian: 7, minor: 9 }[key.mode] + 12) % 12;
  return `${(FLAT_MAJORS.has(relativeMajor) ? NAMES_FLAT : NAMES_SHARP)[key.tonic]} ${key.mode}`;
}

/** Semitones from the tonic to a scale degree. Degree 0 is the tonic; below 0 and above 6 are other octaves. */
export function scaleStep(mode: Mode, degree: number): number {
  const octave = Math.floor(degree / 7);
  return SCALES[mode][degree - octave * 7]! + 12 * octave;
}

/**
 * Parses a progression of scale degrees, such as "1 5 6 4". `M` makes a chord major, such as the dominant of a minor
 * key. `D` makes it a dominant seventh, as in the blues.
 */
export function buildChords(progression: string, key: Key, colour: Colour): Chord[] {
  return progression.split(" ").map((token) => {
    const degree = Number(token[0]) - 1;
    if (token[1] === "D" && colour !== "power") {
      const root = key.tonic + scaleStep(key.mode, degree);
      return { pitchClasses: [0, 4, 7, 10].map((semitones) => (root + semitones) % 12), degree };
    }
    const pitchClasses = STACKS[colour].map((third) => {
      const raised =
        token[1] === "M" && third === 2 && scaleStep(key.mode, degree + 2) - scaleStep(key.mode, degree) === 3;
      return (key.tonic + scaleStep(key.mode, degree + third) + (raised ? 1 : 0)) % 12;
    });
    return { pitchClasses: softened(pitchClasses), degree };
  });
}

/** Removes a ninth a semitone above the root, which is too dissonant. */
function softened(pitchClasses: number[]): number[] {
  return pitchClasses.filter((pc, i) => i < 3 || (pc - pitchClasses[0]! + 12) % 12 !== 1);
}

/** MIDI notes of the inversion that is nearest to `previous` and `centre`, for smooth voice leading. */
export function voiceChord(chord: Chord, centre: number, previous: readonly number[] | undefined): number[] {
  // The bass plays the root of a five-note chord.
  const tones = chord.pitchClasses.length > 4 ? chord.pitchClasses.slice(1) : chord.pitchClasses;
  const target = previous ? mean(previous) * 0.6 + centre * 0.4 : centre;
  let best: number[] = [];
  let bestCost = Number.POSITIVE_INFINITY;
  for (let inversion = 0; inversion < tones.length; inversion++) {
    for (let octave = 3; octave <= 6; octave++) {
      const notes: number[] = [];
      let note = tones[inversion]! + 12 * octave;
      for (let i = 0; i < tones.length; i++) {
        const pc = tones[(inversion + i) % tones.length]!;
        while (note % 12 !== pc) note++;
        notes.push(note);
        note++;
      }
      const cost = Math.abs(mean(notes) - target) + (previous ? Math.abs(notes.at(-1)! - previous.at(-1)!) * 0.35 : 0);
      if (cost < bestCost) {
        bestCost = cost;
        best = notes;
      }
    }
  }
  return best;
}

/** MIDI note of a pitch class that is nearest to the note `around`. */
export function findNearestNote(pitchClass: number, around: number): number {
  const base = Math.round(around);
  const up = (((pitchClass - base) % 12) + 12) % 12;
  return up <= 6 ? base + up : base + up - 12;
}

function mean(xs: readonly number[]): number {
  return xs.reduce((a, b) => a + b, 0) / xs.length;
}
