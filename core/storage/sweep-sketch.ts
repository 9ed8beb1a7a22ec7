/** So many places are enough for ten million keys, of which then one in fifteen seems to be in the set that is not. */
const BITS = 2 ** 27;
const MASK = BITS - 1;
const LOOKS = 6;

/**
 * A set of texts in 16 MB, however many they are (a Bloom filter). What was added is always found; now and then
 * something is found that was not, another thing in each set.
 */
export function createSketch() {
  const bytes = new Uint8Array(BITS / 8);
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
  const places = (text: string): number[] => {
    const hash = Bun.hash.xxHash64(text, seed);
    const first = Number(hash & 0xffff_ffffn);
    const step = Number(hash >> 32n) | 1;
    return Array.from({ length: LOOKS }, (_, at) => (first + at * step) & MASK);
  };
  return {
    add(text: string): void {
      for (const place of places(text)) bytes[place >> 3]! |= 1 << (place & 7);
    },
    has: (text: string): boolean => places(text).every((place) => (bytes[place >> 3]! & (1 << (place & 7))) !== 0),
  };
}
