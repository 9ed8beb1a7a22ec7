/** Compiles plugins/local/prompt/kernel.as to kernel.wasm. */
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMPILER = "assemblyscript@0.28.20";
const target = join(import.meta.dirname, "../../../plugins/local/prompt");
const folder = await mkdtemp(join(tmpdir(), "vireo-kernel-"));
// The compiler takes only files with this ending, which tsc would check.
await copyFile(join(target, "kernel.as"), join(folder, "kernel.ts"));
const flags = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--importMemory"];
const { exited } = Bun.spawn(
  [
    process.execPath,
    "x",
    "--package",
    COMPILER,
    "asc",
    "kernel.ts",
    "--outFile",
    join(target, "kernel.wasm"),
    ...flags,
  ],
  { cwd: folder, stdio: ["ignore", "inherit", "inherit"] },
);
process.exitCode = await exited;
await rm(folder, { recursive: true });
