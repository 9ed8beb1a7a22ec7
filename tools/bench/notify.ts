/**
 * What LISTEN/NOTIFY costs with many replicas, each of which listens on one connection: commits a second of an insert alone,
 * of one that notifies, and of a transaction that emits an event and adds a job, as Vireo's do.
 *
 *     bun tools/bench/notify.ts                   # LISTENERS=1,10,100,1000 SECONDS=4
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startBackground } from "#core/boot/background";
import { migrations } from "#core/database/migrations";
import { createEvents } from "#core/events";
import { createLog } from "#core/observability/log";
import { createChanges } from "#core/request/versions";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";
import { migrate } from "#db/migrate";

const SECONDS = Number(process.env.SECONDS ?? 4);
const LISTENERS = (process.env.LISTENERS ?? "1,10,100,1000").split(",").map(Number);
const WRITERS = 8;
const ACCOUNT = crypto.randomUUID();

const directory = await mkdtemp(join(tmpdir(), "vireo-notify-"));
const embedded = await startEmbedded({ directory, settings: { max_connections: "1100" } });
try {
  const { db, sql, close } = connect(embedded.connection, { max: WRITERS + 2 });
  await migrate(db, [{ module: "core", migrations }]);
  await sql`create table told (id bigint generated always as identity, who text)`;
  await sql`insert into accounts (id, name) values (${ACCOUNT}, 'Bench')`;
  const log = createLog({ level: "error", format: "text" });
  const facts = { "bench.done": { scope: "admin", description: "" } } as never;
  const events = await createEvents({ db, sql, facts, changes: createChanges([]), log });
  const { jobs, stop } = await startBackground({ db, sql }, log);
  await jobs.define("bench.job", { run: async () => {} });
  events.begin();
  const listeners: postgres.Sql[] = [];

  async function countCommits(write: (number: number) => Promise<unknown>): Promise<number> {
    const until = performance.now() + SECONDS * 1000;
    let count = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (performance.now() < until) await write(count++);
      }),
    );
    return Math.round(count / SECONDS);
  }
  const work = () =>
    db.transaction().execute(async (trx) => {
      await events.emit(trx, ACCOUNT, "bench.done", {});
      await jobs.send(trx, "bench.job", crypto.randomUUID(), {});
    });

  for (const wanted of LISTENERS) {
    while (listeners.length < wanted) {
      const one = postgres({ ...embedded.connection, max: 1, fetch_types: false });
      await one.listen("told", () => {});
      listeners.push(one);
    }
    const alone = await countCommits(() => sql`insert into told (who) values ('a')`);
    const notify = await countCommits(
      () => sql`insert into told (who) values ('a') returning pg_notify('told', id::text)`,
    );
    const real = await countCommits(work);
    const { size } = await drain();
    console.log(
      `${wanted} listeners: ${alone} commits/s alone, ${notify} that notify, ${real} with an event and a job; ${size} events ordered later`,
    );
  }

  /** Orders what waits, so that the next measurement begins without it. */
  async function drain() {
    const size = (await sql`select from events where seq is null`).length;
    await events.order();
    await sql`truncate vireo_jobs.job`;
    return { size };
  }
  for (const one of listeners) await one.end({ timeout: 1 });
  await stop(1000);
  await events.stop();
  await close();
} finally {
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);
