export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Returns the value below which `share` of the values lie. There must be one. */
export function findQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export const findMedian = (values: readonly number[]): number => findQuantile(values, 0.5);

/** Returns how many entries at the start of a list have a property that the rest does not have. */
export function countWhile<T>(list: readonly T[], has: (entry: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if (has(list[half]!)) low = half + 1;
    else high = half;
  }
  return low;
}
