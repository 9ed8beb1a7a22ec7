/** Products of matrices in WebAssembly, whose vector instructions make them over ten times as fast. */
import { readFileSync } from "node:fs";
import kernelFile from "./kernel.wasm" with { type: "file" };
import { type Kernel, loopOver } from "./loops";

/** Enough for the weights of three networks and the longest prompt. Memory that is not used costs nothing. */
const PAGES = 256;

/** Returns the kernel for a memory: WebAssembly, or plain loops where the processor lacks its instructions. */
export function loadKernel(memory: WebAssembly.Memory): Kernel {
  const code = readFileSync(kernelFile);
  if (!WebAssembly.validate(code)) return loopOver(new Float32Array(memory.buffer));
  return new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } }).exports as unknown as Kernel;
}

function load() {
  const memory = new WebAssembly.Memory({ initial: PAGES });
  return { kernel: loadKernel(memory), numbers: new Float32Array(memory.buffer), used: 0 };
}

let loaded: ReturnType<typeof load> | undefined;
const getKernel = () => (loaded ??= load());

/** Takes numbers from the memory of the kernel, all zero. */
export function take(length: number): Float32Array {
  const own = getKernel();
  const start = own.used;
  own.used += Math.ceil(length / 4) * 4;
  if (own.used > own.numbers.length) throw new RangeError("The kernel's memory is too small for this prompt.");
  return own.numbers.subarray(start, start + length).fill(0);
}

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

/** Adds to each sum the product of its vector and a matrix. All of them are in the memory of the kernel. */
export function multiply(sums: Float32Array, vectors: Float32Array, matrix: Float32Array, count: number): void {
  if (count === 0) return;
  const rows = vectors.length / count;
  const columns = sums.length / count;
  if (rows * columns !== matrix.length) throw new RangeError(`${rows} × ${columns} is not ${matrix.length}.`);
  getKernel().kernel.multiply(sums.byteOffset, vectors.byteOffset, matrix.byteOffset, count, rows, columns);
}

/**
 * Runs a gated recurrent layer over some words, in both directions.
 * @param gates per word, what its input adds to the gates of both directions: reset, update and new
 * @param matrix per direction, state → gates
 * @returns per word, the states of both directions
 */
export function recur(gates: Float32Array, matrix: Float32Array, bias: Float32Array, count: number): Float32Array {
  const size = bias.length / 6;
  const states = take(count * size * 2);
  const [state, sums] = [take(size), take(size * 3)];
  for (const side of [0, 1]) {
    const gate = side * size * 3;
    getKernel().kernel.recur(
      states.byteOffset + side * size * 4,
      gates.byteOffset + gate * 4,
      matrix.byteOffset + gate * size * 4,
      bias.byteOffset + gate * 4,
      state.byteOffset,
      sums.byteOffset,
      count,
      size,
      side,
    );
  }
  return states;
}
