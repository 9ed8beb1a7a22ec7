/** Vectors of known words. Words that mean the same have similar vectors in all languages. Training does not change them. */
import { hash } from "../draw/random";

/** Length of the vector of a meaning. */
export const MEANING = 48;
/** Largest number in a stored vector. The few larger ones are reduced to it. */
const MOST = 0.6;

export interface Meanings {
  /** Hashes of words, in order. */
  keys: Uint32Array;
  /** Per word, MEANING bytes. */
  vectors: Int8Array;
}

/** Returns a hash whose first bits depend on all letters. */
export function hashEvenly(text: string): number {
  const value = hash(text);
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
}

/** Returns the hash of a word. Capitals and accents make no difference, because people leave them out. */
export function toKey(word: string): number {
  const plain = word
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u05b0-\u05c7\u200cـ]/gu, "")
    .replace(/’/gu, "'");
  return hashEvenly(plain);
}

const toNumber = (byte: number): number => (byte / 127) * MOST;

/** Returns the meaning of a word, or undefined for an unknown one. */
export function findMeaning({ keys, vectors }: Meanings, key: number): Float32Array | undefined {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle]!;
    if (found === key) {
      const meaning = new Float32Array(MEANING);
      for (let i = 0; i < MEANING; i++) meaning[i] = toNumber(vectors[middle * MEANING + i]!);
      return meaning;
    }
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Stores meanings in a file: hashes, then vectors. */
export function packMeanings(meanings: ReadonlyMap<number, Float32Array>): Uint8Array {
  const keys = Uint32Array.from(meanings.keys()).sort();
  const vectors = new Int8Array(keys.length * MEANING);
  for (const [at, key] of keys.entries())
    for (const [i, value] of meanings.get(key)!.entries())
      vectors[at * MEANING + i] = Math.round((Math.max(-MOST, Math.min(MOST, value)) / MOST) * 127);
  return Buffer.concat([new Uint8Array(keys.buffer), new Uint8Array(vectors.buffer)]);
}

export function unpackMeanings(packed: Uint8Array): Meanings {
  const count = packed.length / (4 + MEANING);
  return {
    keys: new Uint32Array(new Uint8Array(packed.subarray(0, count * 4)).buffer),
    vectors: new Int8Array(packed.buffer, packed.byteOffset + count * 4, count * MEANING),
  };
}
