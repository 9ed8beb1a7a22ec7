/** Times of a version: the part of its original that it shows. */
import { HOLD_SLACK, type ReframeShot } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { VersionLayer } from "./layers";

/** A part of an original, in its seconds. */
export interface Timeline {
  start: number;
  /** Beyond the original's end while its last frame is held. Undefined if its length is not known. */
  end: number | undefined;
  /** Where the last frame begins to be held, or `end`. Undefined if the original's length is not known. */
  pictureEnd: number | undefined;
}

/** Computes which part of an original its layers leave. `duration` is the original's length in seconds, if known. */
export function readTimeline(layers: readonly VersionLayer[], duration: number | undefined): Timeline {
  let [start, end, pictureEnd] = [0, duration, duration];
  for (const layer of layers) {
    if (layer.type === "trim") {
      start = Math.max(start, layer.fields.start);
      end = Math.min(end ?? Number.POSITIVE_INFINITY, layer.fields.end);
      pictureEnd = Math.min(pictureEnd ?? Number.POSITIVE_INFINITY, layer.fields.end);
    }
    if (layer.type === "voiceover" && layer.made.voice && end !== undefined) {
      const until = layer.fields.start + layer.made.voice.seconds;
      if (until > end + HOLD_SLACK) end = until;
    }
  }
  return { start, end, pictureEnd };
}

/** Avoids fractions such as 2.1999999999999997. */
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Converts seconds of the original to seconds of the version. Negative before its first frame. */
export const toOwn = ({ start }: Pick<Timeline, "start">, seconds: number): number => round(seconds - start);

/** Converts seconds of the version to seconds of the original. */
export const toOriginal = ({ start }: Pick<Timeline, "start">, seconds: number): number => round(seconds + start);

/** Length of the version in seconds. Undefined if not known. */
export const getLength = ({ start, end }: Timeline): number | undefined =>
  end === undefined ? undefined : round(end - start);

/** Converts cues of the version to seconds of the original. */
export const toOriginalCues = (timeline: Pick<Timeline, "start">, cues: readonly Cue[]): Cue[] =>
  moveCues(cues, (seconds) => toOriginal(timeline, seconds));

/** Converts cues of the original to seconds of the version, without the words that it cuts off. */
export function toOwnCues(timeline: Timeline, cues: readonly Cue[]): Cue[] {
  const { start, end = Number.POSITIVE_INFINITY } = timeline;
  const isInside = (part: { start: number; end: number }) => part.end > start && part.start < end;
  const inside = cues.filter(isInside).flatMap((cue) => {
    const words = cue.words?.filter(isInside);
    if (!words || words.length === cue.words?.length) return [cue];
    return words.length > 0 ? [{ ...cue, words, text: words.map(({ word }) => word).join(" ") }] : [];
  });
  return moveCues(inside, (seconds) => Math.max(0, toOwn(timeline, seconds)));
}

/** Converts shots of the version to seconds of the original. */
export const toOriginalShots = (timeline: Pick<Timeline, "start">, shots: readonly ReframeShot[]): ReframeShot[] =>
  shots.map((shot) => moveShot(shot, (seconds) => toOriginal(timeline, seconds)));

/** Converts shots of the original to seconds of the version, without what it cuts off. */
export function toOwnShots(timeline: Timeline, shots: readonly ReframeShot[]): ReframeShot[] {
  const { start, end = Number.POSITIVE_INFINITY } = timeline;
  return shots
    .filter((shot) => shot.end > start && shot.start < end)
    .map((shot) => cutShot(shot, start, end))
    .map((shot) => moveShot(shot, (seconds) => toOwn(timeline, seconds)));
}

function cutShot(shot: ReframeShot, from: number, to: number): ReframeShot {
  const [start, end] = [Math.max(from, shot.start), Math.min(to, shot.end)];
  const { path } = shot;
  if (!path || (start === shot.start && end === shot.end)) return { ...shot, start, end };
  const inside = path.filter(({ time }) => time > start && time < end);
  return { ...shot, start, end, path: [pointAt(path, start), ...inside, pointAt(path, end)] };
}

/** Returns where a path is at a time. */
function pointAt(path: NonNullable<ReframeShot["path"]>, time: number) {
  const after = path.findIndex((point) => point.time >= time);
  const [a, b] = after < 0 ? [path.at(-1)!, path.at(-1)!] : [path[Math.max(0, after - 1)]!, path[after]!];
  const share = b.time > a.time ? Math.max(0, (time - a.time) / (b.time - a.time)) : 0;
  return { time, x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

const moveShot = ({ path, ...shot }: ReframeShot, move: (seconds: number) => number): ReframeShot => ({
  ...shot,
  ...{ start: move(shot.start), end: move(shot.end) },
  ...(path ? { path: path.map((point) => ({ ...point, time: move(point.time) })) } : {}),
});

function moveCues(cues: readonly Cue[], move: (seconds: number) => number): Cue[] {
  const place = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: move(part.start),
    end: move(part.end),
  });
  return cues.map((cue) => ({ ...place(cue), ...(cue.words ? { words: cue.words.map(place) } : {}) }));
}
