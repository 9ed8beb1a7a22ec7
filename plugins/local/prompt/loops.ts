/** The kernel in plain loops. Many virtual machines have no vector instructions that WebAssembly could use. */

/** Functions on the numbers of a memory. Addresses are in bytes. */
export interface Kernel {
  /** Adds the products of `count` vectors and a matrix to their sums. */
  multiply(sums: number, vectors: number, matrix: number, count: number, rows: number, columns: number): void;
  /** Runs a gated recurrent layer in one direction. */
  recur(
    states: number,
    gates: number,
    matrix: number,
    bias: number,
    state: number,
    sums: number,
    count: number,
    size: number,
    backward: number,
  ): void;
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Makes a kernel of plain loops over some memory. Addresses are in bytes. */
export function loopOver(numbers: Float32Array): Kernel {
  const at = (address: number) => address / 4;

  function multiply(sums: number, vectors: number, matrix: number, count: number, rows: number, columns: number): void {
    for (let nth = 0; nth < count; nth++) {
      const sum = at(sums) + nth * columns;
      for (let i = 0; i < rows; i++) {
        const factor = numbers[at(vectors) + nth * rows + i]!;
        const row = at(matrix) + i * columns;
        if (factor !== 0) for (let j = 0; j < columns; j++) numbers[sum + j]! += factor * numbers[row + j]!;
      }
    }
  }

  function recur(
    ...[states, gates, matrix, bias, state, sums, count, size, backward]: Parameters<Kernel["recur"]>
  ): void {
    const width = size * 3;
    numbers.fill(0, at(state), at(state) + size);
    for (let nth = 0; nth < count; nth++) {
      const word = backward ? count - 1 - nth : nth;
      numbers.copyWithin(at(sums), at(bias), at(bias) + width);
      multiply(sums, state, matrix, 1, size, width);
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

  return { multiply, recur };
}
