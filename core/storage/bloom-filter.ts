/** Enough bits for ten million keys at a false positive rate of one in fifteen. */
const BITS = 2 ** 27;
const MASK = BITS - 1;
const HASHES = 6;

/**
 * Bloom filter: a set of strings in 16 MB. `has` is always true for added strings, and sometimes for others. The random
 * seed makes false positives differ from filter to filter.
 */
export function createBloomFilter() {
  const bytes = new Uint8Array(BITS / 8);
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
  const getBits = (text: string): number[] => {
    const hash = Bun.hash.xxHash64(text, seed);
    const first = Number(hash & 0xffff_ffffn);
    const step = Number(hash >> 32n) | 1;
    return Array.from({ length: HASHES }, (_, at) => (first + at * step) & MASK);
  };
  return {
    add(text: string): void {
      for (const bit of getBits(text)) bytes[bit >> 3]! |= 1 << (bit & 7);
    },
    has: (text: string): boolean => getBits(text).every((bit) => (bytes[bit >> 3]! & (1 << (bit & 7))) !== 0),
  };
}
