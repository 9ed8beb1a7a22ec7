import { sine } from "#plugins/local/music/sound/sine";

export interface Oscillator {
  wave: "saw" | "pulse" | "sine";
  /** Frequency as a multiple of the note's. */
  ratio: number;
  level: number;
}

/** A band-limited oscillator (polynomial step corrections at the jumps). */
export class Tone {
  readonly #wave: Oscillator["wave"];
  readonly #step: number;
  readonly #level: number;
  #phase: number;

  constructor(wave: Oscillator["wave"], step: number, phase: number, level: number) {
    this.#wave = wave;
    this.#step = step;
    this.#level = level;
    this.#phase = phase;
  }

  /** Adds a stretch of its sound to `x`. `bend` is a factor of the frequency. */
  add(x: Float32Array, start: number, end: number, bend: number): void {
    this.#phase = ADD[this.#wave](x, start, end, this.#phase, this.#step * bend, this.#level);
  }
}

/** Adds a wave from a phase on and returns the last phase. One loop for each: they take most of a track's time. */
type Add = (x: Float32Array, start: number, end: number, phase: number, step: number, level: number) => number;

const ADD: Readonly<Record<Oscillator["wave"], Add>> = { saw: addSaw, pulse: addPulse, sine: addSine };

function addSaw(x: Float32Array, start: number, end: number, from: number, step: number, level: number): number {
  let phase = from;
  for (let i = start; i < end; i++) {
    phase += step;
    if (phase >= 1) phase -= 1;
    x[i]! += (2 * phase - 1 - blep(phase, step)) * level;
  }
  return phase;
}

function addPulse(x: Float32Array, start: number, end: number, from: number, step: number, level: number): number {
  let phase = from;
  for (let i = start; i < end; i++) {
    phase += step;
    if (phase >= 1) phase -= 1;
    const half = phase < 0.5 ? 0.5 : -0.5;
    x[i]! += (2 * half + blep(phase, step) - blep(phase + half, step)) * level;
  }
  return phase;
}

function addSine(x: Float32Array, start: number, end: number, from: number, step: number, level: number): number {
  let phase = from;
  for (let i = start; i < end; i++) {
    phase += step;
    if (phase >= 1) phase -= 1;
    x[i]! += sine(phase) * level;
  }
  return phase;
}

function blep(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}
