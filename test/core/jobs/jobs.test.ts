import { afterAll, expect, test } from "bun:test";
import { startJobs } from "#core/jobs/jobs";
import { createLog } from "#core/observability/log";
import { connect } from "#db/connect";
import { freshDatabase } from "#test/database";

const database = await freshDatabase();
const pools = Array.from({ length: 4 }, () => connect(database.connection));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await database.drop();
});

test("replicas that start together on a new database all come up", async () => {
  const log = createLog({ level: "silent", format: "text" });
  // Each has asked for the schema before any of them makes it, as processes that wait for one another have.
  await Promise.all(pools.map(({ sql }) => sql`select to_regclass('vireo_jobs.version')`));
  const jobs = await Promise.all(pools.map(({ sql }) => startJobs(sql, log)));
  await Promise.all(jobs.map((one) => one.define("numbers", { run: async () => {} })));
  expect(await Promise.all(jobs.map((one) => one.check()))).toHaveLength(pools.length);
  await Promise.all(jobs.map((one) => one.stop(1000)));
});
