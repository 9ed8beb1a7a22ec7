/** Products of matrices in WebAssembly, whose vector instructions make them over ten times as fast. */
import { readFileSync } from "node:fs";
import kernelFile from "./kernel.wasm" with { type: "file" };
import { BLOCK, type Kernel, loopOver } from "./loops";

/** Enough for the weights of three networks and the longest prompt. Memory that is not used costs nothing. */
const PAGES = 512;

/** Returns the kernel for a memory: WebAssembly, or plain loops where the processor lacks its instructions. */
export function loadKernel(memory: WebAssembly.Memory): Kernel {
  const code = readFileSync(kernelFile);
  if (!WebAssembly.validate(code)) return loopOver(memory.buffer);
  return new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } }).exports as unknown as Kernel;
}

function load() {
  const memory = new WebAssembly.Memory({ initial: PAGES });
  return { kernel: loadKernel(memory), memory: memory.buffer, used: 0 };
}

let loaded: ReturnType<typeof load> | undefined;
const getKernel = () => (loaded ??= load());

/** Takes bytes from the memory of the kernel, and returns where they begin. */
function takeBytes(length: number): number {
  const own = getKernel();
  const start = own.used;
  own.used += Math.ceil(length / 16) * 16;
  if (own.used > own.memory.byteLength) throw new RangeError("The kernel's memory is too small for this prompt.");
  return start;
}

/** Takes numbers from the memory of the kernel, whatever they are. */
export const take = (length: number): Float32Array =>
  new Float32Array(getKernel().memory, takeBytes(length * Float32Array.BYTES_PER_ELEMENT), length);

/** Moves numbers to the memory of the kernel. */
export function takeCopy(numbers: Float32Array): Float32Array {
  const own = take(numbers.length);
  own.set(numbers);
  return own;
}

const takeShorts = (length: number): Int16Array =>
  new Int16Array(getKernel().memory, takeBytes(length * Int16Array.BYTES_PER_ELEMENT), length);

/** Takes indexes from the memory of the kernel, whatever they are. */
export const takeIndexes = (length: number): Uint32Array =>
  new Uint32Array(getKernel().memory, takeBytes(length * Uint32Array.BYTES_PER_ELEMENT), length);

/** Calls a function, and gives back what it has taken. */
export function withScratch<T>(compute: () => T): T {
  const own = getKernel();
  const { used } = own;
  try {
    return compute();
  } finally {
    own.used = used;
  }
}

/** A matrix in the memory of the kernel. Each of its numbers is a byte times the factor of its row. */
export interface Matrix {
  /** The bytes, in the order that the kernel needs. */
  numbers: Int16Array;
  factors: Float32Array;
  columns: number;
}

/** Moves a matrix to the memory of the kernel. */
export function takeMatrix(bytes: Int8Array, factors: Float32Array): Matrix {
  const rows = factors.length;
  const columns = bytes.length / rows;
  const numbers = takeShorts(bytes.length);
  let at = 0;
  for (let block = 0; block < columns; block += BLOCK)
    for (let row = 0; row < rows; row += 2)
      for (let column = block; column < block + BLOCK; column++) {
        numbers[at++] = bytes[row * columns + column]!;
        numbers[at++] = bytes[(row + 1) * columns + column]!;
      }
  return { numbers, factors: takeCopy(factors), columns };
}

/**
 * Adds the product of each vector and a matrix to a bias, or to what its sum is already. All of them are in the memory of the
 * kernel.
 */
export function multiply(sums: Float32Array, vectors: Float32Array, matrix: Matrix, bias?: Float32Array): void {
  const { numbers, factors, columns } = matrix;
  const rows = factors.length;
  const count = vectors.length / rows;
  if (count * columns !== sums.length) throw new RangeError(`${count} × ${columns} is not ${sums.length}.`);
  withScratch(() =>
    getKernel().kernel.multiply(
      sums.byteOffset,
      (bias ?? sums).byteOffset,
      bias ? 0 : columns * Float32Array.BYTES_PER_ELEMENT,
      vectors.byteOffset,
      numbers.byteOffset,
      factors.byteOffset,
      takeShorts(4 * rows).byteOffset,
      count,
      rows,
      columns,
    ),
  );
}

/** Many vectors in the memory of the kernel. Each of their numbers is a byte times the factor of its vector. */
export interface Table {
  bytes: Int8Array;
  factors: Float32Array;
}

/** Moves vectors to the memory of the kernel. */
export function takeTable(bytes: Int8Array, factors: Float32Array): Table {
  const own = new Int8Array(getKernel().memory, takeBytes(bytes.length), bytes.length);
  own.set(bytes);
  return { bytes: own, factors: takeCopy(factors) };
}

/** Writes the sum of vectors of a table, times a scale. Both are in the memory of the kernel, the indexes need not be. */
export function mix(sums: Float32Array, { bytes, factors }: Table, indexes: Uint32Array, scale: number): void {
  withScratch(() => {
    const own = takeIndexes(indexes.length);
    own.set(indexes);
    const columns = bytes.length / factors.length;
    getKernel().kernel.mix(
      sums.byteOffset,
      bytes.byteOffset,
      factors.byteOffset,
      own.byteOffset,
      indexes.length,
      columns,
      scale,
    );
  });
}

/** Adds to each sum the row of a table with its index. All of them are in the memory of the kernel. */
export function gather(sums: Float32Array, table: Float32Array, indexes: Uint32Array): void {
  const columns = sums.length / indexes.length;
  getKernel().kernel.gather(sums.byteOffset, table.byteOffset, indexes.byteOffset, indexes.length, columns);
}

/**
 * Runs a gated recurrent layer over some words, in both directions.
 * @param gates per word, what its input adds to the gates of both directions: reset, update and new
 * @param matrices per direction, state → gates
 * @returns per word, the states of both directions
 */
export function recur(gates: Float32Array, matrices: readonly Matrix[], bias: Float32Array): Float32Array {
  const size = bias.length / 6;
  const count = gates.length / bias.length;
  const states = take(count * size * 2);
  const width = size * Float32Array.BYTES_PER_ELEMENT;
  withScratch(() => {
    const [state, sums, scratch] = [take(size), take(size * 3), takeShorts(size)];
    for (const [side, { numbers, factors }] of matrices.entries())
      getKernel().kernel.recur(
        states.byteOffset + side * width,
        gates.byteOffset + side * width * 3,
        numbers.byteOffset,
        factors.byteOffset,
        bias.byteOffset + side * width * 3,
        state.byteOffset,
        sums.byteOffset,
        scratch.byteOffset,
        count,
        size,
        side,
      );
  });
  return states;
}
