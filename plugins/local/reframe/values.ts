/** Returns the value below which `share` of the values lie. There must be one. */
export function findQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export const findMedian = (values: readonly number[]): number => findQuantile(values, 0.5);
