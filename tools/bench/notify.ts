/**
 * What LISTEN/NOTIFY costs with many listeners: commits a second of an insert alone, and of one that notifies.
 *
 *     bun bench/notify.ts                         # LISTENERS=1,100,1000 SECONDS=4
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";

const SECONDS = Number(process.env.SECONDS ?? 4);
const LISTENERS = (process.env.LISTENERS ?? "1,100,1000").split(",").map(Number);
const WRITERS = 8;

const directory = await mkdtemp(join(tmpdir(), "vireo-notify-"));
const embedded = await startEmbedded({ directory, settings: { max_connections: "1100" } });
try {
  const { sql, close } = connect(embedded.connection, { max: WRITERS });
  await sql`create table told (id bigint generated always as identity, who text)`;
  const listeners: postgres.Sql[] = [];
  let heard = 0;

  async function commits(text: string): Promise<number> {
    const until = performance.now() + SECONDS * 1000;
    let count = 0;
    const write = async () => {
      for (; performance.now() < until; count++) await sql.unsafe(text);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    return Math.round(count / SECONDS);
  }

  for (const wanted of LISTENERS) {
    while (listeners.length < wanted) {
      const one = postgres({ ...embedded.connection, max: 1, fetch_types: false });
      await one.listen("told", () => heard++);
      listeners.push(one);
    }
    const alone = await commits("insert into told (who) values ('a')");
    heard = 0;
    const telling = await commits("insert into told (who) values ('a') returning pg_notify('told', id::text)");
    await Bun.sleep(1000);
    const share = (heard / (telling * SECONDS * wanted)).toFixed(2);
    console.log(
      `${wanted} listeners: ${alone} commits/s alone, ${telling} that notify (${(telling / alone).toFixed(2)}); heard ${share}`,
    );
  }
  for (const one of listeners) await one.end({ timeout: 1 });
  await close();
} finally {
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
}
