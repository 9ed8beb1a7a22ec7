/** Times of a version: the parts of its original that it shows. */
import type { Interval } from "vireo/captions/align";
import { timeWords } from "vireo/captions/words";
import { lineText } from "vireo/captions/wrap";
import { cutShot, HOLD_SLACK, type ReframeShot } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { VersionLayer } from "./layers";

/** A part of an original that is left out. */
interface Removed extends Interval {
  /** Seconds of the version before it. */
  at: number;
}

/** What a version shows of an original, in the original's seconds. */
export interface Timeline {
  start: number;
  /** Beyond the original's end while its last frame is held. Undefined if its length is not known. */
  end: number | undefined;
  /** Where the last frame begins to be held, or `end`. Undefined if the original's length is not known. */
  pictureEnd: number | undefined;
  /** Parts that are left out, in order. */
  removed: readonly Removed[];
}

/** The start of a version, and what it leaves out. */
type Origin = Pick<Timeline, "start"> & Partial<Pick<Timeline, "removed">>;

/** Computes which parts of an original its layers leave. `duration` is the original's length in seconds, if known. */
export function readTimeline(layers: readonly VersionLayer[], duration: number | undefined): Timeline {
  let [start, end, pictureEnd] = [0, duration, duration];
  const tighten = layers.find((layer) => layer.type === "tighten");
  const all = placeRemoved(tighten?.made.removed ?? [], { start, end: Number.POSITIVE_INFINITY });
  for (const layer of layers) {
    if (layer.type === "trim") {
      start = Math.max(start, layer.fields.start);
      end = Math.min(end ?? Number.POSITIVE_INFINITY, layer.fields.end);
      pictureEnd = Math.min(pictureEnd ?? Number.POSITIVE_INFINITY, layer.fields.end);
    }
    if (layer.type === "voiceover" && layer.made.voice && end !== undefined) {
      const whole = { start: 0, removed: all };
      const over = toOwn(whole, layer.fields.start) + layer.made.voice.seconds - toOwn(whole, end);
      if (over > HOLD_SLACK) end += over;
    }
  }
  const removed = placeRemoved(all, { start, end: pictureEnd ?? Number.POSITIVE_INFINITY });
  return { start, end, pictureEnd, removed };
}

/** Limits removed parts to an interval, and computes where they are in the version. */
function placeRemoved(removed: readonly Interval[], { start, end }: Interval): Removed[] {
  let at = 0;
  let last = start;
  return removed
    .map((part) => ({ start: Math.max(start, part.start), end: Math.min(end, part.end) }))
    .filter((part) => part.end > part.start)
    .map((part) => {
      at += part.start - last;
      last = part.end;
      return { ...part, at };
    });
}

/** Lists the parts of the original that the version shows, in its seconds. */
export function listParts({ start, pictureEnd, removed }: Timeline): Interval[] {
  const starts = [start, ...removed.map((part) => part.end)];
  const ends = [...removed.map((part) => part.start), pictureEnd ?? Number.POSITIVE_INFINITY];
  return starts.map((from, at) => ({ start: from, end: ends[at]! })).filter((part) => part.end > part.start);
}

/** Avoids fractions such as 2.1999999999999997. */
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Counts the parts at the start of the list for which a condition holds. */
function countWhile(parts: readonly Removed[], holds: (part: Removed) => boolean): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(parts[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Converts seconds of the original to seconds of the version. Negative before its first frame. */
export function toOwn({ start, removed = [] }: Origin, seconds: number): number {
  const last = removed[countWhile(removed, (part) => part.start <= seconds) - 1];
  return round(last ? last.at + Math.max(0, seconds - last.end) : seconds - start);
}

/** Converts seconds of the version to seconds of the original. */
export function toOriginal({ start, removed = [] }: Origin, seconds: number): number {
  const last = removed[countWhile(removed, (part) => part.at <= seconds) - 1];
  return round(last ? last.end + seconds - last.at : seconds + start);
}

/** Length of the version in seconds. Undefined if not known. */
export const getLength = (timeline: Timeline): number | undefined =>
  timeline.end === undefined ? undefined : toOwn(timeline, timeline.end);

/** Converts cues of the version to seconds of the original. */
export const toOriginalCues = (timeline: Origin, cues: readonly Cue[]): Cue[] =>
  moveCues(cues, (seconds) => toOriginal(timeline, seconds));

/** Minimum share of a word that must remain for it to be shown. */
const HEARD = 0.5;

/** Converts cues of the original to seconds of the version, without the words that it leaves out. */
export function toOwnCues(timeline: Timeline, cues: readonly Cue[]): Cue[] {
  const { start, end = Number.POSITIVE_INFINITY, removed } = timeline;
  const isInside = (part: Interval) => part.end > start && part.start < end;
  const isHeard = (part: Interval) =>
    isInside(part) &&
    (removed.length === 0 ||
      toOwn(timeline, part.end) - toOwn(timeline, part.start) >= HEARD * (part.end - part.start));
  const inside = cues.filter(isInside).flatMap((cue) => {
    const words = cue.words?.filter(isHeard);
    if (!words) return isHeard(cue) ? [cue] : [];
    if (words.length === cue.words?.length) return [cue];
    return words.length > 0 ? [{ ...cue, words, text: joinText({ ...cue, words }) }] : [];
  });
  return moveCues(inside, (seconds) => Math.max(0, toOwn(timeline, seconds)));
}

/** Returns the words of a cue as they are written: some scripts have no spaces between them. */
const joinText = (cue: Cue): string => lineText(timeWords([cue], Number.POSITIVE_INFINITY).flat());

/**
 * Converts changed cues of a version to seconds of the original. Stored cues stay as they are if they are sent as they were
 * shown, or if the version leaves them out.
 */
export function mergeCues(
  stored: readonly Cue[],
  sent: readonly Cue[],
  { before, timeline }: { before: Timeline; timeline: Timeline },
): Cue[] {
  const isSameTime = Bun.deepEquals(before, timeline);
  const unchanged = new Map<string, Cue>();
  for (const cue of isSameTime ? stored : []) {
    const [shown] = toOwnCues(timeline, [cue]);
    if (shown) unchanged.set(toKey(shown), cue);
  }
  const merged = sent.map((cue) => unchanged.get(toKey(cue)) ?? toOriginalCues(timeline, [cue])[0]!);
  const hidden = stored.filter((cue) => toOwnCues(timeline, [cue]).length === 0);
  const taken = findOverlaps(hidden, merged);
  return [...merged, ...hidden.filter((cue) => !taken.has(cue))].sort((a, b) => a.start - b.start);
}

/** The text of a cue with its times, whatever the order of its fields. */
const toKey = ({ start, end, text, words = [], speaker }: Cue): string =>
  JSON.stringify([start, end, text, speaker, words.map((word) => [word.word, word.start, word.end])]);

/** Finds the parts that overlap any of the others. Both are in order. */
function findOverlaps<Part extends Interval>(parts: readonly Part[], others: readonly Interval[]): Set<Part> {
  const sorted = others.toSorted((a, b) => a.start - b.start);
  const found = new Set<Part>();
  let last = 0;
  let at = 0;
  for (const part of parts.toSorted((a, b) => a.end - b.end)) {
    for (; at < sorted.length && sorted[at]!.start < part.end; at++) last = Math.max(last, sorted[at]!.end);
    if (last > part.start) found.add(part);
  }
  return found;
}

/** Converts changed shots of a version to seconds of the original, together with the parts of stored ones that a trim cuts off. */
export function mergeShots(
  stored: readonly ReframeShot[],
  sent: readonly ReframeShot[],
  timeline: Timeline,
): ReframeShot[] {
  const { start, end = Number.POSITIVE_INFINITY } = timeline;
  const before = stored.filter((shot) => shot.start < start).map((shot) => cutShot(shot, shot.start, start));
  const after = stored.filter((shot) => shot.end > end).map((shot) => cutShot(shot, end, shot.end));
  return [...before, ...toOriginalShots(timeline, sent), ...after];
}

/** Converts shots of the version to seconds of the original. */
export const toOriginalShots = (timeline: Origin, shots: readonly ReframeShot[]): ReframeShot[] =>
  shots.map((shot) => moveShot(shot, (seconds) => toOriginal(timeline, seconds)));

/** Converts shots of the original to seconds of the version, without what it cuts off. */
export function toOwnShots(timeline: Timeline, shots: readonly ReframeShot[]): ReframeShot[] {
  const { start, end = Number.POSITIVE_INFINITY } = timeline;
  return shots
    .filter((shot) => shot.end > start && shot.start < end)
    .map((shot) => cutShot(shot, start, end))
    .map((shot) => moveShot(shot, (seconds) => toOwn(timeline, seconds)))
    .filter((shot) => shot.end > shot.start);
}

const moveShot = ({ path, ...shot }: ReframeShot, move: (seconds: number) => number): ReframeShot => ({
  ...shot,
  start: move(shot.start),
  end: move(shot.end),
  path: path?.map((point) => ({ ...point, time: move(point.time) })),
});

function moveCues(cues: readonly Cue[], move: (seconds: number) => number): Cue[] {
  const place = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: move(part.start),
    end: move(part.end),
  });
  return cues.map((cue) => ({ ...place(cue), words: cue.words?.map(place) }));
}
