import { planLength } from "#plugins/local/music/plan";
import { renderTrack, type TrackSection } from "#plugins/local/music/track";

export interface BedInput {
  prompt: string;
  /** Exact length, at least 1. */
  seconds: number;
  /** Defaults to a hash of the prompt. */
  seed?: number;
}

/** Background music for a video. Times are in seconds from the start. */
export interface Bed {
  left: Float32Array;
  right: Float32Array;
  sampleRate: 44100;
  bpm: number;
  /** Times of all beats. */
  beats: number[];
  /** Times of the first beat of each bar. */
  downbeats: number[];
  sections: TrackSection[];
}

/**
 * Renders background music without an intro. It ends on a chord that fades to silence exactly at `seconds`. Mastered to
 * -14 LUFS, so turn it down under a voice.
 */
export function renderBed(input: BedInput): Bed {
  const plan = planLength(input, Math.max(1, input.seconds));
  const { left, right, sampleRate, beats, downbeats, sections } = renderTrack(plan, "bed");
  return { left, right, sampleRate, bpm: plan.bpm, beats, downbeats, sections };
}
