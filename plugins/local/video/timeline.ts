import { clamp } from "#plugins/local/numbers";

/** Timing requirements of a shot, in seconds. */
export interface Pacing {
  /** Minimum length for reading its text. */
  least: number;
  /** Its share of the remaining time. */
  weight: number;
}

export interface Pulse {
  beats: readonly number[];
  downbeats: readonly number[];
}

const FURTHEST = 0.45;
const DOWNBEAT_WORTH = 0.12;

/**
 * Returns start times of the shots, in seconds from 0. Each gets its minimum and its share of the rest, and every cut
 * is moved to a nearby beat, preferably a downbeat. The shots' `least` must fit into `seconds`.
 */
export function cutOnBeats(shots: readonly Pacing[], seconds: number, pulse: Pulse): number[] {
  const needed = sum(shots.map((shot) => shot.least));
  const spare = (seconds - needed) / sum(shots.map((shot) => shot.weight));
  const starts = [0];
  let ideal = 0;
  shots.slice(0, -1).forEach((shot, i) => {
    ideal += shot.least + shot.weight * spare;
    const earliest = starts[i]! + shot.least;
    const latest = seconds - sum(shots.slice(i + 1).map((next) => next.least));
    starts.push(clamp(findNearestBeat(ideal, earliest, latest, pulse), earliest, latest));
  });
  return starts;
}

function findNearestBeat(ideal: number, earliest: number, latest: number, { beats, downbeats }: Pulse): number {
  const strong = new Set(downbeats);
  const cost = (beat: number) => Math.abs(beat - ideal) - (strong.has(beat) ? DOWNBEAT_WORTH : 0);
  const near = beats.filter((beat) => beat >= earliest && beat <= latest && Math.abs(beat - ideal) <= FURTHEST);
  return near.reduce((best, beat) => (cost(beat) < cost(best) ? beat : best), near[0] ?? ideal);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, x) => total + x, 0);
