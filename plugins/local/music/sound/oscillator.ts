import { sine } from "#plugins/local/music/sound/sine";

export interface Oscillator {
  wave: "saw" | "pulse" | "sine";
  /** Frequency as a multiple of the note's. */
  ratio: number;
  level: number;
}

/** A band-limited oscillator (polynomial step corrections at the jumps), at its own level on each side. */
export class Tone {
  readonly #wave: Wave;
  readonly #step: number;
  readonly #left: number;
  readonly #right: number;
  #phase: number;

  constructor(wave: Oscillator["wave"], step: number, phase: number, left: number, right: number) {
    this.#wave = WAVES[wave];
    this.#step = step;
    this.#left = left;
    this.#right = right;
    this.#phase = phase;
  }

  add(left: Float32Array, right: Float32Array, start: number, end: number, bend: number): void {
    const step = this.#step * bend;
    const stereo = left !== right;
    const wave = this.#wave;
    let phase = this.#phase;
    for (let i = start; i < end; i++) {
      phase += step;
      if (phase >= 1) phase -= 1;
      const y = wave(phase, step);
      left[i]! += y * this.#left;
      if (stereo) right[i]! += y * this.#right;
    }
    this.#phase = phase;
  }
}

type Wave = (phase: number, step: number) => number;

const WAVES: Readonly<Record<Oscillator["wave"], Wave>> = {
  saw: (phase, step) => 2 * phase - 1 - blep(phase, step),
  pulse: (phase, step) =>
    (phase < 0.5 ? 1 : -1) + blep(phase, step) - blep(phase < 0.5 ? phase + 0.5 : phase - 0.5, step),
  sine,
};

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
