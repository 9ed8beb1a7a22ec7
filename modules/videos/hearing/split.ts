/** Where a long recording is cut into parts: in pauses, or with an overlap where nobody pauses. */
import type { Interval } from "vireo/captions/align";

/** Returns the stretches of voice in a span. */
export type FindVoice = (span: Interval) => Promise<readonly Interval[]>;

/** Longest distance between a cut and its place in an even division, in seconds, and as a share of the longest part. */
const NEAR = { seconds: 30, share: 0.05 };
/** Shortest pause that a cut is made in, in seconds. */
const MIN_PAUSE = 0.3;
/** Seconds that two parts share where nobody pauses, at most, and as a share of the longest part. */
const OVERLAP = { seconds: 10, share: 0.05 };

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Divides a span into parts of at most `maxSeconds`, at least `count` of them. Neighbours overlap where a cut would hit a
 * word.
 */
export async function splitSpan(
  whole: Interval,
  maxSeconds: number,
  findVoice: FindVoice,
  count = 1,
): Promise<Interval[]> {
  const length = whole.end - whole.start;
  const near = Math.min(NEAR.seconds, maxSeconds * NEAR.share);
  const half = Math.min(OVERLAP.seconds, maxSeconds * OVERLAP.share) / 2;
  const parts = length <= maxSeconds && count === 1 ? 1 : Math.max(count, Math.ceil(length / (maxSeconds - 2 * near)));
  const cuts: { before: number; after: number }[] = [];
  for (let i = 1; i < parts; i++) {
    const middle = whole.start + (length * i) / parts;
    const pause = findLongestPause(await findVoice({ start: middle - near, end: middle + near }), middle, near);
    cuts.push(pause === undefined ? { before: middle + half, after: middle - half } : { before: pause, after: pause });
  }
  return Array.from({ length: parts }, (_, i) => ({
    start: round(cuts[i - 1]?.after ?? whole.start),
    end: round(cuts[i]?.before ?? whole.end),
  }));
}

/** Returns the middle of the longest pause around a time. Undefined if none is long enough. */
function findLongestPause(voice: readonly Interval[], middle: number, near: number): number | undefined {
  let longest: Interval | undefined;
  let from = middle - near;
  for (const { start, end } of [...voice, { start: middle + near, end: middle + near }]) {
    if (start - from >= MIN_PAUSE && (!longest || start - from > longest.end - longest.start))
      longest = { start: from, end: start };
    from = Math.max(from, end);
  }
  return longest && (longest.start + longest.end) / 2;
}
