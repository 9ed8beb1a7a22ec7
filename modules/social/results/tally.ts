/** Adds up columns of results, with exact medians and numbers of posts. */

export const figures = [
  { name: "views", column: "views" },
  { name: "likes", column: "likes" },
  { name: "comments", column: "comments" },
  { name: "shares", column: "shares" },
  { name: "saves", column: "saves" },
  { name: "watchSeconds", column: "watch_seconds" },
] as const;
export type Figure = (typeof figures)[number]["name"];

/** Numbers, or their bytes with the highest first: 1, 2, 4 or 8 each. All bits of an absent number are set. */
export type Column = Uint8Array | Float64Array;

/** Stands for an absent number. */
export const NONE = -1;

/** Results of at most a day. Those of one post are next to each other. */
export interface Segment {
  /** Each result's group, or `LEFT_OUT`. */
  groups: Int32Array;
  /** 1 if a result is of the same post as the one before. */
  isSame: Uint8Array;
  /** Posts of the last results, which may have results in other segments. */
  sharedPosts: readonly string[];
  /** Columns without any figure are absent. */
  figures: Partial<Record<Figure, Column>>;
}

export const LEFT_OUT = -1;

export interface Sums extends Record<Figure, number> {
  posts: number;
  medianViews: number | null;
}

/** Sums of groups. A group without results has no posts. */
export interface Tally {
  posts: Float64Array;
  views: Float64Array;
  /** True if a platform reports views of this group. */
  hasViews(group: number): boolean;
  readGroup(group: number): Sums;
  /** Call it last: it may reorder what medians of groups are read from. */
  readTotal(): Sums;
}

/** Milliseconds of work before requests have their turn. */
const SLICE_MS = 10;

/** Reads a column. Absent numbers become `NONE`. */
export function unpack(column: Column, numbers: Float64Array | Int32Array): void {
  const count = numbers.length;
  if (column instanceof Float64Array) {
    numbers.set(column);
    return;
  }
  const width = column.length / count;
  if (width === 1) for (let at = 0; at < count; at++) numbers[at] = column[at] === 0xff ? NONE : column[at]!;
  else if (width === 2)
    for (let at = 0, byte = 0; at < count; at++, byte += 2) {
      const number = (column[byte]! << 8) | column[byte + 1]!;
      numbers[at] = number === 0xffff ? NONE : number;
    }
  else if (width === 4)
    for (let at = 0, byte = 0; at < count; at++, byte += 4) {
      const low = (column[byte + 1]! << 16) | (column[byte + 2]! << 8) | column[byte + 3]!;
      const number = column[byte]! * 0x1000000 + low;
      numbers[at] = number === 0xffffffff ? NONE : number;
    }
  else {
    const view = new DataView(column.buffer, column.byteOffset, column.length);
    for (let at = 0; at < count; at++) numbers[at] = Number(view.getBigInt64(at * 8));
  }
}

/** Moves the k-th smallest of values[from…to] to place k. None before it is larger, and none after it smaller. */
function select(values: Float64Array, k: number, from: number, to: number): void {
  let [left, right] = [from, to];
  while (left < right) {
    const pivot = values[(left + right) >> 1]!;
    let [i, j] = [left, right];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return;
  }
}

/** Below this many values, moving them is faster than counting them by size. */
const FEW = 4096;
/** Bits of a double that order it among other positive ones: its exponent, and as much of its fraction. */
const CLASS_BITS = 16;

/**
 * Returns the k-th smallest of positive values, from 0, and the smallest after it. Counts values by class first: those
 * of one class are few.
 */
function findNeighbours(values: Float64Array, k: number): [number, number] {
  const highWords = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const shift = 32 - CLASS_BITS;
  const counts = new Uint32Array(1 << CLASS_BITS);
  for (let at = 1; at < highWords.length; at += 2) counts[highWords[at]! >>> shift]!++;
  let before = 0;
  let wanted = 0;
  while (before + counts[wanted]! <= k) before += counts[wanted++]!;
  let next = wanted + 1;
  while (next < counts.length && counts[next] === 0) next++;
  const near = new Float64Array(counts[wanted]!);
  let size = 0;
  let after = Number.POSITIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const own = highWords[at * 2 + 1]! >>> shift;
    if (own === wanted) near[size++] = values[at]!;
    else if (own === next && values[at]! < after) after = values[at]!;
  }
  select(near, k - before, 0, size - 1);
  for (let at = k - before + 1; at < size; at++) if (near[at]! < after) after = near[at]!;
  return [near[k - before]!, after];
}

/** As percentile_cont(0.5) of PostgreSQL. Reorders the values if they are few. */
function findMedian(values: Float64Array): number | null {
  if (values.length === 0) return null;
  const middle = (values.length - 1) >> 1;
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  if (values.length > FEW) [low, high] = findNeighbours(values, middle);
  else {
    select(values, middle, 0, values.length - 1);
    low = values[middle]!;
    for (let at = middle + 1; at < values.length; at++) if (values[at]! < high) high = values[at]!;
  }
  return values.length % 2 === 1 ? low : low + 0.5 * (high - low);
}

/** Returns the places of the largest numbers: at most `count`, but all that equal the last. In no order. */
export function findLargest(numbers: Float64Array, count: number): number[] {
  const sorted = numbers.slice();
  const place = Math.max(0, sorted.length - count);
  select(sorted, place, 0, sorted.length - 1);
  const least = sorted[place] ?? 0;
  const found: number[] = [];
  for (let at = 0; at < numbers.length; at++) if (numbers[at]! >= least) found.push(at);
  return found;
}

/** Returns a function that lets requests have their turn from time to time. */
function createPauses(): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await new Promise(setImmediate);
    until = performance.now() + SLICE_MS;
  };
}

interface PostCounts {
  posts: Float64Array;
  all: number;
  /** Number of the post being counted. */
  post: number;
  /** Post that each group, and the total, has counted last. */
  last: Float64Array;
  lastOfAll: number;
  /** Groups of each post that may be in several segments. */
  shared: Map<string, number[]>;
}

/** Counts each post once per group. */
function countPosts({ groups, isSame, sharedPosts }: Segment, counts: PostCounts): void {
  const { posts, last, shared } = counts;
  const own = groups.length - sharedPosts.length;
  let { post, all, lastOfAll } = counts;
  for (let at = 0; at < own; at++) {
    if (isSame[at] === 0) post++;
    const group = groups[at]!;
    if (group === LEFT_OUT) continue;
    if (last[group] !== post) {
      last[group] = post;
      posts[group]!++;
    }
    if (lastOfAll !== post) {
      lastOfAll = post;
      all++;
    }
  }
  for (let at = own; at < groups.length; at++) {
    const group = groups[at]!;
    if (group === LEFT_OUT) continue;
    const id = sharedPosts[at - own]!;
    const seen = shared.get(id);
    if (!seen) {
      shared.set(id, [group]);
      all++;
    } else if (!seen.includes(group)) seen.push(group);
    else continue;
    posts[group]!++;
  }
  counts.post = post;
  counts.all = all;
  counts.lastOfAll = lastOfAll;
}

function addUp(groups: Int32Array, numbers: Float64Array, sums: Float64Array): void {
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    const figure = numbers[at]!;
    if (group !== LEFT_OUT && figure !== NONE) sums[group]! += figure;
  }
}

/** The numbers of each group, one group after the other. */
interface Sorted {
  numbers: Float64Array;
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Collects figures of groups. */
class Collector {
  readonly #numbers: Float64Array;
  readonly #groups: Int32Array;
  readonly #counts: Uint32Array;
  #size = 0;

  constructor(results: number, groupCount: number) {
    this.#numbers = new Float64Array(results);
    this.#groups = new Int32Array(results);
    this.#counts = new Uint32Array(groupCount);
  }

  add(groups: Int32Array, figures: Float64Array): void {
    const [numbers, ofGroups, counts] = [this.#numbers, this.#groups, this.#counts];
    let size = this.#size;
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at]!;
      const figure = figures[at]!;
      if (group === LEFT_OUT || figure === NONE) continue;
      numbers[size] = figure;
      ofGroups[size++] = group;
      counts[group]!++;
    }
    this.#size = size;
  }

  sort(): Sorted {
    const starts = new Uint32Array(this.#counts.length);
    let size = 0;
    for (let group = 0; group < starts.length; group++) {
      starts[group] = size;
      size += this.#counts[group]!;
    }
    const ends = starts.slice();
    const numbers = new Float64Array(size);
    for (let at = 0; at < size; at++) numbers[ends[this.#groups[at]!]!++] = this.#numbers[at]!;
    return { numbers, starts, ends };
  }
}

function addAll(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at]!;
  return sum;
}

/** Score of a group that has results, but no views. */
const NO_VIEWS = -1;
/** Score of a group without results. */
export const NO_RESULTS = -2;

/** Adds up the views of each group. */
export async function scoreGroups(segments: readonly Segment[], groupCount: number): Promise<Float64Array> {
  const scores = new Float64Array(groupCount).fill(NO_RESULTS);
  const scratch = new Float64Array(Math.max(0, ...segments.map(({ groups }) => groups.length)));
  const pause = createPauses();
  for (const { groups, figures } of segments) {
    const views = scratch.subarray(0, groups.length);
    if (figures.views) unpack(figures.views, views);
    else views.fill(NONE);
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at]!;
      if (group === LEFT_OUT) continue;
      const score = scores[group]!;
      if (views[at] !== NONE) scores[group] = Math.max(0, score) + views[at]!;
      else if (score === NO_RESULTS) scores[group] = NO_VIEWS;
    }
    await pause();
  }
  return scores;
}

const createRecord = <T>(make: (name: Figure) => T) =>
  Object.fromEntries(figures.map(({ name }) => [name, make(name)])) as Record<Figure, T>;

export async function tally(segments: readonly Segment[], groupCount: number): Promise<Tally> {
  const counts: PostCounts = {
    post: 0,
    all: 0,
    lastOfAll: -1,
    shared: new Map(),
    posts: new Float64Array(groupCount),
    last: new Float64Array(groupCount).fill(-1),
  };
  const zeros = new Float64Array(groupCount);
  const sums = createRecord((name) => {
    const isReported = segments.some((segment) => segment.figures[name]);
    return isReported ? new Float64Array(groupCount) : zeros;
  });
  const sizes = segments.map(({ groups }) => groups.length);
  const collector = new Collector(
    sizes.reduce((sum, size) => sum + size, 0),
    groupCount,
  );
  const scratch = new Float64Array(Math.max(0, ...sizes));
  const pause = createPauses();
  for (const segment of segments) {
    const { groups } = segment;
    const numbers = scratch.subarray(0, groups.length);
    countPosts(segment, counts);
    for (const { name } of figures) {
      const column = segment.figures[name];
      if (!column) continue;
      unpack(column, numbers);
      addUp(groups, numbers, sums[name]);
      if (name === "views") collector.add(groups, numbers);
    }
    await pause();
  }
  const { numbers, starts, ends } = collector.sort();
  await pause();
  return {
    posts: counts.posts,
    views: sums.views,
    hasViews: (group) => ends[group]! > starts[group]!,
    readGroup: (group) => ({
      ...createRecord((name) => sums[name][group]!),
      posts: counts.posts[group]!,
      medianViews: findMedian(numbers.subarray(starts[group]!, ends[group]!)),
    }),
    readTotal: () => ({
      ...createRecord((name) => addAll(sums[name])),
      posts: counts.all,
      medianViews: findMedian(numbers),
    }),
  };
}
