/**
 * Runs the tests: `bun test/run.ts [files or options of bun test]`. Their database server is this process's: Bun ends the
 * children of a process in which a test takes too long, and the rest of the tests need it still.
 */
import { CLUSTER, stopCluster, testCluster } from "#test/db/cluster";

const run = Bun.spawn([process.execPath, "test", "--timeout", "60000", ...process.argv.slice(2)], {
  env: { ...process.env, [CLUSTER]: JSON.stringify(await testCluster()) },
  stdio: ["ignore", "inherit", "inherit"],
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run.kill(signal));
const code = await run.exited;
await stopCluster();
process.exit(code);
