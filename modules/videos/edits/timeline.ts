/** Times of a version: the part of its original that it shows. */
import { HOLD_SLACK } from "vireo/slots/edit";
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

function moveCues(cues: readonly Cue[], move: (seconds: number) => number): Cue[] {
  const place = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: move(part.start),
    end: move(part.end),
  });
  return cues.map((cue) => ({ ...place(cue), ...(cue.words ? { words: cue.words.map(place) } : {}) }));
}
