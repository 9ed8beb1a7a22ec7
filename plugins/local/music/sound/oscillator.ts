export interface Oscillator {
  wave: "saw" | "pulse" | "sine";
  /** Share of a cycle that a pulse is high. Default 0.5, a square wave. */
  width?: number;
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
  width?: number | undefined;
}

/** Pitch changes during a note: one frequency factor per block of `stretch` samples. */
export interface Bends {
  stretch: number;
  factors: Float64Array;
}

/** Scratch buffer of jumps, per sample. `addTones` leaves it zeroed. */
let edges = new Float64Array(0);

/** Synthesizes tones and adds them to `x`. */
export function addTones(x: Float32Array, tones: readonly Tone[], bends: Bends): void {
  const straight = tones.filter(({ wave }) => wave !== "sine");
  if (straight.length > 0) addStraight(x, straight, bends);
  for (const tone of tones) if (tone.wave === "sine") addSine(x, tone, bends);
}

/**
 * Adds saws and pulses. Between jumps they are straight lines, so the sum of all tones is one line plus all jumps, and
 * only the jumps cost time per tone. Jumps are smoothed with polynomials (PolyBLEP) to limit aliasing.
 */
function addStraight(x: Float32Array, tones: readonly Tone[], { stretch, factors }: Bends): void {
  if (edges.length < x.length + 2) edges = new Float64Array(x.length + 2);
  let slope = 0;
  let value = 0;
  for (const { wave, step, phase, level, width = 0.5 } of tones) {
    if (wave === "saw") {
      slope += 2 * step * level;
      value += (2 * phase - 1) * level;
      placeJumps(x.length, 1 - phase, step, -level, stretch, factors);
    } else {
      value += (phase < width ? 2 - 2 * width : -2 * width) * level;
      placeJumps(x.length, 1 - phase, step, level, stretch, factors);
      placeJumps(x.length, (phase < width ? width : 1 + width) - phase, step, -level, stretch, factors);
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

/** Adds a jump of twice `level` after `first` cycles, and then one per cycle. */
function placeJumps(
  length: number,
  first: number,
  step: number,
  level: number,
  stretch: number,
  factors: Float64Array,
): void {
  // Cycles from the last sample before the block to the next jump.
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
  // The part of the jump that has happened by the samples before and after it.
  const before = late * late * level;
  const after = (2 - (1 - late) * (1 - late)) * level;
  if (i > 0) edges[i - 1]! += before;
  edges[i]! += after - (i > 0 ? before : 0);
  edges[i + 1]! += 2 * level - after;
}

/** Adds a sine, by recurrence within each block: cheaper than a table lookup per sample. */
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
