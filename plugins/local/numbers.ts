export const clamp = (value: number, least = 0, most = 1): number => Math.max(least, Math.min(most, value));

/** Returns `least` for infinities and what is no number, such as the level of silence in decibels. */
export const clampFinite = (value: number, least = 0, most = 1): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;

export const round2 = (value: number): number => Math.round(clampFinite(value) * 100) / 100;

/** Cumulative sums: `sums[to] - sums[from]` is the sum of the values from `from` until before `to`. */
export function accumulate(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
}

/** Mean and standard deviation. The deviation is never 0, so that values can be divided by it. */
export function describeSpread(values: readonly number[]): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 1 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.max(Math.sqrt(variance), Math.abs(mean) * 0.05, 1e-6) };
}

/** Places a value in its spread: 0.5 is the mean, 0 and 1 are two deviations away. */
export const placeInSpread = (value: number, { mean, deviation }: { mean: number; deviation: number }): number =>
  clampFinite(0.5 + (value - mean) / deviation / 4);

/** Returns the value below which a share of the values lie. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** Returns how many entries at the start of a list have a property that the rest does not have. */
export function countWhile<T>(list: readonly T[], has: (entry: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (has(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
