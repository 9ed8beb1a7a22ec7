/** The kernel that computes what the networks say, with vector instructions and without them. */
import { expect, test } from "bun:test";
import { createRandom } from "#plugins/local/draw/random";
import { loadKernel } from "#plugins/local/prompt/kernel";
import { type Kernel, loopOver } from "#plugins/local/prompt/loops";
import { readParts } from "#plugins/local/prompt/parts";

/** Where the memories of a test have the bytes of a matrix, the factors of its rows, indexes, and room for integers. */
const [MATRIX, FACTORS, INDEXES, SCRATCH] = [40_000, 58_000, 60_000, 62_000];

/** Runs a function with both kernels, and returns the numbers that it leaves in the first bytes of their memories. */
function runBoth(compute: (kernel: Kernel) => void): [Float32Array, Float32Array] {
  const random = createRandom(1);
  const [memory, other] = [new WebAssembly.Memory({ initial: 1 }), new WebAssembly.Memory({ initial: 1 })];
  new Float32Array(memory.buffer).set(new Float32Array(memory.buffer).map(() => random() - 0.5));
  new Int16Array(memory.buffer, MATRIX).set(Int16Array.from({ length: 8000 }, () => (random() - 0.5) * 254));
  new Float32Array(memory.buffer, FACTORS).set(Float32Array.from({ length: 64 }, () => random() / 1000));
  new Uint32Array(memory.buffer, INDEXES).set(Uint32Array.from({ length: 16 }, () => random() * 4));
  new Uint8Array(other.buffer).set(new Uint8Array(memory.buffer));
  const kernel = loadKernel(memory);
  const loops = loopOver(other.buffer);
  expect(kernel.multiply).not.toBe(loops.multiply);
  compute(kernel);
  compute(loops);
  return [new Float32Array(memory.buffer, 0, MATRIX / 4), new Float32Array(other.buffer, 0, MATRIX / 4)];
}

function expectClose(found: Float32Array, expected: Float32Array): void {
  const difference = found.reduce((most, value, at) => Math.max(most, Math.abs(value - expected[at]!)), 0);
  expect(difference).toBeLessThan(1e-5);
}

test.each([
  [1, 4, 16],
  [4, 8, 16],
  [6, 20, 32],
  [9, 12, 48],
])(
  "%i vectors times a matrix of %i rows and %i columns give the same with and without vector instructions",
  (count, rows, columns) => {
    const [found, expected] = runBoth(({ multiply }) => {
      multiply(0, 0, columns * 4, 4000, MATRIX, FACTORS, SCRATCH, count, rows, columns);
      multiply(12_000, 16_000, 0, 4000, MATRIX, FACTORS, SCRATCH, count, rows, columns);
    });
    expectClose(found, expected);
  },
);

test("sums of rows are the same with and without vector instructions", () => {
  const [found, expected] = runBoth(({ mix, gather }) => {
    mix(0, MATRIX, FACTORS, INDEXES, 7, 16, 0.5);
    gather(8000, 12_000, INDEXES, 9, 8);
  });
  expectClose(found, expected);
});

test.each([
  [1, 16, 0],
  [5, 16, 0],
  [7, 32, 1],
])(
  "a recurrent layer over %i words with %i numbers gives the same with and without vector instructions",
  (count, size, side) => {
    const [found, expected] = runBoth(({ recur }) =>
      recur(0, 4000, MATRIX, FACTORS, 16_000, 20_000, 20_800, SCRATCH, count, size, side),
    );
    expectClose(found, expected);
  },
);

test("a prompt is read the same on a processor without vector instructions", async () => {
  const prompt = "Make a reel for my bakery in Leeds. Warm colours, please. Fresh bread from 7. Book on 0113 496 0000";
  const script = `import { readParts } from ${JSON.stringify(Bun.resolveSync("#plugins/local/prompt/parts", import.meta.dir))};
    console.log(JSON.stringify(readParts(${JSON.stringify(prompt)})));`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...process.env, BUN_JSC_useWasmSIMD: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual(JSON.parse(JSON.stringify(readParts(prompt))));
});
