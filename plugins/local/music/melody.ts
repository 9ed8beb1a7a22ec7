import { type Chord, findNearestNote, type Key, scaleStep } from "#plugins/local/music/harmony";
import { METRES, type MetreName } from "#plugins/local/music/metre";

/** A note in a phrase of two bars. `step` and `length` are in sixteenths, `degree` is relative to the tonic. */
export interface MelodyNote {
  step: number;
  length: number;
  degree: number;
  accent: number;
}

/**
 * Makes a phrase of two bars with about `density` notes per bar. The line moves mostly by step, within a limited range.
 */
export function makePhrase(density: number, metre: MetreName, choose: () => number): MelodyNote[] {
  const { steps: bar, beat, weights } = METRES[metre];
  const getWeight = (step: number) => Number(weights[step % bar]!) || 0;
  const total = Array.from(weights, (_, step) => getWeight(step)).reduce((a, b) => a + b, 0);
  const steps: number[] = [];
  for (let step = 0; step < 2 * bar - 4; step++) {
    if (choose() < (getWeight(step) * density) / total) steps.push(step);
  }
  if (steps.length < 2) steps.push(...[0, 2 * beat, bar].filter((s) => !steps.includes(s)));
  steps.sort((a, b) => a - b);
  let degree = [0, 2, 4][Math.floor(choose() * 3)]!;
  let direction = choose() < 0.6 ? 1 : -1;
  return steps.map((step, i) => {
    const inBar = step % bar;
    const note = {
      step,
      length: Math.min(8, (steps[i + 1] ?? 2 * bar) - step),
      degree,
      accent: inBar === 0 ? 1 : inBar % beat === 0 ? 0.9 : 0.76,
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
export function answer(phrase: readonly MelodyNote[], metre: MetreName, choose: () => number): MelodyNote[] {
  const { steps: bar, beat } = METRES[metre];
  const kept = phrase.filter((n) => n.step < bar + beat);
  const last = kept.at(-1);
  const home = choose() < 0.7 ? 0 : 2;
  const end = 2 * bar - Math.max(beat, 8);
  const bridge =
    last && last.step < bar + 2 && end > bar + beat
      ? [{ step: bar + beat, length: 4, degree: Math.round((last.degree + home) / 2), accent: 0.8 }]
      : [];
  return [
    ...kept.filter((n) => n.step < end).map((n) => ({ ...n, length: Math.min(n.length, end - n.step) })),
    ...bridge,
    { step: end, length: 2 * bar - end, degree: home, accent: 0.95 },
  ];
}

/** Develops a phrase: the same rhythm, with the second half a third higher or upside down. */
export function develop(phrase: readonly MelodyNote[], choose: () => number): MelodyNote[] {
  const turn = phrase[Math.floor(phrase.length / 2)]!;
  const isInverted = choose() < 0.4;
  return phrase.map((n) => {
    if (n.step < turn.step) return { ...n };
    const degree = isInverted ? 2 * turn.degree - n.degree : n.degree + 2;
    return { ...n, degree: degree > 8 ? degree - 7 : degree < -4 ? degree + 7 : degree };
  });
}

/**
 * MIDI note of a melody note over a chord: the nearest chord tone for long or accented notes, else the scale degree.
 */
export function getMelodyPitch(note: MelodyNote, key: Key, chord: Chord, centre: number, metre: MetreName): number {
  const tonic = findNearestNote(key.tonic, centre - 3);
  const free = tonic + scaleStep(key.mode, note.degree);
  const { steps, beat } = METRES[metre];
  if ((note.step % steps) % beat !== 0 && note.length < 4) return free;
  let best = free;
  let bestDistance = 99;
  for (const pc of chord.pitchClasses.slice(0, 4)) {
    const tone = findNearestNote(pc, free);
    if (Math.abs(tone - free) < bestDistance) {
      bestDistance = Math.abs(tone - free);
      best = tone;
    }
  }
  return best;
}
