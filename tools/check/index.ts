/** `bun run check`: newer types of vendors, audit, lint, types, licences, dead code, tests. Each step prints its own findings. */
const bun = process.execPath;

/** Fails on serious advisories. If the registry has none or is out of reach, prints that and passes. */
function audit(): boolean {
  const { exitCode, stdout, stderr } = Bun.spawnSync([bun, "audit", "--audit-level=high"], { timeout: 60_000 });
  const said = `${stdout}${stderr}`;
  if (exitCode === 0) return true;
  const isUnreachable = /^error: (POST|GET) |^error: \w*(Connection|Timeout|Resolve)/im.test(said);
  console.log(isUnreachable ? "Could not fetch the advisories. Dependencies were not audited." : said);
  return isUnreachable;
}

const steps: [string, string[]][] = [
  ["format and lint", ["x", "biome", "check", "--error-on-warnings", "."]],
  ["types", ["x", "tsc", "--noEmit", "--checkers", "2"]],
  ["licences", ["tools/check/licences.ts"]],
  ["dead code", ["x", "knip", "--no-progress"]],
  ["tests", ["test/run.ts"]],
];

/** Newer types of vendors are a reason to look at an adapter, not a failure. */
Bun.spawnSync([bun, "tools/vendors", "--newer"], { stdio: ["ignore", "inherit", "inherit"], timeout: 60_000 });

const failed: string[] = audit() ? [] : ["audit"];
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
