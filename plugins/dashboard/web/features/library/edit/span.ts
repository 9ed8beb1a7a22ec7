import type { Interval } from "vireo/captions/align";

export type Part = "start" | "end" | "all";

const SHORTEST = 0.1;
/** Rounds to hundredths of a second. */
export const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** Moves a part of a span, keeping it inside the video. */
export function moveSpan({ start, end }: Interval, part: Part, by: number, duration: number): Interval {
  if (part === "start") return { start: round(Math.min(end - SHORTEST, Math.max(0, start + by))), end };
  if (part === "end") return { start, end: round(Math.max(start + SHORTEST, Math.min(duration, end + by))) };
  const shift = Math.min(duration - end, Math.max(-start, by));
  return { start: round(start + shift), end: round(end + shift) };
}
