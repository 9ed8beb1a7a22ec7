import { FLOOR } from "#plugins/local/music/sound/filters";
import { frames, SAMPLE_RATE, type Stereo, silence } from "#plugins/local/music/sound/stereo";

/** Mutually prime delays in samples, some 25 to 60 ms. */
const DELAYS = [1117, 1277, 1481, 1637, 1867, 2053, 2287, 2543];
const PRE_DELAY = 0.018;
const LOW_CUT = 0.03;

/** A feedback delay network of eight lines, mixed by a Householder matrix. Returns the wet sound only. */
export function reverb(input: Stereo, decay: number): Stereo {
  const length = input.left.length;
  const out = silence(length);
  const lines = DELAYS.map((d) => new Float32Array(d));
  const gains = DELAYS.map((d) => 10 ** ((-3 * d) / (decay * SAMPLE_RATE)));
  const at = new Int32Array(8);
  const damped = new Float64Array(8);
  const y = new Float64Array(8);
  const pre = frames(PRE_DELAY);
  let lowL = 0;
  let lowR = 0;
  for (let i = pre; i < length; i++) {
    const l = input.left[i - pre]!;
    const r = input.right[i - pre]!;
    // Rooms swallow the bass, and a mix has no use for its echo.
    lowL += LOW_CUT * (l - lowL);
    lowR += LOW_CUT * (r - lowR);
    let sum = 0;
    for (let k = 0; k < 8; k++) {
      damped[k]! += 0.55 * (lines[k]![at[k]!]! - damped[k]!) + FLOOR;
      y[k] = damped[k]! * gains[k]!;
      sum += y[k]!;
    }
    sum *= 0.25;
    for (let k = 0; k < 8; k++) {
      const line = lines[k]!;
      line[at[k]!] = y[k]! - sum + (k & 1 ? r - lowR : l - lowL);
      if (++at[k]! === line.length) at[k] = 0;
    }
    out.left[i] = 0.35 * (y[0]! - y[2]! + y[4]! - y[6]! + 0.5 * (y[1]! - y[3]!));
    out.right[i] = 0.35 * (y[1]! - y[3]! + y[5]! - y[7]! + 0.5 * (y[0]! - y[2]!));
  }
  return out;
}
