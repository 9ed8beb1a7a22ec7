import { findStretches } from "vireo/captions/speech";
import { accumulate, clampFinite } from "../numbers";

/** Where the voice is in the sound of a video. */
export interface Voice {
  levels: readonly number[];
  /** Speech between pauses, in seconds. */
  stretches: { start: number; end: number }[];
  /** Number of hundredths with voice before each hundredth. */
  voiced: Float64Array;
  /** dBFS. Quieter hundredths between two words are a pause that is too short for `stretches`. */
  quiet: number;
}

/** Hundredths of a second. The loudness of a long recording drifts, so each part has its own threshold. */
const PART = 30_000;
/** Decibels below the loud parts of the recording. A part without any louder sound has no voice. */
const FAINT = 32;
/** Room without voice around a cut, in hundredths of a second. */
const CLEAR = 4;

/** Returns undefined if there is no sound. */
export function findVoice(levels: readonly number[], duration: number): Voice | undefined {
  const length = Math.min(levels.length, Math.ceil(clampFinite(duration, 0, 1e6) * 100));
  if (length === 0) return undefined;
  const clean = levels.slice(0, length).map((level) => clampFinite(level, -90, 20));
  const loud = getLoudLevel(clean);
  const stretches: Voice["stretches"] = [];
  for (let from = 0; from < length; from += PART) {
    // A short rest has too few levels for a threshold of its own.
    const to = length - from < PART * 1.5 ? length : from + PART;
    for (const { start, end } of findStretches(clean.slice(from, to))) {
      const stretch = { start: start + from / 100, end: end + from / 100 };
      if (getTop(clean, stretch) < loud - FAINT) continue;
      const last = stretches.at(-1);
      if (last && stretch.start - last.end < 0.005) last.end = stretch.end;
      else stretches.push(stretch);
    }
    if (to === length) break;
  }
  const marks = new Uint8Array(length);
  for (const { start, end } of stretches) marks.fill(1, Math.round(start * 100), Math.round(end * 100));
  return { levels: clean, stretches, voiced: accumulate(marks), quiet: findQuietLevel(clean, marks) };
}

/** True if there is no voice within 40 ms. */
export function isClear(voice: Voice, time: number): boolean {
  const last = voice.voiced.length - 1;
  const from = clampFinite(Math.floor(time * 100 + 1e-6) - CLEAR, 0, last);
  const to = clampFinite(Math.ceil(time * 100 - 1e-6) + CLEAR, 0, last);
  return voice.voiced[to] === voice.voiced[from];
}

/** Seconds of voice in a period. */
export function measureVoice(voice: Voice, start: number, end: number): number {
  const last = voice.voiced.length - 1;
  const getSum = (time: number) => voice.voiced[clampFinite(Math.round(time * 100), 0, last)]!;
  return (getSum(end) - getSum(start)) / 100;
}

/** Level that 5% of the recording exceed. */
function getLoudLevel(levels: readonly number[]): number {
  const counts = new Uint32Array(111);
  for (const level of levels) counts[Math.round(level) + 90]!++;
  let left = levels.length * 0.05;
  for (let i = counts.length - 1; i > 0; i--) {
    left -= counts[i]!;
    if (left < 0) return i - 90;
  }
  return -90;
}

function getTop(levels: readonly number[], { start, end }: { start: number; end: number }): number {
  let top = -90;
  for (let i = Math.round(start * 100); i < Math.round(end * 100); i++) top = Math.max(top, levels[i]!);
  return top;
}

/** Level between that of the voice and that of the pauses. */
function findQuietLevel(levels: readonly number[], marks: Uint8Array): number {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = 0; i < marks.length; i++) {
    sums[marks[i]!]! += levels[i]!;
    counts[marks[i]!]!++;
  }
  const [pause, speech] = sums.map((sum, i) => (counts[i] === 0 ? undefined : sum / counts[i]!));
  return pause === undefined || speech === undefined ? -90 : pause + 0.36 * (speech - pause);
}
