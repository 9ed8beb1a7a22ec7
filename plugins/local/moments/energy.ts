import { accumulate, clampFinite, describeSpread, placeInSpread } from "../numbers";
import type { Reading } from "./types";

/** Length of the windows that a period is compared with, in seconds. */
const WINDOW = 20;
const SILENCE = -70;

/** Compares the loudness of a period with the rest of the sound. Returns undefined without sound. */
export function createLoudnessScale(levels: readonly number[]): ((start: number, end: number) => number) | undefined {
  if (levels.length < 100) return undefined;
  // Pauses are no change of the voice: only audible levels count.
  const heard = Float64Array.from(levels, (level) => (level > SILENCE ? 1 : 0));
  const values = Float64Array.from(levels, (level) => (level > SILENCE ? clampFinite(level, SILENCE, 20) : 0));
  const counts = accumulate(heard);
  const sums = accumulate(values);
  const squares = accumulate(values.map((value) => value ** 2));
  const findIndex = (time: number) => clampFinite(Math.round(time * 100), 0, levels.length);
  const measure = (start: number, end: number) => {
    const from = findIndex(start);
    const to = findIndex(end);
    const count = counts[to]! - counts[from]!;
    if (count < 1) return { loudness: SILENCE, variation: 0 };
    const loudness = (sums[to]! - sums[from]!) / count;
    return { loudness, variation: Math.sqrt(Math.max(0, (squares[to]! - squares[from]!) / count - loudness ** 2)) };
  };
  const windows: ReturnType<typeof measure>[] = [];
  const step = Math.min(WINDOW, levels.length / 100 / 4);
  for (let time = 0; time + step <= levels.length / 100 + 1e-6; time += step) windows.push(measure(time, time + step));
  const loudness = describeSpread(windows.map((window) => window.loudness));
  const variation = describeSpread(windows.map((window) => window.variation));
  return (start, end) => {
    const period = measure(start, end);
    return 0.6 * placeInSpread(period.loudness, loudness) + 0.4 * placeInSpread(period.variation, variation);
  };
}

/** Compares the movement of a period with the rest of the picture. Returns undefined if nothing was measured. */
export function createMotionScale({ motion, cuts, duration }: Reading) {
  const seconds = Math.ceil(duration);
  const values = new Float64Array(seconds);
  for (let i = 0; i < seconds; i++) values[i] = clampFinite(motion[i] ?? 0);
  const cutCounts = new Float64Array(seconds);
  for (const cut of cuts) if (cut >= 0 && cut < seconds) cutCounts[Math.floor(cut)]! += 1;
  if (!values.some(Boolean) && !cutCounts.some(Boolean)) return undefined;
  const [motionSums, cutSums] = [accumulate(values), accumulate(cutCounts)];
  const rate = (sums: Float64Array, start: number, end: number) => {
    const from = clampFinite(Math.floor(start), 0, seconds);
    const to = clampFinite(Math.ceil(end), 0, seconds);
    return (sums[to]! - sums[from]!) / Math.max(1, to - from);
  };
  const step = Math.min(WINDOW, Math.max(1, seconds / 4));
  const windows: [number, number][] = [];
  for (let time = 0; time + step <= seconds + 1e-6; time += step) windows.push([time, time + step]);
  const spreads = [motionSums, cutSums].map((sums) =>
    describeSpread(windows.map(([start, end]) => rate(sums, start, end))),
  );
  return (start: number, end: number) =>
    0.6 * placeInSpread(rate(motionSums, start, end), spreads[0]!) +
    0.4 * placeInSpread(rate(cutSums, start, end), spreads[1]!);
}
