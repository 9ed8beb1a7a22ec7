import { measureLoudness } from "../music/sound/loudness";
import type { Stereo } from "../music/sound/stereo";
import { SOUND_RATE } from "./samples";
import { createSpectrum } from "./spectrum";

/** Kind of audio in a second; `unclear` if audible but none of the others. */
export type Heard = "silence" | "speech" | "music" | "tone" | "noise" | "unclear";

export interface Sound {
  /** LUFS of each second, -70 for silence. */
  loudness: number[];
  /** LUFS of the whole. */
  whole: number;
  heard: Heard[];
}

const SIZE = 512;
const HOP = 256;
/** Frames of the spectrum per second. */
const FRAMES = SOUND_RATE / HOP;
/** Quieter seconds count as silence. */
const QUIET = -50;
/** Distance between compared frames: vowels change within it, notes do not. */
const LATER = 6;
const PEAKS = 6;
const bin = (hertz: number) => Math.round((hertz * SIZE) / SOUND_RATE);

/** Features of one spectrum that distinguish speech from music. */
interface Frame {
  /** Power in the band of speech. */
  power: number;
  /** Bins of the loudest peaks. */
  peaks: number[];
  /** 0 (one tone) to 1 (white noise). */
  flatness: number;
}

export function measureSound(samples: Float32Array): Sound {
  const { left, right } = separateChannels(samples);
  const { seconds, integrated } = measureLoudness({ left, right }, SOUND_RATE);
  const frames = computeFrames(left.map((value, i) => (value + right[i]!) / 2));
  const heard = seconds.map((level, i) => (level < QUIET ? "silence" : listen(traits(frames, i))));
  return { loudness: seconds, whole: integrated, heard: steadied(heard) };
}

/** Converts interleaved stereo samples. */
function separateChannels(samples: Float32Array): Stereo {
  const left = new Float32Array(samples.length / 2);
  const right = new Float32Array(left.length);
  for (let i = 0; i < left.length; i++) {
    left[i] = samples[2 * i]!;
    right[i] = samples[2 * i + 1]!;
  }
  return { left, right };
}

function computeFrames(mono: Float32Array): Frame[] {
  const spectrum = createSpectrum(SIZE);
  const [low, high] = [bin(200), bin(4000)];
  return Array.from({ length: Math.max(1, Math.floor((mono.length - SIZE) / HOP) + 1) }, (_, i) => {
    const bins = spectrum(mono, i * HOP);
    let power = 1e-9;
    let logs = 0;
    const tops: number[] = [];
    for (let k = low; k < high; k++) {
      const value = bins[k]! + 1e-9;
      power += value;
      logs += Math.log(value);
      if (value > bins[k - 1]! && value >= bins[k + 1]!) tops.push(k);
    }
    tops.sort((a, b) => bins[b]! - bins[a]!);
    const count = high - low;
    return { power, peaks: tops.slice(0, PEAKS), flatness: Math.exp(logs / count) / (power / count) };
  });
}

/** Features that distinguish speech from music: syllables, pauses and gliding pitch. */
interface Traits {
  /** Share of the envelope's modulation at the pace of syllables (2.5 to 8 Hz), and its depth. */
  syllables: number;
  depth: number;
  /** Share of the strongest single pace: drums keep time, speech does not. */
  pulse: number;
  /** Share of frames that are much quieter than the mean. */
  pauses: number;
  /** Share of spectral peaks that still exist a tenth of a second later. */
  steady: number;
  flatness: number;
}

/** Uses the second and one on each side. */
function traits(frames: readonly Frame[], second: number): Traits {
  const own = frames.slice(Math.floor(Math.max(0, second - 1) * FRAMES), Math.ceil((second + 2) * FRAMES));
  const powers = own.map(({ power }) => power);
  const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length;
  const loud = own.filter(({ power }) => power > 0.1 * mean);
  let stable = 0;
  let all = 0;
  for (let i = 0; i + LATER < own.length; i++) {
    if (own[i]!.power < 0.1 * mean) continue;
    const later = new Set(own[i + LATER]!.peaks);
    for (const peak of own[i]!.peaks) if (later.has(peak)) stable++;
    all += own[i]!.peaks.length;
  }
  const envelope = powers.map((power) => Math.sqrt(power / mean) - 1);
  const { share, depth, pulse } = modulation(envelope);
  return {
    syllables: share,
    depth,
    pulse,
    pauses: powers.filter((power) => power < 0.2 * mean).length / powers.length,
    steady: stable / Math.max(1, all),
    flatness: loud.reduce((sum, frame) => sum + frame.flatness, 0) / Math.max(1, loud.length),
  };
}

function modulation(envelope: readonly number[]): { share: number; depth: number; pulse: number } {
  let all = 1e-9;
  let syllabic = 0;
  let strongest = 0;
  for (let hertz = 0.5; hertz <= 16; hertz += 0.5) {
    let re = 0;
    let im = 0;
    for (const [i, value] of envelope.entries()) {
      const angle = (2 * Math.PI * hertz * i) / FRAMES;
      re += value * Math.cos(angle);
      im += value * Math.sin(angle);
    }
    const power = re * re + im * im;
    all += power;
    if (hertz >= 2.5 && hertz <= 8) syllabic += power;
    strongest = Math.max(strongest, power);
  }
  const spread = envelope.reduce((sum, value) => sum + value * value, 0) / Math.max(1, envelope.length);
  return { share: syllabic / all, depth: Math.sqrt(spread), pulse: strongest / all };
}

/**
 * Thresholds from measurements of speech (four voices and languages), music (six genres), both at once, tones and
 * noise. Speech over equally loud music is `unclear`.
 */
function listen({ syllables, depth, pauses, steady, flatness, pulse }: Traits): Heard {
  if (depth < 0.2 && flatness > 0.33) return "noise";
  if (depth < 0.05) return "tone";
  if (depth > 0.5 && pauses > 0.18 && steady < 0.42 && syllables > 0.4 && pulse < 0.4) return "speech";
  return depth < 0.55 && steady > 0.38 ? "music" : "unclear";
}

/** Smooths single outliers: a second between two seconds of one kind takes that kind. */
function steadied(heard: readonly Heard[]): Heard[] {
  return heard.map((one, i) => {
    const [before, after] = [heard[i - 1], heard[i + 1]];
    return one !== "silence" && before !== undefined && before === after && before !== "silence" ? before : one;
  });
}
