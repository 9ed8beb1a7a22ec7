import { expect, test } from "bun:test";
import { countRenders, readMachine } from "#plugins/local/machine";

const GB = 1024 ** 3;

test("renders beside each other have cores and memory to run in", () => {
  expect(countRenders({ cores: 1, memoryBytes: 0.5 * GB })).toBe(1);
  expect(countRenders({ cores: 2, memoryBytes: 24 * GB })).toBe(1);
  expect(countRenders({ cores: 8, memoryBytes: 24 * GB })).toBe(4);
  expect(countRenders({ cores: 8, memoryBytes: 2 * GB })).toBe(2);
  expect(countRenders({ cores: 256, memoryBytes: 1024 * GB })).toBe(64);
});

test("the limits of this machine are known", () => {
  const { cores, memoryBytes } = readMachine();
  expect(cores).toBeGreaterThan(0);
  expect(memoryBytes).toBeGreaterThan(0.1 * GB);
  expect(memoryBytes).toBeLessThan(1e15);
});
