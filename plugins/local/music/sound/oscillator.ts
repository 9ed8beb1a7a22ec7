export interface Oscillator {
  wave: "saw" | "pulse" | "sine";
  /** Frequency as a multiple of the note's. */
  ratio: number;
  level: number;
}

/** An oscillator of one note. `step` in cycles per sample, `phase` in cycles. */
export interface Tone {
  wave: Oscillator["wave"];
  step: number;
  phase: number;
  level: number;
}

/** Frequencies over time: a factor for each stretch of so many samples. */
export interface Bends {
  stretch: number;
  factors: Float64Array;
}

/** Differences between samples, by sample. All 0 between two calls of `addTones`. */
let edges = new Float64Array(0);

/** Adds the sound of tones to `x`. */
export function addTones(x: Float32Array, tones: readonly Tone[], bends: Bends): void {
  const straight = tones.filter(({ wave }) => wave !== "sine");
  if (straight.length > 0) addStraight(x, straight, bends);
  for (const tone of tones) if (tone.wave === "sine") addSine(x, tone, bends);
}

/**
 * Saws and pulses are straight lines between their jumps, so their sum is one line with all their jumps. Only the jumps
 * are computed for each tone, and they are smoothed by polynomials to be band-limited.
 */
function addStraight(x: Float32Array, tones: readonly Tone[], { stretch, factors }: Bends): void {
  if (edges.length < x.length + 2) edges = new Float64Array(x.length + 2);
  let slope = 0;
  let value = 0;
  for (const { wave, step, phase, level } of tones) {
    if (wave === "saw") {
      slope += 2 * step * level;
      value += (2 * phase - 1) * level;
      placeJumps(x.length, 1 - phase, step, -level, stretch, factors);
    } else {
      value += phase < 0.5 ? level : -level;
      placeJumps(x.length, 1 - phase, step, level, stretch, factors);
      placeJumps(x.length, (phase < 0.5 ? 0.5 : 1.5) - phase, step, -level, stretch, factors);
    }
  }
  for (let k = 0; k < factors.length; k++) {
    const rise = slope * factors[k]!;
    const end = Math.min((k + 1) * stretch, x.length);
    for (let i = k * stretch; i < end; i++) {
      value += rise + edges[i]!;
      edges[i] = 0;
      x[i]! += value;
    }
  }
  edges.fill(0, x.length, x.length + 2);
}

/** Places a jump by twice the level after `first` cycles and then after each cycle. */
function placeJumps(
  length: number,
  first: number,
  step: number,
  level: number,
  stretch: number,
  factors: Float64Array,
): void {
  // Cycles to the next jump, from the last sample before the stretch.
  let rest = first;
  for (let k = 0; k < factors.length; k++) {
    const start = k * stretch - 1;
    const end = Math.min(start + stretch, length - 1);
    const period = 1 / (step * factors[k]!);
    let at = start + rest * period;
    for (; at <= end; at += period) placeJump(at, level);
    rest = (at - end) / period;
  }
}

function placeJump(at: number, level: number): void {
  const i = Math.ceil(at);
  const late = i - at;
  // What the samples before and after the jump have of it.
  const before = late * late * level;
  const after = (2 - (1 - late) * (1 - late)) * level;
  if (i > 0) edges[i - 1]! += before;
  edges[i]! += after - (i > 0 ? before : 0);
  edges[i + 1]! += 2 * level - after;
}

/** Computes each stretch by recurrence, which is cheaper than looking up each sample. */
function addSine(x: Float32Array, { step, phase: from, level }: Tone, { stretch, factors }: Bends): void {
  let phase = 2 * Math.PI * from;
  for (let k = 0; k < factors.length; k++) {
    const bent = 2 * Math.PI * step * factors[k]!;
    const start = k * stretch;
    const end = Math.min(start + stretch, x.length);
    const factor = 2 * Math.cos(bent);
    let last = level * Math.sin(phase);
    let here = level * Math.sin(phase + bent);
    for (let i = start; i < end; i++) {
      x[i]! += here;
      const next = factor * here - last;
      last = here;
      here = next;
    }
    phase += bent * (end - start);
  }
}
