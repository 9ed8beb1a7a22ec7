/** Returns the power of the first half of the spectrum of `size` windowed samples. `size` is a power of two. */
export function createSpectrum(size: number): (samples: Float32Array, from: number) => Float32Array {
  const window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  const bits = Math.log2(size);
  const reversed = Uint16Array.from({ length: size }, (_, i) => {
    let out = 0;
    for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) out |= 1 << (bits - 1 - bit);
    return out;
  });
  const cos = Float32Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float32Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  return (samples, from) => {
    const re = new Float32Array(size);
    const im = new Float32Array(size);
    for (let i = 0; i < size; i++) re[reversed[i]!] = (samples[from + i] ?? 0) * window[i]!;
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const [c, s] = [cos[k * step]!, sin[k * step]!];
          const [a, b] = [start + k, start + k + half];
          const [x, y] = [re[b]! * c - im[b]! * s, re[b]! * s + im[b]! * c];
          re[b] = re[a]! - x;
          im[b] = im[a]! - y;
          re[a]! += x;
          im[a]! += y;
        }
      }
    }
    return re.subarray(0, size / 2).map((x, i) => x * x + im[i]! * im[i]!);
  };
}
