import type { Clock } from "#plugins/local/music/clock";
import type { Genre } from "#plugins/local/music/genres";
import { type Chord, nearest } from "#plugins/local/music/harmony";
import type { MusicPlan } from "#plugins/local/music/plan";
import type { Note } from "#plugins/local/music/sound/voice";
import type { Section } from "#plugins/local/music/structure";

/** What a part needs to know to play one bar. */
export interface BarContext {
  plan: MusicPlan;
  genre: Genre;
  clock: Clock;
  section: Section;
  bar: number;
  /** Bars since the section began. */
  inSection: number;
  chord: Chord;
  /** Chord of the next bar. */
  following: Chord;
  /** The chord as MIDI notes, voiced close to the previous one. */
  voicing: readonly number[];
  variants: { comp: string; bass: string };
  choose: () => number;
}

/** Returns a bar's half of a two-bar pattern, or the whole of a one-bar pattern. */
export function getBar(pattern: string, bar: number): string {
  return pattern.length <= 16 ? pattern : pattern.slice((bar % 2) * 16, (bar % 2) * 16 + 16);
}

/** Calls `play` for each note of a pattern. `steps` is its length, including holds (`-`). */
function eachNote(pattern: string, play: (letter: string, step: number, steps: number) => void): void {
  for (let step = 0; step < pattern.length; step++) {
    const letter = pattern[step]!;
    if (letter === "." || letter === "-") continue;
    let end = step + 1;
    while (pattern[end] === "-") end++;
    play(letter, step, end - step);
  }
}

/** Chords in the genre's rhythm, or held in breaks and some intros, so that the rhythm's return stands out. */
export function comping(c: BarContext): Note[] {
  const still = c.section.kind === "break" || (c.section.kind === "intro" && c.genre.sweeps);
  const pattern = still ? "x---------------" : getBar(c.variants.comp, c.bar);
  const notes: Note[] = [];
  let strokes = 0;
  eachNote(pattern, (letter, step, steps) => {
    const at = c.clock.played(c.bar, step);
    // Alternates down and up strokes.
    const order = strokes++ % 2 ? c.voicing.toReversed() : c.voicing;
    const velocity = (letter === "x" ? 0.78 : 0.55) * (step % 4 === 0 ? 1 : 0.9) * (0.8 + 0.2 * c.section.energy);
    order.forEach((midi, i) => {
      const pan = c.voicing.length > 1 ? (c.voicing.indexOf(midi) / (c.voicing.length - 1) - 0.5) * 0.7 : 0;
      notes.push({
        at: at + i * c.genre.strum,
        length: steps * c.clock.step * 0.95,
        midi,
        velocity: c.clock.touch(velocity),
        pan,
      });
    });
  });
  return notes;
}

/** A sustained chord. Low notes move up an octave, because the chord part already uses that range. */
export function padChord(c: BarContext): Note[] {
  const bars = Math.min(c.genre.barsPerChord, c.section.bars - c.inSection);
  const length = bars * c.clock.bar * 0.99;
  const top = c.voicing.slice(0, 4);
  return top.map((midi, i) => ({
    at: c.clock.at(c.bar, 0),
    length,
    midi: midi < 62 && i < 2 ? midi + 12 : midi,
    velocity: 0.6,
    pan: (i / Math.max(1, top.length - 1) - 0.5) * 0.9,
  }));
}

const LOWEST_BASS = 28;

export function bassLine(c: BarContext): Note[] {
  const root = lowest(c.chord.pitchClasses[0]!);
  const target = lowest(c.following.pitchClasses[0]!);
  const calm = c.section.kind === "outro" && c.genre.drums;
  const notes: Note[] = [];
  let walked = 0;
  eachNote(calm ? "r---------------" : getBar(c.variants.bass, c.bar), (letter, step, steps) => {
    notes.push({
      at: c.clock.played(c.bar, step),
      length: steps * c.clock.step * (steps > 1 ? 0.95 : 0.85),
      midi: letter === "w" ? walk(c, root, target, walked++) : bassPitch(c.chord, letter, root, target),
      velocity: c.clock.touch(step % 8 === 0 ? 0.85 : 0.74),
      pan: 0,
    });
  });
  return notes;
}

function lowest(pitchClass: number): number {
  return LOWEST_BASS + ((((pitchClass - LOWEST_BASS) % 12) + 12) % 12);
}

function bassPitch(chord: Chord, letter: string, root: number, target: number): number {
  const [, third, fifth] = chord.pitchClasses;
  if (letter === "5") return nearest(fifth ?? root, root + 6);
  if (letter === "3") return nearest(third ?? root, root + 4);
  if (letter === "o") return root + 12;
  if (letter === "a") return target + (root > target ? 1 : -1) + (root === target ? 3 : 0);
  return root;
}

/** Walking bass: the root, two chord tones, then a step towards the next root. */
function walk(c: BarContext, root: number, target: number, beat: number): number {
  if (beat === 0) return root;
  if (beat === 3) return target + (root > target ? 1 : -1) * (c.choose() < 0.5 ? 1 : 2);
  const tones = c.chord.pitchClasses;
  return nearest(tones[beat === 1 ? 1 : 2]!, root + 3 + beat * 2 - (c.choose() < 0.3 ? 5 : 0));
}

const SHAPES: Readonly<Record<Genre["arp"], readonly number[]>> = {
  // Index into the chord's notes on each sixteenth; -1 rests.
  up: [0, -1, 1, -1, 2, -1, 3, -1, 0, -1, 1, -1, 2, -1, 3, -1],
  updown: [0, -1, 1, -1, 2, -1, 3, -1, 4, -1, 3, -1, 2, -1, 1, -1],
  broken: [0, -1, 2, -1, 1, -1, 2, -1, 3, -1, 2, -1, 1, -1, 2, -1],
  sparse: [0, -1, -1, -1, 2, -1, -1, 3, -1, -1, -1, -1, 4, -1, -1, -1],
  sixteenths: [0, 2, 1, 3, 0, 2, 4, 3, 0, 2, 1, 3, 4, 3, 2, 1],
};

/** The chord as single notes in the genre's pattern. */
export function arpeggio(c: BarContext): Note[] {
  const notes: Note[] = [];
  const size = c.voicing.length;
  SHAPES[c.genre.arp].forEach((index, step) => {
    if (index < 0) return;
    const midi = c.voicing[index % size]! + 12 * (1 + Math.floor(index / size));
    notes.push({
      at: c.clock.played(c.bar, step),
      length: c.clock.step * (c.genre.arp === "sixteenths" ? 0.9 : c.genre.arp === "sparse" ? 3.5 : 1.8),
      midi: midi > 88 ? midi - 12 : midi,
      velocity: c.clock.touch(step % 4 === 0 ? 0.7 : 0.56),
      pan: (index % 2 ? 0.4 : -0.4) * (1 - (index > 2 ? 0.3 : 0)),
    });
  });
  return notes;
}
