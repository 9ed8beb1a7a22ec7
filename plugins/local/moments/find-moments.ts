import { dropLoops } from "vireo/captions/loops";
import type { MomentsFacts } from "vireo/slots/moments";
import type { Cue } from "vireo/slots/transcribe";
import { findHeardMoments } from "./from-sound";
import { findSpokenMoments } from "./from-speech";
import { findLayout } from "./layout";
import { addTimes, timeTalk } from "./timed-words";
import type { Limits, Moment, Reading, Wanted } from "./types";
import { findVoice } from "./voice";

export type { Moment, Reading, Wanted } from "./types";

const DEFAULTS = { least: 15, most: 60 };
/** Fewer words than these are exclamations, not a talk. */
const MIN_WORDS = 25;
const MIN_WORDS_PER_MINUTE = 8;

/**
 * Finds the best moments of a long video, best first, at most 20. Uses the words if there are enough of them, and the
 * sound and picture otherwise. Moments do not overlap. Returns fewer moments, or none, rather than poor ones.
 */
export function findMoments(
  reading: Reading,
  cues: readonly Cue[] | undefined,
  wanted: Wanted,
): Pick<MomentsFacts, "basis" | "moments" | "transcript"> {
  const limits = checkLimits(reading, wanted);
  if (!limits) return { basis: hasText(cues) ? "speech" : "sound", moments: [] };
  const voice = findVoice(reading.levels, reading.duration);
  const spoken = timeTalk(cues ?? [], reading.duration, voice);
  const transcript = voice && cues && addTimes(cues, spoken, wanted.range);
  const words = dropLoops(spoken);
  const inside = words.filter(({ start, end }) => start >= limits.start && end <= limits.end).length;
  if (inside >= Math.max(MIN_WORDS, (MIN_WORDS_PER_MINUTE * (limits.end - limits.start)) / 60)) {
    const moments = findSpokenMoments(reading, words, voice, limits, { wanted, cues: cues ?? [] });
    if (moments)
      return { basis: "speech", moments: moments.map((moment) => describe(moment, reading, cues)), transcript };
  }
  const heard = findHeardMoments(reading, voice, limits, wanted.content);
  return { basis: "sound", moments: heard.map((moment) => describe(moment, reading, cues)), transcript };
}

/** Adds who is seen and who speaks. */
function describe(moment: Moment, reading: Reading, cues: readonly Cue[] = []): Moment {
  const { start, end } = moment;
  const layout = findLayout(reading, start, end);
  const speakers = countSpeakers(cues, start, end);
  return { ...moment, layout, speakers };
}

const hasText = (cues: readonly Cue[] | undefined) => cues?.some(({ text }) => text?.trim()) ?? false;

/** Returns undefined if no moment fits into the video. */
function checkLimits({ duration }: Reading, { minSeconds, maxSeconds, range }: Wanted): Limits | undefined {
  if (!(duration > 0) || !Number.isFinite(duration)) return undefined;
  const least = Number.isFinite(minSeconds) ? Math.max(0.1, minSeconds) : DEFAULTS.least;
  const most = Number.isFinite(maxSeconds) ? maxSeconds : DEFAULTS.most;
  const start = Math.max(0, range?.start || 0);
  const end = Math.min(duration, range?.end ?? duration) || duration;
  return most >= least && end - start >= least ? { least, most, start, end } : undefined;
}

/** A shorter part of a cue is before the first word or after the last one, in seconds. */
const MIN_PART = 0.2;

/** Counts who speaks in a period. Undefined if the transcript names nobody there. A cue without a name continues the last one's. */
function countSpeakers(cues: readonly Cue[], start: number, end: number): number | undefined {
  const names = new Set<string>();
  let name: string | undefined;
  for (const cue of cues.toSorted((a, b) => a.start - b.start)) {
    if (cue.start >= end) break;
    name = cue.speaker ?? name;
    if (name !== undefined && Math.min(cue.end, end) - Math.max(cue.start, start) > MIN_PART) names.add(name);
  }
  return names.size || undefined;
}
