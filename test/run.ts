/**
 * Runs the tests: `bun test/run.ts [files or options of bun test]`. Several processes share one database server, which
 * belongs to this process: Bun kills the children of a process in which a test times out.
 */
import { CLUSTER, makeRunFolder, stopCluster, testCluster } from "#test/db/cluster";

/**
 * Tests wait as often as they compute, so four processes keep two cores busy. The limit is for tests that hang: on a busy
 * machine a healthy one can take a minute.
 */
const options = ["--parallel=4", "--no-isolate", "--timings=test/timings.json", "--timeout=300000"];

const args = process.argv.slice(2);

/** The whole suite prints a dot for each test that passes, so that failures are not lost among thousands of lines. */
if (args.length === 0) args.push("--dots");

// Tests that start the program use the bundle, as `bun run start` does.
await Bun.spawn([process.execPath, "cli/bundle/make.ts"], { stdio: ["ignore", "inherit", "inherit"] }).exited;

const run = Bun.spawn([process.execPath, "test", ...options, ...args], {
  env: {
    ...process.env,
    TMPDIR: await makeRunFolder(),
    [CLUSTER]: JSON.stringify(await testCluster()),
    // As `bun run start`: more threads that collect garbage only get into each other's way.
    BUN_JSC_numberOfGCMarkers: "1",
  },
  stdio: ["ignore", "inherit", "inherit"],
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run.kill(signal));
const code = await run.exited;
await stopCluster();
process.exit(code);
