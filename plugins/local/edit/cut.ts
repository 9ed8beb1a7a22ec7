/** Parts of a video that stay, and the filters that join them. */
import type { Interval } from "vireo/captions/align";
import type { Part } from "./video-file";

/** A part that stays, in seconds. If there are several, each consists of whole pictures. */
export interface Kept {
  /** Start before the cut. */
  from: number;
  length: number;
  /** Start after the cut. */
  at: number;
}

/** Length of the fades at a cut in the sound, in seconds: without them, it clicks. */
const FADE = 0.01;

/**
 * Lists the parts that stay. `frame` is the length of a picture in seconds. Every part is rounded to pictures in such a way
 * that none starts more than half a picture early or late, however many there are.
 */
export function listKept({ start, end, removed = [] }: Part, frame: number): Kept[] {
  if (removed.length === 0) return [{ from: start, length: end - start, at: 0 }];
  const starts = [start, ...removed.map((part) => part.end)];
  const ends = [...removed.map((part) => part.start), end];
  const round = (seconds: number) => Math.round(seconds / frame);
  let total = 0;
  let at = 0;
  return starts.flatMap((from, index) => {
    total += ends[index]! - from;
    const until = round(total);
    const kept = { from: round(from) * frame, length: (until - at) * frame, at: at * frame };
    at = until;
    return kept.length > 0 ? [kept] : [];
  });
}

/** Writes the expression that is true for the pictures of these parts. */
export const selectPictures = (parts: readonly Kept[], frame: number): string =>
  parts
    .map(
      ({ from, length }) =>
        `between(t,${(from - frame / 4).toFixed(4)},${(from + length - (frame * 3) / 4).toFixed(4)})`,
    )
    .join("+");

/** Writes the filters that join the sound of parts. Labels are with brackets. */
export function joinSounds(parts: readonly Kept[], from: string, to: string): string[] {
  const name = (kind: string, at: number) => to.replace("[", `[${kind}${at}`);
  const [inputs, outputs] = ["cut", "part"].map((kind) => parts.map((_, at) => name(kind, at)));
  return [
    `${from}asplit=${parts.length}${inputs!.join("")}`,
    ...parts.map(({ from: start, length }, at) => {
      const range = `atrim=start=${start.toFixed(5)}:end=${(start + length).toFixed(5)},asetpts=PTS-STARTPTS,apad=whole_dur=${length.toFixed(5)}`;
      const fadeIn = at > 0 ? `,afade=t=in:d=${FADE}` : "";
      const fadeOut = at < parts.length - 1 ? `,afade=t=out:st=${Math.max(0, length - FADE).toFixed(5)}:d=${FADE}` : "";
      return `${inputs![at]}${range}${fadeIn}${fadeOut}${outputs![at]}`;
    }),
    `${outputs!.join("")}concat=n=${parts.length}:v=0:a=1${to}`,
  ];
}

/** Applies a cut to what earlier cuts have left. `from` is still in seconds of the source. */
export const cutKept = (before: readonly Kept[], parts: readonly Kept[]): Kept[] =>
  parts.flatMap((part) =>
    before.flatMap((kept) => {
      const start = Math.max(part.from, kept.at);
      const end = Math.min(part.from + part.length, kept.at + kept.length);
      if (end <= start) return [];
      return [{ from: kept.from + start - kept.at, length: end - start, at: part.at + start - part.from }];
    }),
  );

/** Converts intervals of the source to seconds after the cuts. An interval that is cut into becomes several. */
export const placeIntervals = (kept: readonly Kept[], intervals: readonly Interval[]): Interval[] =>
  intervals.flatMap((interval) =>
    kept.flatMap(({ from, length, at }) => {
      const start = Math.max(interval.start, from);
      const end = Math.min(interval.end, from + length);
      return end > start ? [{ start: start - from + at, end: end - from + at }] : [];
    }),
  );

/** Converts a time of the source to seconds after the cuts. Undefined if it is cut off. */
export function placeTime(kept: readonly Kept[], time: number): number | undefined {
  const part = kept.find(({ from, length }) => time >= from && time < from + length);
  return part && time - part.from + part.at;
}

/** Returns which parts of the source are shown between two times. Times after the end continue the last part. */
export function findSource(kept: readonly Kept[], start: number, end: number): Interval[] {
  const shown = kept.flatMap(({ from, length, at }, index) => {
    const until = index === kept.length - 1 ? Number.POSITIVE_INFINITY : at + length;
    const [first, last] = [Math.max(start, index === 0 ? start : at), Math.min(end, until)];
    return last > first ? [{ start: first - at + from, end: last - at + from }] : [];
  });
  return shown.length > 0 ? shown : [{ start, end }];
}
