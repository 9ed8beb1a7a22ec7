/** Stores the weights of the networks in a small file: a byte per number and a factor per row of each matrix. */
import { traits } from "./features";
import { type Matrix, takeCopy, takeMatrix, takeTable } from "./kernel";
import type { Meanings } from "./meanings";
import { type MatrixName, shapes, type Weights, WINDOW } from "./network";

const names = Object.keys(shapes) as MatrixName[];

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

/** Number of bytes of a matrix. */
const sizeOf = (name: MatrixName): number => shapes[name][0] * (4 + shapes[name][1]);
/** Number of bytes of one network. */
const SIZE = names.reduce((sum, name) => sum + sizeOf(name), 0);

/** Reads the networks of a file, one behind the other. */
export const unpackWeights = (packed: Uint8Array, known: Meanings): Weights[] =>
  Array.from({ length: packed.length / SIZE }, (_, at) =>
    unpackNetwork(packed.subarray(at * SIZE, (at + 1) * SIZE), known),
  );

/**
 * Moves one network to the memory of the kernel. The vectors of letter groups stay bytes: unpacking them would take longer than
 * reading a prompt.
 */
function unpackNetwork(packed: Uint8Array, known: Meanings): Weights {
  const read = (name: MatrixName) => {
    const [rows, columns] = shapes[name];
    const at = names.slice(0, names.indexOf(name)).reduce((sum, before) => sum + sizeOf(before), 0);
    // A copy, because a view of factors may not begin at any byte.
    const factors = new Float32Array(new Uint8Array(packed.subarray(at, at + rows * 4)).buffer);
    return { factors, bytes: new Int8Array(packed.buffer, packed.byteOffset + at + rows * 4, rows * columns) };
  };
  const readRows = (name: MatrixName, from: number, to: number) => {
    const [, columns] = shapes[name];
    const { bytes, factors } = read(name);
    return takeMatrix(bytes.subarray(from * columns, to * columns), factors.subarray(from, to));
  };
  const readMatrix = (name: MatrixName) => readRows(name, 0, shapes[name][0]);
  /** Reads a matrix whose upper and lower halves belong to different vectors. */
  const readHalves = (name: MatrixName): [Matrix, Matrix] => {
    const half = shapes[name][0] / 2;
    return [readRows(name, 0, half), readRows(name, half, 2 * half)];
  };
  const readBias = (name: MatrixName) => {
    const { bytes, factors } = read(name);
    return takeCopy(Float32Array.from(bytes, (byte) => byte * factors[0]!));
  };
  const { bytes, factors } = read("vectors");
  const width = shapes.window[0] / WINDOW;
  const window = Array.from({ length: WINDOW }, (_, place) => ({
    word: readRows("window", place * width, (place + 1) * width - traits.length),
    traits: readRows("window", (place + 1) * width - traits.length, (place + 1) * width),
  }));
  return {
    known,
    vectors: takeTable(bytes, factors),
    window,
    windowBias: readBias("windowBias"),
    first: readMatrix("first"),
    firstBias: readBias("firstBias"),
    firstState: readHalves("firstState"),
    firstStateBias: readBias("firstStateBias"),
    second: readMatrix("second"),
    secondBias: readBias("secondBias"),
    secondState: readHalves("secondState"),
    secondStateBias: readBias("secondStateBias"),
    scores: readHalves("scores"),
    scoresBias: readBias("scoresBias"),
  };
}
