/** What `tools/prune.ts` deletes is missed by nobody who loads packages by their path, and sharp is not installed. */
import { expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lock from "../../bun.lock" with { type: "jsonc" };
import packageJson from "../../package.json" with { type: "json" };

const root = join(import.meta.dir, "../..");

/** Packages that stay outside of the bundle, and load what they need at run time. */
const EXTERNAL = ["@huggingface/transformers", "@lancedb/lancedb", "@napi-rs/canvas", "node-av", "onnxruntime-node"];

test("packages outside of the bundle load after unused builds are deleted", async () => {
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

test("source maps of packages are deleted, and the program's own is kept", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-prune-"));
  const [own, other] = ["node_modules/.cache/vireo/program/1/cli/program.js.map", "node_modules/package/index.js.map"];
  for (const path of [own, other]) await Bun.write(join(folder, path), "{}");
  await cp(join(root, "tools/prune.ts"), join(folder, "tools/prune.ts"));
  await Bun.spawn([process.execPath, join(folder, "tools/prune.ts")]).exited;
  const remain = await Promise.all([own, other].map((path) => Bun.file(join(folder, path)).exists()));
  await rm(folder, { recursive: true });
  expect(remain).toEqual([true, false]);
});
