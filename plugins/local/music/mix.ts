import { createRandom, hash } from "#plugins/local/draw/random";
import { GENRES } from "#plugins/local/music/genres";
import type { Role } from "#plugins/local/music/genres/genre";
import { getBarSeconds } from "#plugins/local/music/metre";
import type { MusicPlan } from "#plugins/local/music/plan";
import type { Score } from "#plugins/local/music/score";
import { biquad, filterBoth } from "#plugins/local/music/sound/filters";
import { applyInsert, ducking, sweep, tape } from "#plugins/local/music/sound/inserts";
import type { Spare } from "#plugins/local/music/sound/limiter";
import { measureLoudness } from "#plugins/local/music/sound/loudness";
import { PATCHES, type Patch } from "#plugins/local/music/sound/patches";
import { reverb } from "#plugins/local/music/sound/reverb";
import { addTo, createSilence, frames, fromDecibels, pour, type Stereo } from "#plugins/local/music/sound/stereo";
import { playDrums, playSwells } from "#plugins/local/music/sound/transients";
import { play } from "#plugins/local/music/sound/voice";
import { FORMS, type Section } from "#plugins/local/music/structure";

type Stem = "drums" | Role | "fx";

export interface MixOptions {
  /** Called with each dry stem and its gain in the mix. The arrays are reused, so copy what you keep. */
  onStem?(stem: Stem, sound: Stereo, gain: number): void;
  /** Share of the mix that is done, 0 to 1. */
  onProgress?(share: number): void;
}

const STEMS: readonly Stem[] = ["drums", "bass", "chords", "pad", "lead", "arp", "fx"];
/** Reverb send per stem, as a factor of the genre's send level. */
const SEND: Readonly<Record<Stem, number>> = {
  drums: 0.28,
  bass: 0,
  chords: 1,
  pad: 1.2,
  lead: 1.3,
  arp: 1.2,
  fx: 1.5,
};
/** Ducking per stem, as a factor of the genre's depth. */
const DUCKED: Readonly<Record<Stem, number>> = { drums: 0, bass: 1, chords: 1, pad: 1, lead: 0.35, arp: 0.6, fx: 0.3 };
/** High-pass frequency in Hz. 0 for none. */
const LOW_CUT: Readonly<Record<Stem, number>> = {
  drums: 0,
  bass: 0,
  chords: 130,
  pad: 180,
  lead: 160,
  arp: 200,
  fx: 0,
};
const REFERENCE_LUFS = -20;
/** Samples between updates of the level. */
const CONTROL = 64;

/** Renders a score. Gains come from the measured loudness of each stem, so every instrument fits in the mix. */
export function mixDown(plan: MusicPlan, score: Score, options: MixOptions = {}): { mix: Stereo; spare: Spare } {
  const genre = GENRES[plan.genre];
  const length = frames(plan.seconds);
  const beat = 60 / plan.bpm;
  const bar = getBarSeconds(plan);
  const out = createSilence(length);
  const send = createSilence(length);
  const kicks = score.drums.filter((hit) => hit.piece === "kick").map((hit) => hit.at);
  const duck = ducking(kicks, genre.duck, beat);
  const bus = createSilence(length);
  STEMS.forEach((stem, i) => {
    if (perform(stem, plan, score, bus, beat)) {
      if (LOW_CUT[stem]) filterBoth(bus, biquad("highpass", LOW_CUT[stem], 0.7));
      if (stem === "chords" && genre.sweeps) sweep(bus, createSweep(score, bar));
      if (DUCKED[stem]) duck?.(bus, DUCKED[stem]);
      const gain = fromDecibels(REFERENCE_LUFS + genre.mix[stem] - measureLoudness(bus).integrated);
      options.onStem?.(stem, bus, gain);
      pour(bus, out, gain, send, gain * SEND[stem] * genre.reverb[1]);
    }
    options.onProgress?.((i + 1) / (STEMS.length + 1));
  });
  reverb(send, genre.reverb[0], bus);
  addTo(out, bus, 0, 1, 0);
  applyDynamics(out, score.sections, FORMS[plan.form].range, bar);
  if (genre.finish === "tape") tape(out, createRandom(hash(`tape ${plan.seed}`)));
  return { mix: out, spare: { out: bus, peaks: send.left } };
}

/** Renders one stem into an empty bus. Returns false if it has no notes. */
function perform(stem: Stem, plan: MusicPlan, score: Score, bus: Stereo, beat: number): boolean {
  if (stem === "drums") {
    playDrums(score.drums, GENRES[plan.genre].kit, bus);
    return score.drums.length > 0;
  }
  if (stem === "fx") {
    if (score.risers.length === 0 || !plan.drums) return false;
    playSwells(score.risers, bus, plan.seed);
    return true;
  }
  const voice = plan.voices[stem];
  const notes = score.notes[stem];
  if (!voice || notes.length === 0) return false;
  play(voice, notes, bus);
  // Stereo bass partly cancels out on a single speaker.
  if (stem === "bass") toMono(bus);
  for (const insert of (PATCHES[voice] as Patch).inserts ?? []) applyInsert(insert, bus, beat);
  return true;
}

/** Cutoff in Hz over time: opens during intros and breaks, closes during the outro. */
function createSweep(score: Score, bar: number): (seconds: number) => number {
  return (seconds) => {
    const section = score.sections.findLast((s) => s.bar * bar <= seconds) ?? score.sections[0]!;
    const done = (seconds - section.bar * bar) / (section.bars * bar);
    if (section.kind === "intro" || section.kind === "break") return 350 * 18 ** Math.min(1, done);
    return section.kind === "outro" ? 9000 * 0.12 ** Math.min(1, done) : 14000;
  };
}

/**
 * Plays sections as loud as their energy: `range` is the difference between the quietest and the fullest in dB. A build
 * gets louder until its end, others change within a beat or two.
 */
function applyDynamics({ left, right }: Stereo, sections: readonly Section[], range: number, bar: number): void {
  let from = -range * (1 - sections[0]!.energy);
  sections.forEach(({ kind, bar: first, bars, energy }, index) => {
    const start = frames(first * bar);
    const end = index + 1 < sections.length ? frames((first + bars) * bar) : left.length;
    const ramp = kind === "build" ? end - start : frames(bar / 2);
    const to = -range * (1 - energy);
    for (let i = start; i < end; i += CONTROL) {
      const gain = fromDecibels(from + (to - from) * Math.min(1, (i - start) / ramp));
      for (let k = i; k < Math.min(i + CONTROL, end); k++) {
        left[k]! *= gain;
        right[k]! *= gain;
      }
    }
    from = to;
  });
}

function toMono({ left, right }: Stereo): void {
  for (let i = 0; i < left.length; i++) left[i] = right[i] = (left[i]! + right[i]!) / 2;
}
