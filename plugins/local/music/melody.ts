import { type Chord, type Key, nearest, scaleStep } from "#plugins/local/music/harmony";

/** A note in a phrase of two bars. `step` is 0 to 31, `length` in steps, `degree` relative to the tonic. */
export interface MelodyNote {
  step: number;
  length: number;
  degree: number;
  accent: number;
}

/** Relative probability of a note on each sixteenth of a bar. */
const WEIGHTS = [1, 0.08, 0.35, 0.4, 0.75, 0.08, 0.6, 0.2, 0.8, 0.08, 0.5, 0.35, 0.7, 0.08, 0.45, 0.12];
const TOTAL = WEIGHTS.reduce((a, b) => a + b, 0);

/**
 * Makes a phrase of two bars with about `density` notes per bar. The line moves mostly by step, within a limited range.
 */
export function makePhrase(density: number, choose: () => number): MelodyNote[] {
  const steps: number[] = [];
  for (let step = 0; step < 28; step++) {
    if (choose() < (WEIGHTS[step % 16]! * density) / TOTAL) steps.push(step);
  }
  if (steps.length < 2) steps.push(...[0, 8, 16].filter((s) => !steps.includes(s)));
  steps.sort((a, b) => a - b);
  let degree = [0, 2, 4][Math.floor(choose() * 3)]!;
  let direction = choose() < 0.6 ? 1 : -1;
  return steps.map((step, i) => {
    const note = {
      step,
      length: Math.min(8, (steps[i + 1] ?? 32) - step),
      degree,
      accent: step % 8 === 0 ? 1 : step % 4 === 0 ? 0.88 : 0.76,
    };
    const leap = choose();
    if (degree > 5) direction = -1;
    else if (degree < -1) direction = 1;
    else if (choose() < 0.3) direction = -direction;
    degree += direction * (leap < 0.12 ? 0 : leap < 0.72 ? 1 : leap < 0.92 ? 2 : 3);
    return note;
  });
}

/** Answers a phrase: repeats it, but ends on the tonic or the third. */
export function answer(phrase: readonly MelodyNote[], choose: () => number): MelodyNote[] {
  const kept = phrase.filter((n) => n.step < 20);
  const last = kept.at(-1);
  const home = choose() < 0.7 ? 0 : 2;
  const bridge =
    last && last.step < 18 ? [{ step: 20, length: 4, degree: Math.round((last.degree + home) / 2), accent: 0.8 }] : [];
  return [...kept.map((n) => ({ ...n })), ...bridge, { step: 24, length: 8, degree: home, accent: 0.95 }];
}

/**
 * MIDI note of a melody note over a chord: the nearest chord tone for long or accented notes, else the scale degree.
 */
export function melodyPitch(note: MelodyNote, key: Key, chord: Chord, centre: number): number {
  const tonic = nearest(key.tonic, centre - 3);
  const free = tonic + scaleStep(key.mode, note.degree);
  if (note.step % 4 !== 0 && note.length < 4) return free;
  let best = free;
  let bestDistance = 99;
  for (const pc of chord.pitchClasses.slice(0, 4)) {
    const tone = nearest(pc, free);
    if (Math.abs(tone - free) < bestDistance) {
      bestDistance = Math.abs(tone - free);
      best = tone;
    }
  }
  return best;
}
