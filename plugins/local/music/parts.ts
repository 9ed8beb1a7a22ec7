import type { Clock } from "#plugins/local/music/clock";
import type { Genre } from "#plugins/local/music/genres/genre";
import { type Chord, findNearestNote, scaleStep } from "#plugins/local/music/harmony";
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
  /** The section's patterns. */
  comp: string;
  bass: string;
  /** Bars until the chord changes. */
  held: number;
  pedal: boolean;
  choose: () => number;
}

/** Returns a bar of a pattern of one bar or more. Patterns of another metre are cut or repeated. */
export function getBar(pattern: string, bar: number, steps: number): string {
  const filled = pattern.repeat(Math.ceil(steps / pattern.length));
  const start = (bar % Math.floor(filled.length / steps)) * steps;
  return filled.slice(start, start + steps);
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

/** Longest note under a pedal in seconds. By then, it has faded behind newer ones. */
const PEDAL = 1.8;

/** Length of a note in seconds. With the pedal down, it rings until the chord changes. */
function lengthOf(c: BarContext, step: number, steps: number, share: number): number {
  const length = steps * share * c.clock.step;
  return c.pedal ? Math.max(length, Math.min(PEDAL, (c.held * c.clock.steps - step) * c.clock.step)) : length;
}

/** Chords in the genre's rhythm, or held in breaks and some intros, so that the rhythm's return stands out. */
export function writeComping(c: BarContext): Note[] {
  const still = c.section.kind === "break" || (c.section.kind === "intro" && c.genre.sweeps);
  const lines = still ? ["x".padEnd(c.clock.steps, "-")] : c.comp.split("/");
  return lines.flatMap((line) => compLine(c, getBar(line, c.bar, c.clock.steps)));
}

function compLine(c: BarContext, pattern: string): Note[] {
  const notes: Note[] = [];
  let strokes = 0;
  eachNote(pattern, (letter, step, steps) => {
    const at = c.clock.played(c.bar, step);
    const level = (letter === "x" ? 0.78 : letter === "o" ? 0.55 : 0.68) * (step % c.clock.beatSteps === 0 ? 1 : 0.88);
    const velocity = level * (0.7 + 0.3 * c.section.energy);
    const add = (midi: number, late: number, length: number) => {
      const index = c.voicing.indexOf(midi);
      const pan = index < 0 || c.voicing.length < 2 ? 0 : (index / (c.voicing.length - 1) - 0.5) * 0.7;
      notes.push({ at: at + late, length, midi, velocity: c.clock.touch(velocity, c.bar, step), pan });
    };
    const length = lengthOf(c, step, steps, 0.95);
    if (letter === "x" || letter === "o") {
      // Alternates down and up strokes.
      const order = strokes++ % 2 ? c.voicing.toReversed() : c.voicing;
      order.forEach((midi, i) => void add(midi, i * c.genre.strum, length));
    } else if (letter === "z") {
      const turn = c.clock.step / 2;
      for (let k = 0; k < steps * 2; k++) add(toneAt(c.voicing, k % (c.voicing.length + 1)), k * turn, turn * 0.95);
    } else {
      add(pitchOf(c, letter), 0, length);
    }
  });
  return notes;
}

/** Pitch of a letter in a comping pattern that is one note. */
function pitchOf(c: BarContext, letter: string): number {
  const [root, , fifth] = c.chord.pitchClasses;
  if (letter === "b") return findNearestNote(root!, c.voicing[0]! - 9);
  if (letter === "f") return findNearestNote(fifth ?? root!, c.voicing[0]! - 12);
  if (letter === "n") return findNextInScale(c, c.voicing.at(-1)!, 1);
  return toneAt(c.voicing, Number(letter));
}

/** The next note of the key's scale above a note, or below it. */
export function findNextInScale({ plan: { key } }: BarContext, midi: number, direction: 1 | -1): number {
  const inScale = (note: number) =>
    [0, 1, 2, 3, 4, 5, 6].some((degree) => (key.tonic + scaleStep(key.mode, degree)) % 12 === note % 12);
  return inScale(midi + direction) ? midi + direction : midi + 2 * direction;
}

/** Chord tone by index from the lowest, going on in the next octave. */
function toneAt(voicing: readonly number[], index: number): number {
  return voicing[index % voicing.length]! + 12 * Math.floor(index / voicing.length);
}

/** A sustained chord. Low notes move up an octave, because the chord part already uses that range. */
export function padChord(c: BarContext): Note[] {
  const length = c.held * c.clock.bar * 0.99;
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

export function writeBassLine(c: BarContext): Note[] {
  const root = lowest(c.chord.pitchClasses[0]!);
  const target = lowest(c.following.pitchClasses[0]!);
  const calm = c.section.kind === "outro" && c.plan.drums;
  const pattern = calm ? "r".padEnd(c.clock.steps, "-") : getBar(c.bass, c.bar, c.clock.steps);
  const notes: Note[] = [];
  let walked = 0;
  eachNote(pattern, (letter, step, steps) => {
    notes.push({
      at: c.clock.played(c.bar, step),
      length: lengthOf(c, step, steps, steps > 1 ? 0.95 : 0.85),
      midi: letter === "w" ? walk(c, root, target, walked++) : bassPitch(c, letter, root, target),
      velocity: c.clock.touch(step % c.clock.beatSteps === 0 ? 0.85 : 0.74, c.bar, step),
      pan: 0,
    });
  });
  return notes;
}

function lowest(pitchClass: number): number {
  return LOWEST_BASS + ((((pitchClass - LOWEST_BASS) % 12) + 12) % 12);
}

function bassPitch(c: BarContext, letter: string, root: number, target: number): number {
  const [, third, fifth] = c.chord.pitchClasses;
  if (letter === "5") return findNearestNote(fifth ?? root, root + 6);
  if (letter === "3") return findNearestNote(third ?? root, root + 4);
  if (letter === "t") return findNearestNote(third ?? root, root + 16);
  if (letter === "o") return root + 12;
  if (letter === "a") return findNextInScale(c, target, root < target ? -1 : 1);
  return root;
}

/** Walking bass: the root, two chord tones, then a step towards the next root. */
function walk(c: BarContext, root: number, target: number, beat: number): number {
  if (beat === 0) return root;
  if (beat === 3) return target + (root > target ? 1 : -1) * (c.choose() < 0.5 ? 1 : 2);
  const tones = c.chord.pitchClasses;
  return findNearestNote(tones[beat === 1 ? 1 : 2]!, root + 3 + beat * 2 - (c.choose() < 0.3 ? 5 : 0));
}

/** The chord as single notes in the genre's pattern. */
export function writeArpeggio(c: BarContext): Note[] {
  const notes: Note[] = [];
  eachNote(getBar(c.genre.arp, c.bar, c.clock.steps), (letter, step, steps) => {
    const index = Number(letter);
    const midi = toneAt(c.voicing, index) + 12;
    notes.push({
      at: c.clock.played(c.bar, step),
      length: lengthOf(c, step, c.genre.arp.includes(".") ? Math.max(steps, 1.8) : steps, 0.95),
      midi: midi > 88 ? midi - 12 : midi,
      velocity: c.clock.touch(step % c.clock.beatSteps === 0 ? 0.7 : 0.56, c.bar, step),
      pan: (index % 2 ? 0.4 : -0.4) * (1 - (index > 2 ? 0.3 : 0)),
    });
  });
  return notes;
}
