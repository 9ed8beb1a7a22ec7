const SIZE = 8192;
const TABLE = Float64Array.from({ length: SIZE + 1 }, (_, i) => Math.sin((2 * Math.PI * i) / SIZE));

/** Sine of a phase in cycles (0 to 100,000), from a table: several times faster than `Math.sin`. */
export function sine(cycles: number): number {
  const x = cycles * SIZE;
  const i = x | 0;
  const at = i & (SIZE - 1);
  const a = TABLE[at]!;
  return a + (TABLE[at + 1]! - a) * (x - i);
}
