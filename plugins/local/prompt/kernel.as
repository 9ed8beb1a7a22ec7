// AssemblyScript. `bun tools/training/prompts/kernel.ts` compiles it to kernel.wasm.

/** Adds the products of vectors and a matrix to their sums. Columns are a multiple of 8. Addresses are in bytes. */
export function multiply(sums: usize, vectors: usize, matrix: usize, count: i32, rows: i32, columns: i32): void {
  const width = <usize>columns << 2;
  const length = <usize>rows << 2;
  let at = 0;
  // Four vectors at once, so that each number of the matrix is read once for four products.
  for (; at + 4 <= count; at += 4) {
    const a = vectors + <usize>at * length;
    const b = a + length;
    const c = b + length;
    const d = c + length;
    const toA = sums + <usize>at * width;
    const toB = toA + width;
    const toC = toB + width;
    const toD = toC + width;
    for (let column: usize = 0; column < width; column += 32) {
      let a0 = v128.load(toA + column), a1 = v128.load(toA + column, 16);
      let b0 = v128.load(toB + column), b1 = v128.load(toB + column, 16);
      let c0 = v128.load(toC + column), c1 = v128.load(toC + column, 16);
      let d0 = v128.load(toD + column), d1 = v128.load(toD + column, 16);
      let from = matrix + column;
      for (let i: usize = 0; i < length; i += 4) {
        const m0 = v128.load(from), m1 = v128.load(from, 16);
        const va = v128.load32_splat(a + i);
        a0 = f32x4.add(a0, f32x4.mul(va, m0));
        a1 = f32x4.add(a1, f32x4.mul(va, m1));
        const vb = v128.load32_splat(b + i);
        b0 = f32x4.add(b0, f32x4.mul(vb, m0));
        b1 = f32x4.add(b1, f32x4.mul(vb, m1));
        const vc = v128.load32_splat(c + i);
        c0 = f32x4.add(c0, f32x4.mul(vc, m0));
        c1 = f32x4.add(c1, f32x4.mul(vc, m1));
        const vd = v128.load32_splat(d + i);
        d0 = f32x4.add(d0, f32x4.mul(vd, m0));
        d1 = f32x4.add(d1, f32x4.mul(vd, m1));
        from += width;
      }
      v128.store(toA + column, a0); v128.store(toA + column, a1, 16);
      v128.store(toB + column, b0); v128.store(toB + column, b1, 16);
      v128.store(toC + column, c0); v128.store(toC + column, c1, 16);
      v128.store(toD + column, d0); v128.store(toD + column, d1, 16);
    }
  }
  for (; at < count; at++) multiplyOne(sums + <usize>at * width, vectors + <usize>at * length, matrix, rows, columns);
}

function multiplyOne(sum: usize, vector: usize, matrix: usize, rows: i32, columns: i32): void {
  const width = <usize>columns << 2;
  const length = <usize>rows << 2;
  let column: usize = 0;
  for (; column + 64 <= width; column += 64) {
    let s0 = v128.load(sum + column), s1 = v128.load(sum + column, 16), s2 = v128.load(sum + column, 32), s3 = v128.load(sum + column, 48);
    let from = matrix + column;
    for (let i: usize = 0; i < length; i += 4) {
      const v = v128.load32_splat(vector + i);
      s0 = f32x4.add(s0, f32x4.mul(v, v128.load(from)));
      s1 = f32x4.add(s1, f32x4.mul(v, v128.load(from, 16)));
      s2 = f32x4.add(s2, f32x4.mul(v, v128.load(from, 32)));
      s3 = f32x4.add(s3, f32x4.mul(v, v128.load(from, 48)));
      from += width;
    }
    v128.store(sum + column, s0); v128.store(sum + column, s1, 16); v128.store(sum + column, s2, 32); v128.store(sum + column, s3, 48);
  }
  for (; column < width; column += 16) {
    let s0 = v128.load(sum + column);
    let from = matrix + column;
    for (let i: usize = 0; i < length; i += 4) {
      s0 = f32x4.add(s0, f32x4.mul(v128.load32_splat(vector + i), v128.load(from)));
      from += width;
    }
    v128.store(sum + column, s0);
  }
}

/** Hyperbolic tangent by a rational function, to six digits. */
@inline
function tanh(value: v128): v128 {
  const x = f32x4.max(f32x4.min(value, f32x4.splat(7.9)), f32x4.splat(-7.9));
  const q = f32x4.mul(x, x);
  let p = f32x4.splat(-2.76076847742355e-16);
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(2.00018790482477e-13));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(-8.60467152213735e-11));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(5.12229709037114e-8));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(1.48572235717979e-5));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(6.37261928875436e-4));
  p = f32x4.add(f32x4.mul(p, q), f32x4.splat(4.89352455891786e-3));
  let r = f32x4.splat(1.19825839466702e-6);
  r = f32x4.add(f32x4.mul(r, q), f32x4.splat(1.18534705686654e-4));
  r = f32x4.add(f32x4.mul(r, q), f32x4.splat(2.26843463243900e-3));
  r = f32x4.add(f32x4.mul(r, q), f32x4.splat(4.89352518554385e-3));
  return f32x4.div(f32x4.mul(x, p), r);
}
@inline
function sigmoid(value: v128): v128 {
  const half = f32x4.splat(0.5);
  return f32x4.add(f32x4.mul(tanh(f32x4.mul(value, half)), half), half);
}

/**
 * Runs a gated recurrent layer in one direction. A state has `size` numbers, which are a multiple of 4; gates are three times as
 * many: reset, update and new. Both directions stand side by side in `states` and `gates`, this one at the addresses given.
 * `state` and `sums` are scratch for one state and its gates.
 */
export function recur(
  states: usize, gates: usize, matrix: usize, bias: usize, state: usize, sums: usize, count: i32, size: i32, backward: bool,
): void {
  const bytes = <usize>size << 2;
  memory.fill(state, 0, bytes);
  for (let nth = 0; nth < count; nth++) {
    const at = <usize>(backward ? count - 1 - nth : nth);
    const own = gates + at * bytes * 6;
    const to = states + at * bytes * 2;
    memory.copy(sums, bias, bytes * 3);
    multiplyOne(sums, state, matrix, size, size * 3);
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
