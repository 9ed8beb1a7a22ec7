interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** The two K-weighting filters of ITU-R BS.1770-4, for any sample rate. */
function weighting(rate: number): Biquad[] {
  const shelf = (() => {
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const q = 0.7071752369554196;
    const high = 10 ** (3.999843853973347 / 20);
    const middle = high ** 0.4996667741545416;
    const norm = 1 + k / q + k * k;
    return {
      b: [
        (high + (middle * k) / q + k * k) / norm,
        (2 * (k * k - high)) / norm,
        (high - (middle * k) / q + k * k) / norm,
      ],
      a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
    } as const;
  })();
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const norm = 1 + k / q + k * k;
  return [shelf, { b: [1, -2, 1], a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm] }];
}

const SILENT = -70;
const lufs = (power: number) => (power > 0 ? Math.max(SILENT, -0.691 + 10 * Math.log10(power)) : SILENT);
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length);

/**
 * Returns the loudness in LUFS (ITU-R BS.1770-4) of interleaved stereo samples: of each second, and of the whole with
 * its gates. -70 means silence.
 */
export function loudness(samples: Float32Array, rate: number): { seconds: number[]; whole: number } {
  const hop = Math.round(rate / 10);
  const powers = new Float64Array(Math.ceil(samples.length / 2 / hop));
  const filters = weighting(rate);
  for (const side of [0, 1]) {
    const states = filters.map(() => [0, 0] as [number, number]);
    for (let i = 0; i * 2 + side < samples.length; i++) {
      let value = samples[i * 2 + side]!;
      for (const [n, { a, b }] of filters.entries()) {
        const state = states[n]!;
        const out = b[0] * value + state[0];
        state[0] = b[1] * value - a[0] * out + state[1];
        state[1] = b[2] * value - a[1] * out;
        value = out;
      }
      powers[Math.floor(i / hop)]! += (value * value) / hop;
    }
  }
  const hops = [...powers];
  const seconds = Array.from({ length: Math.ceil(hops.length / 10) }, (_, i) => {
    const own = hops.slice(i * 10, i * 10 + 10);
    return lufs(mean(own));
  });
  const blocks = hops.slice(0, Math.max(1, hops.length - 3)).map((_, i) => mean(hops.slice(i, i + 4)));
  const heard = blocks.filter((power) => lufs(power) > SILENT);
  const gate = lufs(mean(heard)) - 10;
  return { seconds, whole: lufs(mean(heard.filter((power) => lufs(power) > gate))) };
}
