/**
 * Runs the tests: `bun test/run.ts [files or options of bun test]`. Two processes side by side, for most of the time is
 * spent waiting, and one database server for both: Bun ends the children of a process in which a test takes too long, and
 * the server is nobody's there.
 */
import { CLUSTER, stopCluster, testCluster } from "#test/db/cluster";

const options = ["--timeout", "60000", "--parallel=2", "--no-isolate"];
const run = Bun.spawn([process.execPath, "test", ...options, ...process.argv.slice(2)], {
  env: { ...process.env, [CLUSTER]: JSON.stringify(await testCluster()) },
  stdio: ["ignore", "inherit", "inherit"],
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run.kill(signal));
const code = await run.exited;
await stopCluster();
process.exit(code);
