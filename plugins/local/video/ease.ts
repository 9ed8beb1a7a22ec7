import { clamp } from "#plugins/local/numbers";

/** Easing curves from 0 to 1 over a phase from 0 to 1, clamped outside. */
export type Ease = (phase: number) => number;

export const mix = (from: number, to: number, amount: number): number => from + (to - from) * amount;

/** Progress of a movement that starts at `start` and takes `length`, both in seconds. */
export const phase = (time: number, start: number, length: number): number => clamp((time - start) / length);

export const outCubic: Ease = (x) => 1 - (1 - clamp(x)) ** 3;
export const outQuint: Ease = (x) => 1 - (1 - clamp(x)) ** 5;
export const inOutCubic: Ease = (x) => {
  const t = clamp(x);
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
};
/** Overshoots slightly and returns. */
export const outBack: Ease = (x) => {
  const t = clamp(x) - 1;
  return 1 + 2.7 * t ** 3 + 1.7 * t ** 2;
};
