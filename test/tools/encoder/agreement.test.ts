import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "#core/observability/log";
import { createEmbedder } from "#plugins/embedder/embedder";

const reference = readFileSync(join(import.meta.dir, "reference.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { text: string; vector: number[] });

test("the shipped int8 model gives the vectors that it was trained to give", async () => {
  const log = createLog({ level: "silent", format: "text" });
  const { engine, stop } = createEmbedder({ dtype: "q8", offline: true, cacheDir: join(import.meta.dir, "none"), log });
  try {
    const vectors = await engine.embed(
      reference.map(({ text }) => text),
      new AbortController().signal,
    );
    for (const [at, { vector }] of reference.entries()) {
      expect(vector.reduce((sum, value, i) => sum + value * vectors[at]![i]!, 0)).toBeGreaterThan(0.999);
    }
  } finally {
    await stop();
  }
});
