import { FLOOR } from "#plugins/local/music/sound/filters";
import { createSilence, frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Mutually prime delays of 25 to 58 ms, in samples. */
const DELAYS: readonly number[] = [1117, 1277, 1481, 1637, 1867, 2053, 2287, 2543];
const PRE_DELAY = 0.018;
const LOW_CUT = 0.03;

/** Samples per block. Shorter than the shortest delay, so a block never needs its own output. */
const BLOCK = 1024;
const DAMPING = 0.55;

/**
 * Feedback delay network: eight lines, Householder matrix. `decay` is in seconds (RT60). Writes the wet signal to the
 * silent `out`.
 */
export function reverb(input: Stereo, decay: number, out: Stereo): void {
  const { length } = input.left;
  const dry = createSilence(BLOCK);
  const lows = new Float64Array(2);
  const network = {
    // The delayed samples of each line, then space for one block.
    lines: DELAYS.map((delay) => new Float32Array(delay + BLOCK)),
    gains: DELAYS.map((delay) => 10 ** ((-3 * delay) / (decay * SAMPLE_RATE))),
    damped: new Float64Array(DELAYS.length),
  };
  const pre = frames(PRE_DELAY);
  for (let start = pre; start < length; start += BLOCK) {
    const count = Math.min(BLOCK, length - start);
    cutLows(input, start - pre, count, lows, dry);
    echo(network, dry, out, start, count);
    for (const line of network.lines) line.copyWithin(0, count);
  }
}

/** Copies a block and removes its low frequencies: reverb on bass muddies the mix. */
function cutLows({ left, right }: Stereo, start: number, count: number, lows: Float64Array, dry: Stereo): void {
  const { left: toLeft, right: toRight } = dry;
  let l = lows[0]!;
  let r = lows[1]!;
  for (let i = 0; i < count; i++) {
    l += LOW_CUT * (left[start + i]! - l);
    r += LOW_CUT * (right[start + i]! - r);
    toLeft[i] = left[start + i]! - l;
    toRight[i] = right[start + i]! - r;
  }
  lows[0] = l;
  lows[1] = r;
}

interface Network {
  lines: readonly Float32Array[];
  gains: readonly number[];
  damped: Float64Array;
}

/** Computes a block. The eight lines are unrolled: a loop over them, or array destructuring, takes twice as long. */
function echo({ lines, gains, damped }: Network, dry: Stereo, out: Stereo, start: number, count: number): void {
  const line0 = lines[0]!;
  const line1 = lines[1]!;
  const line2 = lines[2]!;
  const line3 = lines[3]!;
  const line4 = lines[4]!;
  const line5 = lines[5]!;
  const line6 = lines[6]!;
  const line7 = lines[7]!;
  let low0 = damped[0]!;
  let low1 = damped[1]!;
  let low2 = damped[2]!;
  let low3 = damped[3]!;
  let low4 = damped[4]!;
  let low5 = damped[5]!;
  let low6 = damped[6]!;
  let low7 = damped[7]!;
  const { left: dryLeft, right: dryRight } = dry;
  const { left, right } = out;
  for (let i = 0; i < count; i++) {
    low0 = DAMPING * line0[i]! + FLOOR + (1 - DAMPING) * low0;
    low1 = DAMPING * line1[i]! + FLOOR + (1 - DAMPING) * low1;
    low2 = DAMPING * line2[i]! + FLOOR + (1 - DAMPING) * low2;
    low3 = DAMPING * line3[i]! + FLOOR + (1 - DAMPING) * low3;
    low4 = DAMPING * line4[i]! + FLOOR + (1 - DAMPING) * low4;
    low5 = DAMPING * line5[i]! + FLOOR + (1 - DAMPING) * low5;
    low6 = DAMPING * line6[i]! + FLOOR + (1 - DAMPING) * low6;
    low7 = DAMPING * line7[i]! + FLOOR + (1 - DAMPING) * low7;
    const y0 = low0 * gains[0]!;
    const y1 = low1 * gains[1]!;
    const y2 = low2 * gains[2]!;
    const y3 = low3 * gains[3]!;
    const y4 = low4 * gains[4]!;
    const y5 = low5 * gains[5]!;
    const y6 = low6 * gains[6]!;
    const y7 = low7 * gains[7]!;
    const sum = 0.25 * (y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7);
    const l = dryLeft[i]! - sum;
    const r = dryRight[i]! - sum;
    line0[i + DELAYS[0]!] = y0 + l;
    line1[i + DELAYS[1]!] = y1 + r;
    line2[i + DELAYS[2]!] = y2 + l;
    line3[i + DELAYS[3]!] = y3 + r;
    line4[i + DELAYS[4]!] = y4 + l;
    line5[i + DELAYS[5]!] = y5 + r;
    line6[i + DELAYS[6]!] = y6 + l;
    line7[i + DELAYS[7]!] = y7 + r;
    left[start + i] = 0.35 * (y0 - y2 + y4 - y6 + 0.5 * (y1 - y3));
    right[start + i] = 0.35 * (y1 - y3 + y5 - y7 + 0.5 * (y0 - y2));
  }
  damped.set([low0, low1, low2, low3, low4, low5, low6, low7]);
}
