/** The kernel that computes what the networks say, with vector instructions and without them. */
import { expect, test } from "bun:test";
import { random as createRandom } from "#plugins/local/draw/random";
import { loadKernel } from "#plugins/local/prompt/kernel";
import { type Kernel, loopOver } from "#plugins/local/prompt/loops";
import { readParts } from "#plugins/local/prompt/parts";

/** Runs a function with both kernels, and returns the numbers that it leaves in their memories. */
function runBoth(compute: (kernel: Kernel) => void): [Float32Array, Float32Array] {
  const random = createRandom(1);
  const [memory, other] = [new WebAssembly.Memory({ initial: 1 }), new WebAssembly.Memory({ initial: 1 })];
  const numbers = new Float32Array(memory.buffer).map(() => random() - 0.5);
  new Float32Array(memory.buffer).set(numbers);
  new Float32Array(other.buffer).set(numbers);
  const kernel = loadKernel(memory);
  const loops = loopOver(new Float32Array(other.buffer));
  expect(kernel.multiply).not.toBe(loops.multiply);
  compute(kernel);
  compute(loops);
  return [new Float32Array(memory.buffer), new Float32Array(other.buffer)];
}

function expectClose(found: Float32Array, expected: Float32Array): void {
  const difference = found.reduce((most, value, at) => Math.max(most, Math.abs(value - expected[at]!)), 0);
  expect(difference).toBeLessThan(1e-5);
}

test.each([
  [1, 3, 8],
  [4, 7, 16],
  [6, 20, 24],
  [9, 5, 384 / 8],
])(
  "%i vectors times a matrix of %i rows and %i columns give the same with and without vector instructions",
  (count, rows, columns) => {
    const [found, expected] = runBoth(({ multiply }) => multiply(0, 4000, 8000, count, rows, columns));
    expectClose(found, expected);
  },
);

test.each([
  [1, 4, 0],
  [5, 8, 0],
  [7, 12, 1],
])(
  "a recurrent layer over %i words with %i numbers gives the same with and without vector instructions",
  (count, size, side) => {
    const [found, expected] = runBoth(({ recur }) => recur(0, 4000, 12_000, 16_000, 20_000, 20_800, count, size, side));
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
