// AssemblyScript. `bun tools/training/prompts/kernel.ts` compiles it to kernel.wasm.
//
// Numbers of a matrix are bytes in 16 bits, with a factor per row. To multiply, the numbers of a vector take the factors of their
// rows and become integers of 16 bits with a scale of their own. Sums of products are exact.
//
// Sixteen columns of a matrix stand together. For each two rows, they have both numbers of the first column, of the second, and so on.

/** Bytes of two rows of sixteen columns. */
const PAIR: usize = 64;

/** The largest integer of a vector. Sums of 500 of them times a byte stay below 2 ** 31. */
const MOST: f32 = 32767;

/** Writes a vector times the factors of its rows as integers of 16 bits, and returns their scale. Rows are a multiple of 4. */
function round(to: usize, vector: usize, factors: usize, rows: i32): f32 {
  const length = <usize>rows << 2;
  let most4 = f32x4.splat(0);
  for (let i: usize = 0; i < length; i += 16)
    most4 = f32x4.pmax(most4, f32x4.abs(f32x4.mul(v128.load(vector + i), v128.load(factors + i))));
  const most = max(
    max(f32x4.extract_lane(most4, 0), f32x4.extract_lane(most4, 1)),
    max(f32x4.extract_lane(most4, 2), f32x4.extract_lane(most4, 3)),
  );
  const inverse = f32x4.splat(most > 0 ? MOST / most : 0);
  // The last bits of this sum are the nearest integer.
  const rounding = f32x4.splat(12582912);
  for (let i: usize = 0; i < length; i += 16) {
    const value = f32x4.mul(f32x4.mul(v128.load(vector + i), v128.load(factors + i)), inverse);
    const bits = f32x4.add(value, rounding);
    v128.store64_lane(to + (i >> 1), v128.shuffle<u8>(bits, bits, 0, 1, 4, 5, 8, 9, 12, 13, 0, 1, 4, 5, 8, 9, 12, 13), 0);
  }
  return most / MOST;
}

/** Adds scaled products to the numbers at an address. */
@inline
function add(to: usize, from: usize, scale: f32, products: v128): void {
  v128.store(to, f32x4.add(v128.load(from), f32x4.mul(f32x4.splat(scale), f32x4.convert_i32x4_s(products))));
}

/**
 * Adds the products of vectors and a matrix to the numbers at `start`, which are the same for all vectors if `step` is 0. Rows
 * are a multiple of 4, columns of 16. Addresses are in bytes, and so is `step`. `scratch` has room for four vectors of integers.
 */
export function multiply(
  sums: usize, start: usize, step: usize, vectors: usize, matrix: usize, factors: usize, scratch: usize,
  count: i32, rows: i32, columns: i32,
): void {
  const width = <usize>columns << 2;
  const length = <usize>rows << 2;
  const half = length >> 1;
  const block = half << 4;
  let at = 0;
  // Four vectors at once, so that each number of the matrix is read once for four products.
  for (; at + 4 <= count; at += 4) {
    const own = vectors + <usize>at * length;
    const a = scratch, b = a + half, c = b + half, d = c + half;
    const scaleA = round(a, own, factors, rows);
    const scaleB = round(b, own + length, factors, rows);
    const scaleC = round(c, own + length * 2, factors, rows);
    const scaleD = round(d, own + length * 3, factors, rows);
    const toA = sums + <usize>at * width, toB = toA + width, toC = toB + width, toD = toC + width;
    const fromA = start + <usize>at * step, fromB = fromA + step, fromC = fromB + step, fromD = fromC + step;
    for (let column: usize = 0; column < width; column += 32) {
      let numbers = matrix + (column >> 6) * block + (column & 32);
      let a0 = i32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
      for (let i: usize = 0; i < half; i += 4) {
        const m0 = v128.load(numbers), m1 = v128.load(numbers, 16);
        const va = v128.load32_splat(a + i);
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(va, m0));
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(va, m1));
        const vb = v128.load32_splat(b + i);
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(vb, m0));
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(vb, m1));
        const vc = v128.load32_splat(c + i);
        c0 = i32x4.add(c0, i32x4.dot_i16x8_s(vc, m0));
        c1 = i32x4.add(c1, i32x4.dot_i16x8_s(vc, m1));
        const vd = v128.load32_splat(d + i);
        d0 = i32x4.add(d0, i32x4.dot_i16x8_s(vd, m0));
        d1 = i32x4.add(d1, i32x4.dot_i16x8_s(vd, m1));
        numbers += PAIR;
      }
      add(toA + column, fromA + column, scaleA, a0); add(toA + column + 16, fromA + column + 16, scaleA, a1);
      add(toB + column, fromB + column, scaleB, b0); add(toB + column + 16, fromB + column + 16, scaleB, b1);
      add(toC + column, fromC + column, scaleC, c0); add(toC + column + 16, fromC + column + 16, scaleC, c1);
      add(toD + column, fromD + column, scaleD, d0); add(toD + column + 16, fromD + column + 16, scaleD, d1);
    }
  }
  for (; at < count; at++)
    multiplyOne(
      sums + <usize>at * width, start + <usize>at * step, vectors + <usize>at * length, matrix, factors, scratch, rows, columns);
}

function multiplyOne(
  sums: usize, start: usize, vector: usize, matrix: usize, factors: usize, scratch: usize, rows: i32, columns: i32,
): void {
  const scale = round(scratch, vector, factors, rows);
  const width = <usize>columns << 2;
  const half = <usize>rows << 1;
  let numbers = matrix;
  for (let column: usize = 0; column < width; column += 64) {
    let s0 = i32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
    for (let i: usize = 0; i < half; i += 4) {
      const v = v128.load32_splat(scratch + i);
      s0 = i32x4.add(s0, i32x4.dot_i16x8_s(v, v128.load(numbers)));
      s1 = i32x4.add(s1, i32x4.dot_i16x8_s(v, v128.load(numbers, 16)));
      s2 = i32x4.add(s2, i32x4.dot_i16x8_s(v, v128.load(numbers, 32)));
      s3 = i32x4.add(s3, i32x4.dot_i16x8_s(v, v128.load(numbers, 48)));
      numbers += PAIR;
    }
    const to = sums + column, from = start + column;
    add(to, from, scale, s0); add(to + 16, from + 16, scale, s1);
    add(to + 32, from + 32, scale, s2); add(to + 48, from + 48, scale, s3);
  }
}

/** Writes the sum of rows of a table of bytes, each times its factor and a scale. Columns are a multiple of 8. */
export function mix(
  sums: usize, table: usize, factors: usize, indexes: usize, count: i32, columns: i32, scale: f32,
): void {
  for (let column: usize = 0; column < <usize>columns; column += 8) {
    let s0 = f32x4.splat(0), s1 = s0;
    for (let nth: usize = 0; nth < <usize>count; nth++) {
      const row = <usize>load<u32>(indexes + (nth << 2));
      const factor = v128.load32_splat(factors + (row << 2));
      const bytes = v128.load8x8_s(table + row * <usize>columns + column);
      s0 = f32x4.add(s0, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(bytes))));
      s1 = f32x4.add(s1, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(bytes))));
    }
    const to = sums + (column << 2);
    v128.store(to, f32x4.mul(s0, f32x4.splat(scale)));
    v128.store(to, f32x4.mul(s1, f32x4.splat(scale)), 16);
  }
}

/** Adds to each sum the row of a table with its index. Columns are a multiple of 4. */
export function gather(sums: usize, table: usize, indexes: usize, count: i32, columns: i32): void {
  const width = <usize>columns << 2;
  for (let at: usize = 0; at < <usize>count; at++) {
    const to = sums + at * width;
    const from = table + <usize>load<u32>(indexes + (at << 2)) * width;
    for (let i: usize = 0; i < width; i += 16) v128.store(to + i, f32x4.add(v128.load(to + i), v128.load(from + i)));
  }
}

/** Hyperbolic tangent by a rational function, to 2e-6. */
@inline
function tanh(value: v128): v128 {
  const x = f32x4.pmax(f32x4.pmin(value, f32x4.splat(7)), f32x4.splat(-7));
  const q = f32x4.mul(x, x);
  let p = f32x4.splat(3.92998013e-06);
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(0.00227698205));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(0.123021752));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(0.999995687));
  let r = f32x4.splat(0.000142350097);
  r = f32x4.add(f32x4.mul(r, q), f32x4.splat(0.0210721478));
  r = f32x4.add(f32x4.mul(r, q), f32x4.splat(0.456340236));
  r = f32x4.add(f32x4.mul(r, q), f32x4.splat(1));
  return f32x4.div(f32x4.mul(x, p), r);
}
@inline
function sigmoid(value: v128): v128 {
  const half = f32x4.splat(0.5);
  return f32x4.add(f32x4.mul(tanh(f32x4.mul(value, half)), half), half);
}

/**
 * Runs a gated recurrent layer in one direction. A state has `size` numbers, which are a multiple of 16; gates are three times as
 * many: reset, update and new. Both directions stand side by side in `states` and `gates`, this one at the addresses given.
 * `state` and `sums` are scratch for one state and its gates, `scratch` for a state of integers.
 */
export function recur(
  states: usize, gates: usize, matrix: usize, factors: usize, bias: usize, state: usize, sums: usize, scratch: usize,
  count: i32, size: i32, backward: bool,
): void {
  const bytes = <usize>size << 2;
  memory.fill(state, 0, bytes);
  for (let nth = 0; nth < count; nth++) {
    const at = <usize>(backward ? count - 1 - nth : nth);
    const own = gates + at * bytes * 6;
    const to = states + at * bytes * 2;
    multiplyOne(sums, bias, state, matrix, factors, scratch, size, size * 3);
    for (let i: usize = 0; i < bytes; i += 16) {
      const r = sigmoid(f32x4.add(v128.load(own + i), v128.load(sums + i)));
      const z = sigmoid(f32x4.add(v128.load(own + bytes + i), v128.load(sums + bytes + i)));
      const n = tanh(f32x4.add(v128.load(own + bytes * 2 + i), f32x4.mul(r, v128.load(sums + bytes * 2 + i))));
      const h = f32x4.add(n, f32x4.mul(z, f32x4.sub(v128.load(state + i), n)));
      v128.store(state + i, h);
      v128.store(to + i, h);
    }
  }
}
