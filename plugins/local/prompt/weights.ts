/** Stores the weights of the network in a small file: a byte per number and a factor per matrix or row. */
import { SIZES, shapes, type Weights } from "./network";

const names = Object.keys(shapes) as (keyof Weights)[];

/** Numbers that share a factor. */
const groupOf = (name: keyof Weights): number => (name === "vectors" ? SIZES.vector : shapes[name]);

export function packWeights(weights: Weights): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const name of names) {
    const group = groupOf(name);
    const values = weights[name];
    const factors = new Float32Array(values.length / group);
    const bytes = new Int8Array(values.length);
    for (let i = 0; i < factors.length; i++) {
      const own = values.subarray(i * group, (i + 1) * group);
      const most = own.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      factors[i] = most / 127;
      for (let j = 0; j < group; j++) bytes[i * group + j] = most === 0 ? 0 : Math.round((own[j]! / most) * 127);
    }
    parts.push(new Uint8Array(factors.buffer), new Uint8Array(bytes.buffer));
  }
  return Buffer.concat(parts);
}

export function unpackWeights(packed: Uint8Array): Weights {
  // A Buffer's slices would share its memory, at any offset.
  const file = new Uint8Array(packed);
  let at = 0;
  const read = (name: keyof Weights) => {
    const group = groupOf(name);
    const count = shapes[name];
    const factors = new Float32Array(file.slice(at, at + (count / group) * 4).buffer);
    at += factors.byteLength;
    const bytes = new Int8Array(file.slice(at, at + count).buffer);
    at += count;
    return Float32Array.from(bytes, (byte, i) => byte * factors[Math.floor(i / group)]!);
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Weights;
}
