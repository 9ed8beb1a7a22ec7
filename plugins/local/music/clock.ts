import { random } from "#plugins/local/draw/random";
import type { Genre } from "#plugins/local/music/genres";

/** Converts steps of a bar to seconds, with swing and human timing. */
export class Clock {
  readonly bar: number;
  readonly beat: number;
  readonly step: number;
  readonly #swing: number;
  readonly #unit: number;
  readonly #loose: number;
  readonly #random: () => number;

  constructor(bpm: number, genre: Genre, seed: number) {
    this.beat = 60 / bpm;
    this.bar = this.beat * 4;
    this.step = this.beat / 4;
    this.#swing = genre.swing;
    this.#unit = genre.swingUnit === 8 ? 2 : 1;
    this.#loose = genre.loose;
    this.#random = random(seed);
  }

  /** Exact time of a step, with swing. Steps are sixteenths of a bar and may be fractions. */
  at(bar: number, step: number): number {
    const unit = this.#unit;
    const pair = Math.floor(step / (2 * unit)) * 2 * unit;
    const phase = step - pair;
    const swung =
      phase < unit ? phase * (1 + this.#swing) : unit * (1 + this.#swing) + (phase - unit) * (1 - this.#swing);
    return bar * this.bar + (pair + swung) * this.step;
  }

  /** Like `at`, but a few milliseconds early or late, as a musician plays. Never below 0. */
  played(bar: number, step: number): number {
    const bell = this.#random() + this.#random() - 1;
    return Math.max(0, this.at(bar, step) + bell * this.#loose);
  }

  /** Varies a velocity by up to 8%. */
  touch(velocity: number): number {
    return Math.min(1, Math.max(0.05, velocity * (0.92 + 0.16 * this.#random())));
  }
}
