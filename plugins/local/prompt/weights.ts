/** Stores the weights of the networks in a small file: a byte per number and a factor per matrix, or per row of letter groups. */
import type { Meanings } from "./meanings";
import { type Matrix, SIZES, shapes, type Weights } from "./network";

const names = Object.keys(shapes) as Matrix[];

/** Numbers that share a factor. */
const groupOf = (name: Matrix): number => (name === "vectors" ? SIZES.vector : shapes[name]);

export function packWeights(weights: Weights): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const name of names) {
    const group = groupOf(name);
    const values = weights[name];
    const factors = new Float32Array(values.length / group);
    const bytes = new Int8Array(values.length);
    for (let i = 0; i < factors.length; i++) {
      const own = values.subarray(i * group, (i + 1) * group) as Float32Array;
      const most = own.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      factors[i] = most / 127;
      for (let j = 0; j < group; j++) bytes[i * group + j] = most === 0 ? 0 : Math.round((own[j]! / most) * 127);
    }
    parts.push(new Uint8Array(factors.buffer), new Uint8Array(bytes.buffer));
  }
  return Buffer.concat(parts);
}

/** Number of bytes of one network. */
const SIZE = names.reduce((sum, name) => sum + (shapes[name] / groupOf(name)) * 4 + shapes[name], 0);

/** Reads the networks of a file, one behind the other. */
export const unpackWeights = (packed: Uint8Array, known: Meanings): Weights[] =>
  Array.from({ length: packed.length / SIZE }, (_, at) => ({
    ...unpackNetwork(packed.subarray(at * SIZE, (at + 1) * SIZE)),
    known,
  }));

/** Reads one network. The vectors of letter groups stay bytes: unpacking them would take longer than reading a prompt. */
function unpackNetwork(packed: Uint8Array): Omit<Weights, "known"> {
  let at = 0;
  const read = (name: Matrix) => {
    const size = (shapes[name] / groupOf(name)) * 4;
    // A copy, because a view of factors may not begin at any byte.
    const factors = new Float32Array(new Uint8Array(packed.subarray(at, at + size)).buffer);
    const bytes = new Int8Array(packed.buffer, packed.byteOffset + at + size, shapes[name]);
    at += size + shapes[name];
    return { factors, bytes };
  };
  const { factors, bytes: vectors } = read("vectors");
  const others = names.slice(1).map((name) => {
    const { factors: own, bytes } = read(name);
    const factor = own[0]!;
    const values = new Float32Array(bytes.length);
    for (let i = 0; i < values.length; i++) values[i] = bytes[i]! * factor;
    return [name, values];
  });
  return { ...Object.fromEntries(others), vectors, factors } as Omit<Weights, "known">;
}
