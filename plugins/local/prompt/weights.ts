/** Stores the weights of the networks in a small file: a byte per number and a factor per row of each matrix. */
import { take } from "./kernel";
import type { Meanings } from "./meanings";
import { type Matrix, shapes, type Weights } from "./network";

const names = Object.keys(shapes) as Matrix[];

/** Packs the numbers of a network, whose matrices stand one behind the other. */
export function packWeights(values: Float32Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (const name of names) {
    const [rows, columns] = shapes[name];
    const factors = new Float32Array(rows);
    const bytes = new Int8Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      const own = values.subarray(start + row * columns, start + (row + 1) * columns);
      const most = own.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      factors[row] = most / 127;
      for (let i = 0; i < columns; i++) bytes[row * columns + i] = most === 0 ? 0 : Math.round((own[i]! / most) * 127);
    }
    parts.push(new Uint8Array(factors.buffer), new Uint8Array(bytes.buffer));
    start += rows * columns;
  }
  return Buffer.concat(parts);
}

/** Number of bytes of one network. */
const SIZE = names.reduce((sum, name) => sum + shapes[name][0] * (4 + shapes[name][1]), 0);

/** Reads the networks of a file, one behind the other. */
export const unpackWeights = (packed: Uint8Array, known: Meanings): Weights[] =>
  Array.from({ length: packed.length / SIZE }, (_, at) =>
    unpackNetwork(packed.subarray(at * SIZE, (at + 1) * SIZE), known),
  );

/**
 * Reads one network. The vectors of letter groups stay bytes: unpacking them would take longer than reading a prompt. All
 * other matrices move to the memory of the kernel.
 */
function unpackNetwork(packed: Uint8Array, known: Meanings): Weights {
  let at = 0;
  const read = (name: Matrix) => {
    const [rows, columns] = shapes[name];
    // A copy, because a view of factors may not begin at any byte.
    const factors = new Float32Array(new Uint8Array(packed.subarray(at, at + rows * 4)).buffer);
    const bytes = new Int8Array(packed.buffer, packed.byteOffset + at + rows * 4, rows * columns);
    at += rows * (4 + columns);
    return { factors, bytes, columns };
  };
  const { factors, bytes: vectors } = read("vectors");
  const others = names.slice(1).map((name) => {
    const { factors: own, bytes, columns } = read(name);
    const values = take(bytes.length);
    for (const [row, factor] of own.entries())
      for (let i = row * columns; i < (row + 1) * columns; i++) values[i] = bytes[i]! * factor;
    return [name, values];
  });
  return { ...Object.fromEntries(others), vectors, factors, known } as Weights;
}
