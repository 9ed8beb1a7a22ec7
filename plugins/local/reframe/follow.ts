import { clampFinite, countWhile } from "../numbers";
import type { Aim, Crop } from "./frame";
import type { Point } from "./shots";
import { findMedian } from "./values";

/** An aim at a time, in seconds. */
export interface TimedAim extends Aim {
  time: number;
}

/** Share of the crop within which its aim moves without the crop following at all. */
const STILL = 0.3;
/** Share of the crop by which heads may leave a crop at rest for moments: boxes tremble more than heads. */
const STILL_CUT = 0.1;
/** Width of the zone around the aim, as a share of the crop, within which a moving crop rests. */
const DEAD_ZONE = 0.2;
/** A critically damped spring lags by this much. The crop looks as far ahead, so it arrives in time. */
const SPRING_SECONDS = 0.9;
/** Shares of the crop a second. */
const TOP_SPEED = 0.4;
/** The same, while nobody is seen. */
const GAP_SPEED = 0.3;
/** An aim that is unknown for longer binds the crop to nothing. */
const GAP_SECONDS = 1.05;
const STEP_SECONDS = 0.1;
/** Least time between two points of a path. */
const POINT_SECONDS = 0.5;
/** Largest deviation of the simplified path, as a share of the crop. */
const TOLERANCE = 0.01;

export const createCentre = (time: number): Point => ({ time, x: 0.5, y: 0.5 });

/** Plans how the crop moves from `start` to `end`: not at all if it can, otherwise smoothly. */
export function planPath(all: readonly TimedAim[], start: number, end: number, { axis, size }: Crop): Point[] {
  const place = (time: number, at: number): Point => ({ ...createCentre(time), [axis]: at });
  const first = countWhile(all, ({ time }) => time < start);
  const after = countWhile(all, ({ time }) => time <= end);
  const aims = after > first ? all.slice(first, after) : pickNearest(all[first - 1], all[after], start, end);
  if (aims.length === 0) return [createCentre(start)];
  const still = stay(aims, size);
  if (still !== undefined) return [place(start, still)];
  const count = Math.max(2, Math.ceil((end - start) / STEP_SECONDS) + 1);
  const step = (end - start) / (count - 1);
  const path = follow(spread(aims, start, step, count, size), step, size);
  return simplify(path, TOLERANCE * size, Math.max(1, Math.floor((end - start) / POINT_SECONDS))).map(({ at, share }) =>
    place(share === 1 ? end : start + share * (end - start), at),
  );
}

/** A stretch in which nobody is seen is shown like the moment beside it. */
function pickNearest(
  before: TimedAim | undefined,
  after: TimedAim | undefined,
  start: number,
  end: number,
): TimedAim[] {
  if (before && after) return [start - before.time < after.time - end ? before : after];
  return [before ?? after ?? []].flat();
}

/** Returns where a crop at rest shows everything, or undefined if it has to move. */
function stay(aims: readonly TimedAim[], size: number): number | undefined {
  let [low, high, least, most] = [1, 0, 0, 1];
  for (const aim of aims) {
    low = Math.min(low, aim.best);
    high = Math.max(high, aim.best);
    least = Math.max(least, aim.least);
    most = Math.min(most, aim.most);
  }
  if (aims.length > 1 && (high - low >= STILL * size || least > most + STILL_CUT * size)) return undefined;
  return clampFinite(findMedian(aims.map(({ best }) => best)), Math.min(least, most), Math.max(least, most));
}

interface Spread {
  best: Float64Array;
  least: Float64Array;
  most: Float64Array;
}

/** Converts aims to even steps. Where nobody is seen, the crop is free, and is soon enough where somebody comes. */
function spread(aims: readonly TimedAim[], start: number, step: number, count: number, size: number): Spread {
  const best = new Float64Array(count);
  const least = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const most = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  let next = 0;
  for (let i = 0; i < count; i++) {
    const time = start + i * step;
    while (next < aims.length && aims[next]!.time <= time) next++;
    const [a, b] = [aims[next - 1], aims[next]];
    best[i] = (a ?? b)!.best;
    if (!a || !b) continue;
    const isGap = b.time - a.time > GAP_SECONDS;
    const seconds = b.time - a.time;
    const moving = isGap ? Math.min(seconds, Math.abs(b.best - a.best) / (GAP_SPEED * size)) : seconds;
    const share = moving > 0 ? Math.max(0, 1 - (b.time - time) / moving) : 0;
    const mix = (key: keyof Aim) => a[key] + share * (b[key] - a[key]);
    best[i] = mix("best");
    if (isGap) continue;
    least[i] = mix("least");
    most[i] = mix("most");
  }
  return { best, least, most };
}

function follow({ best, least, most }: Spread, step: number, size: number): Float64Array {
  const slope = TOP_SPEED * size * step;
  const calm = rest(best, (DEAD_ZONE * size) / 2);
  // Halfway between the nearest paths above and below that keep to the speed: none deviates less.
  const [above, below] = [raise(calm, slope), lower(calm, slope)];
  const path = swing(
    calm.map((_, i) => (above[i]! + below[i]!) / 2),
    step,
  );
  // Bounds that keep to the speed leave room for what comes. Where that is impossible, the crop goes as soon as somebody
  // would be cut otherwise, and arrives late, as a camera would.
  const [floor, ceiling] = [raise(least, slope), lower(most, slope)];
  let last: number | undefined;
  return path.map((at, i) => {
    const isPossible = floor[i]! <= ceiling[i]!;
    const wish = isPossible ? clampFinite(at, floor[i]!, ceiling[i]!) : clampFinite(at, least[i]!, most[i]!);
    last = clampFinite(
      last === undefined ? wish : clampFinite(wish, last - slope, last + slope),
      size / 2,
      1 - size / 2,
    );
    return last;
  });
}

/** Ignores what happens within the dead zone. Once forwards, once backwards, so that neither side lags. */
function rest(values: Float64Array, half: number): Float64Array {
  const drag = (list: Float64Array) => {
    let at = list[0]!;
    return list.map((value) => {
      at = clampFinite(at, value - half, value + half);
      return at;
    });
  };
  const forwards = drag(values);
  const backwards = drag(values.toReversed()).reverse();
  return forwards.map((value, i) => (value + backwards[i]!) / 2);
}

/** Returns the lowest path above the values that changes by at most `slope` a step. */
function raise(values: Float64Array, slope: number): Float64Array {
  const raised = values.slice();
  for (let i = 1; i < raised.length; i++) raised[i] = Math.max(raised[i]!, raised[i - 1]! - slope);
  for (let i = raised.length - 2; i >= 0; i--) raised[i] = Math.max(raised[i]!, raised[i + 1]! - slope);
  return raised;
}

/** Returns the highest path below the values that changes by at most `slope` a step. */
const lower = (values: Float64Array, slope: number): Float64Array =>
  raise(
    values.map((value) => -value),
    slope,
  ).map((value) => -value);

/** Moves like a critically damped spring towards what will be aimed at when it arrives. */
function swing(aims: Float64Array, step: number): Float64Array {
  const stiffness = 2 / SPRING_SECONDS;
  const ahead = Math.round(SPRING_SECONDS / step);
  const aim = (i: number) => aims[Math.min(aims.length - 1, i + ahead)]!;
  let at = aims[0]!;
  // A crop that follows someone from the first moment on is already moving.
  let speed = (aim(0) - at) / SPRING_SECONDS;
  return aims.map((_, i) => {
    if (i === 0) return at;
    const distance = at - aim(i - 1);
    const pull = speed + stiffness * distance;
    const decay = Math.exp(-stiffness * step);
    at = aim(i - 1) + (distance + pull * step) * decay;
    speed = (speed - stiffness * pull * step) * decay;
    return at;
  });
}

/** Keeps the points of a path that a line cannot replace. `share` is the share of the time. */
function simplify(path: Float64Array, tolerance: number, parts: number): { at: number; share: number }[] {
  const points = Array.from({ length: parts + 1 }, (_, i) => {
    const exact = (i / parts) * (path.length - 1);
    const from = Math.min(path.length - 2, Math.floor(exact));
    return { at: path[from]! + (exact - from) * (path[from + 1]! - path[from]!), share: i / parts };
  });
  const kept = [points[0]!];
  let [steepest, flattest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < points.length; i++) {
    const one = points[i]!;
    let from = kept.at(-1)!;
    const rise = (one.at - from.at) / (one.share - from.share);
    if (rise > steepest || rise < flattest) {
      // The line to this point passes too far from one before it.
      from = points[i - 1]!;
      kept.push(from);
      [steepest, flattest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    }
    steepest = Math.min(steepest, (one.at + tolerance - from.at) / (one.share - from.share));
    flattest = Math.max(flattest, (one.at - tolerance - from.at) / (one.share - from.share));
  }
  kept.push(points.at(-1)!);
  return kept;
}
