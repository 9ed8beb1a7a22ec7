/** `bun run check`: formatting and lint, types, dead code, tests; each prints its own findings. */
const bun = process.execPath;
const steps: [string, string[]][] = [
  ["format and lint", ["x", "biome", "check", "--error-on-warnings", "."]],
  ["types", ["x", "tsc", "--noEmit"]],
  ["dead code", ["x", "knip", "--no-progress"]],
  ["tests", ["test", "--timeout", "60000"]],
];

const failed: string[] = [];
for (const [name, args] of steps) {
  if (name === "tests" && process.argv.includes("--without-tests")) continue;
  const started = performance.now();
  const { exitCode } = Bun.spawnSync([bun, ...args], { stdio: ["ignore", "inherit", "inherit"] });
  console.log(
    `${exitCode === 0 ? "ok    " : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (exitCode !== 0) failed.push(name);
}
process.exit(failed.length === 0 ? 0 : 1);
