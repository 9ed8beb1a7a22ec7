import type { Cue } from "vireo/slots/transcribe";

/** A shorter part of a cue is before the first word or after the last one, in seconds. */
const MIN_PART = 0.2;

/** Counts who speaks in a period. Undefined if the transcript names nobody there. A cue without a name continues the last one's. */
export function countSpeakers(cues: readonly Cue[], start: number, end: number): number | undefined {
  const names = new Set<string>();
  let name: string | undefined;
  for (const cue of cues.toSorted((a, b) => a.start - b.start)) {
    if (cue.start >= end) break;
    name = cue.speaker ?? name;
    if (name !== undefined && Math.min(cue.end, end) - Math.max(cue.start, start) > MIN_PART) names.add(name);
  }
  return names.size || undefined;
}
