import { GENRES } from "#plugins/local/music/genres";
import { master } from "#plugins/local/music/master";
import { type MixOptions, mixDown } from "#plugins/local/music/mix";
import type { MusicPlan } from "#plugins/local/music/plan";
import { compose, type Score } from "#plugins/local/music/score";
import { SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

export interface TrackSection {
  /** "intro", "verse", "chorus", "drop", "break" or "outro". */
  name: string;
  /** In seconds. The last section ends with the track. */
  start: number;
  end: number;
  /** 0 (quiet) to 1 (full). */
  energy: number;
}

export interface Track extends Stereo {
  sampleRate: typeof SAMPLE_RATE;
  /** Times of all beats, and of the first beat of each bar, in seconds. */
  beats: number[];
  downbeats: number[];
  sections: TrackSection[];
}

/** Composes, renders and masters a plan. The same plan and shape give identical samples. */
export function renderTrack(plan: MusicPlan, shape: "track" | "bed", options: MixOptions = {}): Track {
  const score = compose(plan, shape);
  const mix = mixDown(plan, score, options);
  const ringOut = score.end === null ? 0.4 : plan.seconds - score.end;
  const sound = master(mix, GENRES[plan.genre].finish, Math.min(plan.seconds, Math.max(0.25, ringOut * 0.75)));
  const beat = 60 / plan.bpm;
  const count = Math.ceil(plan.seconds / beat - 1e-9);
  const beats = Array.from({ length: count }, (_, k) => k * beat);
  return {
    ...sound,
    sampleRate: SAMPLE_RATE,
    beats,
    downbeats: beats.filter((_, k) => k % 4 === 0),
    sections: timed(score, plan),
  };
}

function timed(score: Score, plan: MusicPlan): TrackSection[] {
  const bar = 240 / plan.bpm;
  return score.sections.map((s, i) => ({
    name: s.name,
    start: s.bar * bar,
    end: i === score.sections.length - 1 ? plan.seconds : (s.bar + s.bars) * bar,
    energy: s.energy,
  }));
}
