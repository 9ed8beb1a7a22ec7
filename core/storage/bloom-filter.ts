/** Bits of one part. */
const BITS = 2 ** 27;
const HASHES = 6;
/** With so many bits per key, a part has one false positive in 24. */
const BITS_PER_KEY = 6.7;

/** @param bits a power of two */
function createPart(bits: number) {
  const mask = bits - 1;
  const bytes = new Uint8Array(bits / 8);
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
  const getBits = (text: string): number[] => {
    const hash = Bun.hash.xxHash64(text, seed);
    const first = Number(hash & 0xffff_ffffn);
    const step = Number(hash >> 32n) | 1;
    return Array.from({ length: HASHES }, (_, at) => (first + at * step) & mask);
  };
  return {
    add(text: string): void {
      for (const bit of getBits(text)) bytes[bit >> 3]! |= 1 << (bit & 7);
    },
    has: (text: string): boolean => getBits(text).every((bit) => (bytes[bit >> 3]! & (1 << (bit & 7))) !== 0),
  };
}

/**
 * Bloom filter: a set of strings in 16 MB per twenty million. `has` is always true for added strings, and sometimes for
 * others: for one in five if there are a hundred million. Random seeds make these differ from filter to filter.
 * @param bits of each part
 */
export function createBloomFilter(bits = BITS) {
  const parts = [createPart(bits)];
  let free = bits / BITS_PER_KEY;
  const has = (text: string): boolean => parts.some((part) => part.has(text));
  return {
    add(text: string): void {
      if (has(text)) return;
      if (free-- < 1) {
        parts.push(createPart(bits));
        free = bits / BITS_PER_KEY;
      }
      parts.at(-1)!.add(text);
    },
    has,
  };
}
