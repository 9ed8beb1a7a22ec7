/** The packages that are installed, and those that are loaded by their path. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import lock from "../../bun.lock" with { type: "jsonc" };
import packageJson from "../../package.json" with { type: "json" };

const root = join(import.meta.dir, "../..");

/** Packages that stay outside of the bundle, and load what they need at run time. */
const EXTERNAL = ["@huggingface/transformers", "@lancedb/lancedb", "@napi-rs/canvas", "node-av", "onnxruntime-node"];

test("packages outside of the bundle load", async () => {
  const code = `for (const name of ${JSON.stringify(EXTERNAL)}) await import(name);`;
  const loaded = Bun.spawn([process.execPath, "-e", code], { cwd: root, stderr: "pipe" });
  expect([await new Response(loaded.stderr).text(), await loaded.exited]).toEqual(["", 0]);
});

test("a start installs neither sharp nor peers such as TypeScript", () => {
  const names = Object.keys(lock.packages);
  expect(names.filter((name) => name.startsWith("@img/"))).toEqual([]);
  expect(packageJson.scripts.start).toContain("--production --omit=peer");
  expect(Object.keys(packageJson.dependencies)).not.toContain("typescript");
});
