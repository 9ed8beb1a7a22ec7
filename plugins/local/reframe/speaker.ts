import { clampFinite, countWhile } from "../numbers";
import { type Crop, fitsTogether } from "./frame";
import { MOUTH } from "./mouth";
import type { Span, Wanted } from "./shots";
import type { Person, Sighting } from "./track";
import { findQuantile } from "./values";

/** Who moves the mouth while there is voice. */
export interface Heard {
  /** For each sample: whether there is voice. */
  voiced: boolean[];
  /** Motion of the mouth for each person and sample, as a multiple of that person's mouth at rest; 0 if unknown. */
  talk: Float64Array[];
  /** Stretches between voices. */
  pauses: { start: number; end: number }[];
}

/** For how long which group of people is shown. */
export interface Turn {
  start: number;
  end: number;
  group: number;
}

/** Motion of a mouth that speaks, as a multiple of its motion at rest. */
export const TALKS = 1.7;
/** Someone speaks alone if all other mouths are below this, or this many times calmer. */
const RESTS = 1.5;
export const ALONE = 1.8;
/** The share of its least motions tells how a mouth looks at rest. */
const AT_REST = 0.3;
/** Somebody who never pauses has no rest. Differences between faces, from light and size, are below this factor. */
const REST_RANGE = 2;
/** Least motion at rest, as a share of the largest motion, for mouths that do not change at all. */
const REST_FLOOR = 0.08;
/**
 * Mouths at rest move as much as this, because their pictures are not exact, and none moves more than that, so somebody who
 * speaks all the time is not taken for one.
 */
const REST = { least: 0.007, most: 0.012 };
/** Fewer motions say nothing about rest to compare others with. */
const FEW_MOTIONS = 8;
/** A mouth seen less often than this has no motion. */
const PATCH_SECONDS = 0.75;
const { columns: COLUMNS, rows: ROWS } = MOUTH;
/** Steps in which the shift between two pictures of a mouth is found, in cells, and how many of them to each side. */
const SHIFTS = [
  { step: 1, reach: 2 },
  { step: 0.5, reach: 1 },
  { step: 0.25, reach: 1 },
  { step: 0.125, reach: 1 },
] as const;
/** Cells at the edge, which are outside the other picture if the head has moved. */
const MARGIN = 2;
/** How much the motion of a mouth counts less if the face moves by its own width. */
const SHAKE = 3;
/** How long before a mouth surely speaks it can have begun. */
const ONSET_SECONDS = 2;
/** Motion is averaged over this many seconds on each side: syllables are faster than samples. */
const SMOOTH_SECONDS = 0.5;
/** Somebody speaks on if nobody else does for at most this long. */
const BREATH_SECONDS = 0.6;
/** Briefer remarks change nothing. */
const TURN_SECONDS = 1.2;
const HOLD_SECONDS = 2;
/** Who is found this soon is there from the start. */
const OPENING_SECONDS = 1;
/** A change moves to a pause in the voice that is this near. */
const PAUSE_SECONDS = 0.8;

/** Divides people, along the axis, into as few groups as possible that fit into the crop, the most important first. */
export function formGroups(people: readonly Person[], crop: Crop): Person[][] {
  const steady = people.filter(({ heads }) => 2 * heads.filter(Boolean).length >= heads.length);
  const others = people.filter((one) => !steady.includes(one)).map((one) => [one]);
  const places = new Map(steady.map((one) => [one, place(one, crop)]));
  const groups: Person[][] = [];
  for (const one of steady.toSorted((a, b) => places.get(a)! - places.get(b)!)) {
    const last = groups.at(-1);
    if (last && fitAlways([...last, one], crop)) last.push(one);
    else groups.push([one]);
  }
  const weigh = (group: readonly Person[]) => group.reduce((sum, { importance }) => sum + importance, 0);
  return [...groups, ...others].sort((a, b) => weigh(b) - weigh(a));
}

function place({ heads }: Person, { axis }: Crop): number {
  const at = heads.flatMap((head) => (head ? [axis === "x" ? head.left + head.right : head.top + head.bottom] : []));
  return findQuantile(at, 0.5) / 2;
}

function fitAlways(group: readonly Person[], crop: Crop): boolean {
  let together = 0;
  for (const i of group[0]!.heads.keys()) {
    const heads = group.flatMap(({ heads }) => heads[i] ?? []);
    if (heads.length < 2) continue;
    if (!fitsTogether(heads, crop)) return false;
    if (heads.length === group.length) together++;
  }
  return together > 0;
}

export function listen(people: readonly Person[], { seen }: Span, voice: Wanted["voice"]): Heard {
  const motions = people.map(({ sightings }) => measureMouth(sightings, seen.length));
  const known = motions.map((motion) => [...motion].filter((value) => value >= 0));
  const largest = Math.max(...known.map((values) => (values.length > 0 ? findQuantile(values, 0.9) : 0)));
  const rests = known.map((values) =>
    Math.max(REST_FLOOR * largest, values.length > 0 ? findQuantile(values, AT_REST) : 0),
  );
  const quietest = Math.min(...rests.filter((_, i) => known[i]!.length >= FEW_MOTIONS));
  const times = seen.map(({ time }) => time);
  return {
    voiced: times.map((time) => time < (voice[findLast(voice, time)]?.end ?? Number.NEGATIVE_INFINITY)),
    talk: motions.map((motion, i) =>
      smoothMotion(motion, times, clampFinite(Math.min(rests[i]!, REST_RANGE * quietest), REST.least, REST.most)),
    ),
    pauses: voice.slice(1).map(({ start }, i) => ({ start: voice[i]!.end, end: start })),
  };
}

/** Returns the index of the last stretch that starts by then, or -1. */
const findLast = (stretches: readonly { start: number }[], time: number): number =>
  countWhile(stretches, ({ start }) => start <= time) - 1;

/** Returns how much the mouth changes at each sample; -1 if unknown. */
function measureMouth(sightings: readonly Sighting[], samples: number): Float64Array {
  const motion = new Float64Array(samples).fill(-1);
  const mouths = sightings.map(({ face }) => (face.mouth.length === COLUMNS * ROWS ? blur(face.mouth) : undefined));
  for (const [i, { sample, time, face }] of sightings.entries()) {
    const before = sightings[i - 1];
    if (!before || time - before.time > PATCH_SECONDS || !mouths[i - 1] || !mouths[i]) continue;
    const shake = Math.hypot((face.x - before.face.x) / face.width, (face.y - before.face.y) / face.height);
    motion[sample] = compare(mouths[i - 1]!, mouths[i]!) / (1 + SHAKE * shake);
  }
  return motion;
}

/** Blurs the picture of a mouth: lips and teeth are sharper than the shift between two pictures can be measured. */
function blur(mouth: Float32Array): Float32Array {
  const mix = (from: Float32Array, step: number, at: (i: number) => number, count: number) =>
    from.map((value, i) => {
      const before = at(i) > 0 ? from[i - step]! : value;
      const after = at(i) < count - 1 ? from[i + step]! : value;
      return (before + 2 * value + after) / 4;
    });
  const across = mix(mouth, 1, (i) => i % COLUMNS, COLUMNS);
  return mix(across, COLUMNS, (i) => Math.floor(i / COLUMNS), ROWS);
}

/**
 * Returns the mean difference of two pictures of a mouth, at the shift at which it is least: boxes of faces tremble, and
 * heads move.
 */
function compare(a: Float32Array, b: Float32Array): number {
  let [x, y] = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (const { step, reach } of SHIFTS) {
    const [fromX, fromY] = [x, y];
    for (let down = -reach; down <= reach; down++) {
      for (let across = -reach; across <= reach; across++) {
        const difference = compareAt(a, b, fromX + step * across, fromY + step * down);
        if (difference < least) [least, x, y] = [difference, fromX + step * across, fromY + step * down];
      }
    }
  }
  return least;
}

const clampCell = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));

/** Returns the mean difference of `b` and of `a` moved by so many cells. */
function compareAt(a: Float32Array, b: Float32Array, x: number, y: number): number {
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - wholeX, y - wholeY];
  let sum = 0;
  for (let row = MARGIN; row < ROWS - MARGIN; row++) {
    const upper = clampCell(row + wholeY, ROWS) * COLUMNS;
    const lower = clampCell(row + wholeY + 1, ROWS) * COLUMNS;
    for (let column = MARGIN; column < COLUMNS - MARGIN; column++) {
      const left = clampCell(column + wholeX, COLUMNS);
      const right = clampCell(column + wholeX + 1, COLUMNS);
      const top = a[upper + left]! + across * (a[upper + right]! - a[upper + left]!);
      const bottom = a[lower + left]! + across * (a[lower + right]! - a[lower + left]!);
      sum += Math.abs(b[row * COLUMNS + column]! - top - down * (bottom - top));
    }
  }
  return sum / ((ROWS - 2 * MARGIN) * (COLUMNS - 2 * MARGIN));
}

function smoothMotion(motion: Float64Array, times: readonly number[], rest: number): Float64Array {
  let [from, to, sum, count] = [0, 0, 0, 0];
  const add = (value: number, sign: number) => {
    if (value < 0) return;
    sum += sign * value;
    count += sign;
  };
  const early = 1e-3;
  return motion.map((_, i) => {
    while (to < times.length && times[to]! <= times[i]! + SMOOTH_SECONDS + early) add(motion[to++]!, 1);
    // A change belongs to the time before its sample.
    while (times[from]! <= times[i]! - SMOOTH_SECONDS + early) add(motion[from++]!, -1);
    return count > 0 && rest > 0 ? sum / count / rest : 0;
  });
}

/** Chooses which group is shown when: the one that speaks, otherwise the one that is shown while it is there. */
export function chooseGroups(groups: readonly Person[][], people: readonly Person[], heard: Heard, span: Span): Turn[] {
  const { start, end, seen } = span;
  if (groups.length < 2) return [{ start, end, group: 0 }];
  const times = seen.map(({ time }) => time);
  const talk = groups.map((group) => group.map((one) => heard.talk[people.indexOf(one)]!));
  const speaks = times.map((_, i) => (heard.voiced[i] ? findSpeaker(talk.map((ones) => loudest(ones, i))) : undefined));
  const spoken = groups.map((_, group) =>
    extend(
      speaks.map((one) => one === group),
      speaks.map((one) => one !== undefined && one !== group),
      times,
    ),
  );
  const visible = groups.map((group) => {
    const there = times.map((_, i) => group.some(({ heads }) => heads[i]));
    return extend(
      there,
      there.map((one) => !one),
      times,
    );
  });
  const isThere = (group: number, i: number) => visible[group]![i]! >= 0;
  const lasts = (until: number, i: number) => until - times[i]! >= Math.min(TURN_SECONDS, end - times[i]!);

  const opening = times.findIndex(
    (time, i) => time - start < HOLD_SECONDS && speaks[i] !== undefined && lasts(spoken[speaks[i]!]![i]!, i),
  );
  const early = countWhile(times, (time) => time - start <= OPENING_SECONDS);
  const shown = groups.findIndex((_, group) =>
    times.slice(0, early).some((_, i) => isThere(group, i) && lasts(visible[group]![i]!, i)),
  );
  const turns: Turn[] = [{ start, end, group: opening >= 0 ? speaks[opening]! : Math.max(0, shown) }];
  for (const [i, time] of times.entries()) {
    const last = turns.at(-1)!;
    if (time - last.start < HOLD_SECONDS) continue;
    const speaker = speaks[i];
    let group: number | undefined;
    let at = time;
    if (speaker !== undefined && speaker !== last.group && lasts(spoken[speaker]![i]!, i)) {
      group = speaker;
      let onset = i;
      const isLouder = (k: number) => loudest(talk[speaker]!, k) > loudest(talk[last.group]!, k);
      while (onset > 0 && time - times[onset - 1]! <= ONSET_SECONDS && isLouder(onset - 1)) onset--;
      at = findPause(heard.pauses, times[onset]!);
    } else if (!isThere(last.group, i)) {
      const other = groups.findIndex((_, group) => isThere(group, i) && lasts(visible[group]![i]!, i));
      if (other >= 0) group = other;
    }
    at = Math.max(at, last.start + HOLD_SECONDS);
    if (group === undefined || end - at < HOLD_SECONDS) continue;
    last.end = at;
    turns.push({ start: at, end, group });
  }
  return turns;
}

const loudest = (ones: readonly Float64Array[], i: number) => Math.max(...ones.map((talk) => talk[i]!));

/** Returns the index of the only one who speaks. Several at once are none. */
function findSpeaker(levels: readonly number[]): number | undefined {
  const best = levels.indexOf(Math.max(...levels));
  const others = levels.filter((_, i) => i !== best);
  const next = Math.max(...others);
  return levels[best]! >= TALKS && next <= Math.max(RESTS, levels[best]! / ALONE) ? best : undefined;
}

/** Returns for each sample until when what holds there goes on, over brief gaps that nothing interrupts; else -1. */
function extend(holds: readonly boolean[], breaks: readonly boolean[], times: readonly number[]): Float64Array {
  const until = new Float64Array(times.length).fill(-1);
  let next: number | undefined;
  for (let i = times.length - 1; i >= 0; i--) {
    if (breaks[i]) next = undefined;
    if (!holds[i]) continue;
    const isNear = next !== undefined && times[next]! - times[i]! <= BREATH_SECONDS;
    until[i] = isNear ? until[next!]! : (times[i + 1] ?? times[i]!);
    next = i;
  }
  return until;
}

/** Returns the moment of a pause nearest to a time, or the time itself. */
function findPause(pauses: Heard["pauses"], time: number): number {
  const at = findLast(pauses, time);
  const moments = [pauses[at], pauses[at + 1]].flatMap((pause) =>
    pause ? [clampFinite(time, pause.start, pause.end)] : [],
  );
  const nearest = moments.sort((a, b) => Math.abs(a - time) - Math.abs(b - time))[0];
  return nearest !== undefined && Math.abs(nearest - time) <= PAUSE_SECONDS ? nearest : time;
}
