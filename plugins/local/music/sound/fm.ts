import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Pairs of FM operators (carrier and modulator): electric piano and bells. */
export interface Fm {
  engine: "fm";
  pairs: readonly {
    ratio: number;
    level: number;
    /** Seconds to 1/e. */
    decay: number;
    modulator: number;
    index: number;
    indexDecay: number;
  }[];
  release: number;
  /** Stereo tremolo: rate in Hz, depth. */
  tremolo: readonly [number, number];
}

export function fm(p: Fm, hz: number, seconds: number, velocity: number): Stereo {
  const length = frames(Math.min(seconds + p.release, 9));
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const held = frames(seconds);
  for (const pair of p.pairs) {
    const carrier = (hz * pair.ratio) / SAMPLE_RATE;
    const modulator = (2 * Math.PI * hz * pair.modulator) / SAMPLE_RATE;
    if (carrier > 0.4) continue;
    const fall = Math.exp(-1 / (pair.decay * (261.6 / hz) ** 0.3 * SAMPLE_RATE));
    const indexFall = Math.exp(-1 / (pair.indexDecay * SAMPLE_RATE));
    // In cycles. High notes get a lower index, or they sound shrill.
    let index = ((pair.index * (0.35 + 0.65 * velocity)) / (2 * Math.PI)) * Math.min(1, (523 / hz) ** 0.5);
    let level = pair.level;
    // The modulator's sine is computed by recurrence, without a table lookup.
    const factor = 2 * Math.cos(modulator);
    let last = -Math.sin(modulator);
    let here = 0;
    for (let i = 0; i < length; i++) {
      left[i]! += level * sine(carrier * i + index * here + 8);
      const next = factor * here - last;
      last = here;
      here = next;
      level *= fall;
      index *= indexFall;
    }
  }
  const attack = frames(0.002);
  for (let i = 0; i < attack; i++) left[i]! *= i / attack;
  for (let i = held + 1; i < length; i++) {
    const rest = 1 - (i - held) / (length - held);
    left[i]! *= rest * rest;
  }
  sway(left, right, p.tremolo);
  return { left, right };
}

/** Writes the left channel to both channels with a stereo tremolo. */
function sway(left: Float32Array, right: Float32Array, [rate, depth]: Fm["tremolo"]): void {
  const step = (2 * Math.PI * rate) / SAMPLE_RATE;
  const factor = 2 * Math.cos(step);
  let last = -depth * Math.sin(step);
  let here = 0;
  for (let i = 0; i < left.length; i++) {
    const x = left[i]!;
    left[i] = x * (1 + here);
    right[i] = x * (1 - here);
    const next = factor * here - last;
    last = here;
    here = next;
  }
}
