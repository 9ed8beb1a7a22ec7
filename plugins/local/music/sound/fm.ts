import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Two-operator FM pairs: electric piano and bells. */
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
  /** Tremolo between the sides: rate in Hz and depth. */
  tremolo: readonly [number, number];
}

export function fm(p: Fm, hz: number, seconds: number, velocity: number): Stereo {
  const length = frames(Math.min(seconds + p.release, 9));
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const held = frames(seconds);
  for (const pair of p.pairs) {
    const carrier = (hz * pair.ratio) / SAMPLE_RATE;
    const modulator = (hz * pair.modulator) / SAMPLE_RATE;
    if (carrier > 0.4) continue;
    const fall = Math.exp(-1 / (pair.decay * (261.6 / hz) ** 0.3 * SAMPLE_RATE));
    const indexFall = Math.exp(-1 / (pair.indexDecay * SAMPLE_RATE));
    // In cycles; high notes need less, or they turn to glass.
    let index = ((pair.index * (0.35 + 0.65 * velocity)) / (2 * Math.PI)) * Math.min(1, (523 / hz) ** 0.5);
    let level = pair.level;
    for (let i = 0; i < length; i++) {
      left[i]! += level * sine(carrier * i + index * sine(modulator * i) + 8);
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
  for (let i = 0; i < length; i++) {
    const x = left[i]!;
    const swing = p.tremolo[1] * sine((i / SAMPLE_RATE) * p.tremolo[0]);
    left[i] = x * (1 + swing);
    right[i] = x * (1 - swing);
  }
  return { left, right };
}
