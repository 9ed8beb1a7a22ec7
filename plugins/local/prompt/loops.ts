/** The kernel in plain loops. Many virtual machines have no vector instructions that WebAssembly could use. */

/** Functions on the numbers of a memory. Addresses are in bytes. `kernel.as` describes them. */
export interface Kernel {
  /** Adds the products of `count` vectors and a matrix to the numbers at `start`. */
  multiply(
    sums: number,
    start: number,
    step: number,
    vectors: number,
    matrix: number,
    factors: number,
    scratch: number,
    count: number,
    rows: number,
    columns: number,
  ): void;
  /** Writes the sum of rows of a table of bytes, each times its factor and a scale. */
  mix(
    sums: number,
    table: number,
    factors: number,
    indexes: number,
    count: number,
    columns: number,
    scale: number,
  ): void;
  /** Adds to each sum the row of a table with its index. */
  gather(sums: number, table: number, indexes: number, count: number, columns: number): void;
  /** Runs a gated recurrent layer in one direction. */
  recur(
    states: number,
    gates: number,
    matrix: number,
    factors: number,
    bias: number,
    state: number,
    sums: number,
    scratch: number,
    count: number,
    size: number,
    backward: number,
  ): void;
}

/** Columns of a matrix that stand together. */
export const BLOCK = 16;
/** The largest integer of a vector. */
const MOST = 32767;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Makes a kernel of plain loops over some memory. Addresses are in bytes. */
export function loopOver(memory: ArrayBuffer): Kernel {
  const numbers = new Float32Array(memory);
  const integers = new Int16Array(memory);
  const bytes = new Int8Array(memory);
  const unsigned = new Uint32Array(memory);
  const products = new Int32Array(BLOCK);
  const at = (address: number) => address / numbers.BYTES_PER_ELEMENT;

  /** Writes a vector times the factors of its rows as integers, and returns their scale. */
  function round(to: number, vector: number, factors: number, rows: number): number {
    let most = 0;
    for (let i = 0; i < rows; i++) most = Math.max(most, Math.abs(numbers[vector + i]! * numbers[factors + i]!));
    const inverse = most > 0 ? MOST / most : 0;
    for (let i = 0; i < rows; i++)
      integers[to + i] = Math.round(numbers[vector + i]! * numbers[factors + i]! * inverse);
    return most / MOST;
  }

  /** Adds the products of a vector and a matrix to the numbers from `start` on, and writes the sums. All are indexes. */
  function multiplyOne(
    sums: number,
    start: number,
    vector: number,
    matrix: number,
    factors: number,
    scratch: number,
    rows: number,
    columns: number,
  ): void {
    const scale = round(scratch, vector, factors, rows);
    let next = matrix;
    for (let block = 0; block < columns; block += BLOCK) {
      products.fill(0);
      for (let i = scratch; i < scratch + rows; i += 2) {
        const a = integers[i]!;
        const b = integers[i + 1]!;
        for (let column = 0; column < BLOCK; column++) {
          products[column] =
            (products[column]! + Math.imul(a, integers[next]!) + Math.imul(b, integers[next + 1]!)) | 0;
          next += 2;
        }
      }
      for (let column = 0; column < BLOCK; column++)
        numbers[sums + block + column] = numbers[start + block + column]! + scale * products[column]!;
    }
  }

  function multiply(
    ...[sums, start, step, vectors, matrix, factors, scratch, count, rows, columns]: Parameters<Kernel["multiply"]>
  ): void {
    for (let nth = 0; nth < count; nth++) {
      const [sum, from] = [at(sums) + nth * columns, at(start + nth * step)];
      multiplyOne(sum, from, at(vectors) + nth * rows, matrix / 2, at(factors), scratch / 2, rows, columns);
    }
  }

  function mix(...[sums, table, factors, indexes, count, columns, scale]: Parameters<Kernel["mix"]>): void {
    numbers.fill(0, at(sums), at(sums) + columns);
    for (let nth = 0; nth < count; nth++) {
      const row = unsigned[at(indexes) + nth]!;
      const factor = numbers[at(factors) + row]! * scale;
      for (let i = 0; i < columns; i++) numbers[at(sums) + i]! += bytes[table + row * columns + i]! * factor;
    }
  }

  function gather(...[sums, table, indexes, count, columns]: Parameters<Kernel["gather"]>): void {
    for (let nth = 0; nth < count; nth++) {
      const sum = at(sums) + nth * columns;
      const row = at(table) + unsigned[at(indexes) + nth]! * columns;
      for (let i = 0; i < columns; i++) numbers[sum + i]! += numbers[row + i]!;
    }
  }

  function recur(
    ...[states, gates, matrix, factors, bias, state, sums, scratch, count, size, backward]: Parameters<Kernel["recur"]>
  ): void {
    const width = size * 3;
    numbers.fill(0, at(state), at(state) + size);
    for (let nth = 0; nth < count; nth++) {
      const word = backward ? count - 1 - nth : nth;
      multiplyOne(at(sums), at(bias), at(state), matrix / 2, at(factors), scratch / 2, size, width);
      const [own, sum] = [at(gates) + word * width * 2, at(sums)];
      for (let i = 0; i < size; i++) {
        const reset = sigmoid(numbers[own + i]! + numbers[sum + i]!);
        const update = sigmoid(numbers[own + size + i]! + numbers[sum + size + i]!);
        const next = Math.tanh(numbers[own + size * 2 + i]! + reset * numbers[sum + size * 2 + i]!);
        const old = numbers[at(state) + i]!;
        numbers[at(state) + i] = numbers[at(states) + word * size * 2 + i] = next + update * (old - next);
      }
    }
  }

  return { multiply, mix, gather, recur };
}
