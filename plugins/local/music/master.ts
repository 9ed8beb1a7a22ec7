import type { Genre } from "#plugins/local/music/genres/genre";
import { biquad, filterBoth } from "#plugins/local/music/sound/filters";
import { Limiter, type Spare } from "#plugins/local/music/sound/limiter";
import { measureLoudness } from "#plugins/local/music/sound/loudness";
import { frames, fromDecibels, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Loudness target of streaming services. */
const TARGET_LUFS = -14;
/** Services allow -1 dBTP. Lossy encoding adds up to 1.4 dB. */
const CEILING = fromDecibels(-2.4);
const TOP: Readonly<Record<Genre["finish"], number>> = { clean: 2, warm: 0.5, tape: -1 };
const PASSES = 3;
const CLOSE_ENOUGH = 0.15;

/**
 * Masters a mix: equalizer, compression, fades, loudness, true-peak limiter. `fadeOut` is in seconds. Changes `mix`.
 */
export function master(mix: Stereo, finish: Genre["finish"], fadeOut: number, spare?: Spare): Stereo {
  filterBoth(mix, biquad("highpass", 28, 0.7));
  filterBoth(mix, biquad("peak", 320, 0.8, -1.5));
  filterBoth(mix, biquad("highshelf", 8500, 0.7, TOP[finish]));
  glue(mix, measureLoudness(mix).integrated);
  fade(mix, fadeOut);
  return levelOut(mix, spare);
}

/** Returns the sound at the target loudness, with true peaks below the ceiling. */
export function levelOut(mix: Stereo, spare?: Spare): Stereo {
  const before = measureLoudness(mix).integrated;
  const limiter = new Limiter(mix, CEILING, spare);
  let gain = fromDecibels(TARGET_LUFS - before);
  for (let pass = 1; ; pass++) {
    const out = limiter.apply(gain);
    const miss = TARGET_LUFS - measureLoudness(out).integrated;
    if (Math.abs(miss) < CLOSE_ENOUGH || pass === PASSES || before <= -70) return out;
    gain *= fromDecibels(miss);
  }
}

/** Slow 2:1 bus compressor above the average `level` (LUFS). It reduces a few dB at most. */
function glue({ left, right }: Stereo, level: number): void {
  const threshold = fromDecibels(level) * 1.3;
  const attack = 1 - Math.exp(-1 / (0.03 * SAMPLE_RATE));
  const release = 1 - Math.exp(-1 / (0.18 * SAMPLE_RATE));
  let power = 0;
  for (let i = 0; i < left.length; i++) {
    const p = (left[i]! ** 2 + right[i]! ** 2) / 2;
    power += (p > power ? attack : release) * (p - power);
    const rms = Math.sqrt(power);
    if (rms <= threshold) continue;
    const g = Math.sqrt(threshold / rms);
    left[i]! *= g;
    right[i]! *= g;
  }
}

/** Fades in to avoid a click, and out to silence. */
function fade({ left, right }: Stereo, seconds: number): void {
  const n = left.length;
  const start = Math.min(frames(0.004), n);
  const end = Math.min(frames(seconds), n);
  for (let i = 0; i < start; i++) {
    left[i]! *= i / start;
    right[i]! *= i / start;
  }
  for (let i = 0; i < end; i++) {
    const g = 0.5 - 0.5 * Math.cos((Math.PI * i) / end);
    left[n - 1 - i]! *= g;
    right[n - 1 - i]! *= g;
  }
}
