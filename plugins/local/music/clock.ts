import { createRandom } from "#plugins/local/draw/random";
import { GENRES } from "#plugins/local/music/genres";
import { METRES } from "#plugins/local/music/metre";
import type { MusicPlan } from "#plugins/local/music/plan";

/** Bars in which the tempo and the loudness rise and fall once. */
const PHRASE = 4;
/** Largest change of tempo at full phrasing, as a share, and of velocity. */
const RUBATO = 0.05;
const ARCH = 0.3;

/** Converts steps of a bar to seconds, with swing, human timing and phrasing. */
export class Clock {
  readonly bar: number;
  readonly step: number;
  /** Sixteenths of a bar, and of a beat. */
  readonly steps: number;
  readonly beatSteps: number;
  readonly #swing: number;
  readonly #unit: number;
  readonly #loose: number;
  readonly #phrasing: number;
  readonly #phrased: number;
  readonly #random: () => number;

  constructor({ bpm, metre, genre, bars }: MusicPlan, seed: number) {
    const { swing, swingUnit, loose, phrasing } = GENRES[genre];
    const { steps, beat } = METRES[metre];
    this.steps = steps;
    this.beatSteps = beat;
    this.step = 60 / bpm / beat;
    this.bar = this.step * steps;
    this.#swing = steps % 4 === 0 && beat === 4 ? swing : 0;
    this.#unit = swingUnit === 8 ? 2 : 1;
    this.#loose = loose;
    this.#phrasing = phrasing;
    // The last chord comes on time.
    this.#phrased = Math.floor(bars / PHRASE) * PHRASE;
    this.#random = createRandom(seed);
  }

  /** Exact time of a step, with swing and phrasing. Steps are sixteenths of a bar and may be fractions. */
  at(bar: number, step: number): number {
    const unit = this.#unit;
    const pair = Math.floor(step / (2 * unit)) * 2 * unit;
    const phase = step - pair;
    const swung =
      phase < unit ? phase * (1 + this.#swing) : unit * (1 + this.#swing) + (phase - unit) * (1 - this.#swing);
    const place = bar + (pair + swung) / this.steps;
    return place * this.bar - this.#lead(place);
  }

  /** Like `at`, but a few milliseconds early or late, as a musician plays. Never below 0. */
  played(bar: number, step: number): number {
    const bell = this.#random() + this.#random() - 1;
    return Math.max(0, this.at(bar, step) + bell * this.#loose);
  }

  /** Varies a velocity by up to 8%, and with the phrase: fullest after its middle. */
  touch(velocity: number, bar: number, step: number): number {
    const place = ((bar + step / this.steps) % PHRASE) / PHRASE;
    const arch = 1 - ARCH * this.#phrasing * (1 - Math.sin(Math.PI * place ** 1.2));
    return Math.min(1, Math.max(0.05, velocity * arch * (0.92 + 0.16 * this.#random())));
  }

  /** Seconds by which rubato is ahead of an even beat: a phrase speeds up, then slows down. */
  #lead(place: number): number {
    if (this.#phrasing === 0 || place >= this.#phrased) return 0;
    const reach = (RUBATO * this.#phrasing * PHRASE * this.bar) / Math.PI;
    return reach * Math.sin((Math.PI * place) / PHRASE) ** 2;
  }
}
