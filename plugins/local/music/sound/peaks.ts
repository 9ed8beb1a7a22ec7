/** 4× oversampling with a windowed sinc of 12 taps per phase, as BS.1770 annex 2 suggests for true peaks. */
const TAPS = 12;
const PHASES = [0.25, 0.5, 0.75].map((fraction) =>
  Float64Array.from({ length: TAPS }, (_, k) => {
    const x = k - (TAPS / 2 - 1) - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2));
    return x === 0 ? 1 : (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  }),
);

/** Highest absolute value from sample `i` to the next one, including values between them. */
export function peakAt(x: Float32Array, i: number): number {
  let peak = Math.abs(x[i]!);
  if (i < TAPS / 2 || i + TAPS / 2 >= x.length) return peak;
  for (const taps of PHASES) {
    let y = 0;
    for (let k = 0; k < TAPS; k++) y += x[i + k - (TAPS / 2 - 1)]! * taps[k]!;
    if (y > peak) peak = y;
    else if (-y > peak) peak = -y;
  }
  return peak;
}

/** True peak of a signal, as a linear value. */
export function truePeak(x: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < x.length; i++) {
    const here = Math.abs(x[i]!);
    // Between samples, a signal rarely rises above twice their value.
    if (here * 2 > peak || Math.abs(x[i + 1] ?? 0) * 2 > peak) peak = Math.max(peak, peakAt(x, i));
  }
  return peak;
}
