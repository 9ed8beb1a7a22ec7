/** Jobs of a plug-in run at least once, however the process ends that began them. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";
import { until } from "#test/until";
import { startProcess } from "./replicas";

/** `work` never returns in its first run and then succeeds; `flaky` throws twice first. Each run writes a row. */
const plugin = `
import { sql } from "kysely";
const write = (db, job, id) => sql\`insert into notes_runs (job, note) values (\${job}, \${id}) returning
  (select count(*)::int from notes_runs where note = \${id}) as earlier\`.execute(db).then(({ rows }) => rows[0].earlier);
export default {
  name: "notes",
  migrations: {
    "001": { up: (db) => sql\`create table notes_runs (job text not null, note text not null)\`.execute(db) },
  },
  start({ db, router, jobs }) {
    return {
      routes: router().post(
        "/:job/:id",
        async ({ params: { job, id } }) => {
          await db.transaction().execute((trx) => jobs.send(trx, job, id, { id }));
          return { id };
        },
        { auth: "any" },
      ),
      jobs: {
        work: {
          retryDelay: 1,
          async run({ id }) {
            if ((await write(db, "work", id)) === 0) await new Promise(() => {});
            await write(db, "ended", id);
          },
        },
        flaky: {
          retryDelay: 1,
          async run({ id }) {
            if ((await write(db, "flaky", id)) < 2) throw new Error("not yet");
          },
        },
      },
    };
  },
};
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-notes-"));
  await Bun.write(join(folder, "index.ts"), plugin);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A database of the test's own, because the tests run side by side. */
async function open() {
  const database = await freshDatabase();
  return {
    ...database,
    start: () =>
      startProcess({
        DATABASE_URL: database.url,
        VIREO_ADMIN_KEY: "test-admin-key-0123456789",
        VIREO_SECRET_KEY: SECRET_KEY,
        VIREO_PLUGINS: join(folder, "index.ts"),
        LOG_LEVEL: "silent",
      }),
    countRuns: async (job: string, note: string) =>
      (await database.sql`select 1 from notes_runs where job = ${job} and note = ${note}`).length,
    [Symbol.asyncDispose]: database.drop,
  };
}

test.concurrent("a job whose handler throws is retried until it succeeds", async () => {
  await using database = await open();
  const { start, countRuns } = database;
  const server = await start();
  expect((await server.call("POST", "/notes/flaky/one")).status).toBe(200);
  await until(async () => (await countRuns("flaky", "one")) === 3);
  await server.stop();
  const [job] = await database.sql`select state, retry_count from vireo_jobs.job where name = 'notes.flaky'`;
  expect(job).toMatchObject({ state: "completed", retry_count: 2 });
});

test.concurrent("a job that SIGTERM interrupts runs again after the restart", async () => {
  await using database = await open();
  const { start, countRuns } = database;
  const first = await start();
  await first.call("POST", "/notes/work/two");
  await until(() => countRuns("work", "two"));
  expect(await first.stop()).toBe(0);
  const second = await start();
  await until(() => countRuns("ended", "two"));
  expect(await countRuns("work", "two")).toBe(2);
  await second.stop();
});

test.concurrent("a job whose process is killed runs again within a minute", async () => {
  await using database = await open();
  const { start, countRuns } = database;
  const first = await start();
  await first.call("POST", "/notes/work/three");
  await until(() => countRuns("work", "three"));
  await first.kill();
  const second = await start();
  await until(() => countRuns("ended", "three"));
  expect(await countRuns("work", "three")).toBe(2);
  await second.stop();
});
