import { planLength } from "#plugins/local/music/plan";
import { renderTrack, type TrackSection } from "#plugins/local/music/track";

export interface BedInput {
  prompt: string;
  /** Exact length of the bed, at least 1. */
  seconds: number;
  /** Default: a hash of the prompt. */
  seed?: number;
}

/** Music for a video. All times are in seconds from its start. */
export interface Bed {
  left: Float32Array;
  right: Float32Array;
  sampleRate: 44100;
  bpm: number;
  /** Every beat before the end. */
  beats: number[];
  /** The first beat of every bar. */
  downbeats: number[];
  sections: TrackSection[];
}

/**
 * Music to lay under pictures: starts with its groove, ends on a struck chord that rings out and is silent exactly at
 * `seconds`. Mastered like a track, to -14 LUFS; turn it down under a voice.
 */
export function renderBed(input: BedInput): Bed {
  const plan = planLength(input, Math.max(1, input.seconds));
  const { left, right, sampleRate, beats, downbeats, sections } = renderTrack(plan, "bed");
  return { left, right, sampleRate, bpm: plan.bpm, beats, downbeats, sections };
}
