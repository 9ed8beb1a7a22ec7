import type { Clock } from "#plugins/local/music/clock";
import { GENRES } from "#plugins/local/music/genres";
import { master } from "#plugins/local/music/master";
import { type MixOptions, mixDown } from "#plugins/local/music/mix";
import type { MusicPlan } from "#plugins/local/music/plan";
import { compose, type Score } from "#plugins/local/music/score";
import { SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

export interface TrackSection {
  /** "intro", "verse", "build", "chorus", "drop", "climax", "break" or "outro". */
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
  const { mix, spare } = mixDown(plan, score, options);
  const ringOut = score.end === null ? 0.4 : plan.seconds - score.end;
  const sound = master(mix, GENRES[plan.genre].finish, Math.min(plan.seconds, Math.max(0.25, ringOut * 0.75)), spare);
  return {
    ...sound,
    sampleRate: SAMPLE_RATE,
    ...listBeats(score.clock, plan.seconds),
    sections: timed(score, plan),
  };
}

function listBeats(clock: Clock, seconds: number): Pick<Track, "beats" | "downbeats"> {
  const beats: number[] = [];
  const downbeats: number[] = [];
  for (let bar = 0; clock.at(bar, 0) < seconds - 1e-9; bar++) {
    downbeats.push(clock.at(bar, 0));
    for (let step = 0; step < clock.steps; step += clock.beatSteps) {
      if (clock.at(bar, step) < seconds - 1e-9) beats.push(clock.at(bar, step));
    }
  }
  return { beats, downbeats };
}

function timed({ clock, sections }: Score, plan: MusicPlan): TrackSection[] {
  return sections.map((s, i) => ({
    name: s.name,
    start: clock.at(s.bar, 0),
    end: i === sections.length - 1 ? plan.seconds : clock.at(s.bar + s.bars, 0),
    energy: s.energy,
  }));
}
