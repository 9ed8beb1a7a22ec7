/**
 * Publishing on time, through the sandbox on a real Postgres (fsync on):
 * how late posts are when 10,000 of them fall due within one minute, how fast a burst is drained, and
 * whether a million posts for later slow that down.
 */
import { sql } from "kysely";
import { startApp } from "#test/app";

const SPREAD = Number(process.env.POSTS ?? 10_000);
const SECONDS = Number(process.env.SECONDS ?? 60);
const BURST = Number(process.env.BURST ?? 2_000);
const FUTURE = Number(process.env.FUTURE ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const app = await startApp({ port: 0 } as never, undefined, { DATABASE_URL: "" });
const { db } = app.vireo;
await app.api("GET", "/social/accounts");

/** Posts with one target each, by turns to the three accounts, due evenly from `from` on for so many seconds. */
async function store(count: number, from: Date, seconds: number): Promise<void> {
  await sql`
    with made as (
      insert into social_posts (id, account_id, status, content, video_url, scheduled_for, timezone, to_inbox, tiktok, fingerprint)
      select gen_random_uuid(), a.account_id, 'scheduled', 'Post ' || n, 'https://example.com/v.mp4',
        ${from}::timestamptz + n * ${seconds / count}::float8 * interval '1 second', 'UTC', false, '{}', sha256(n::text::bytea)
      from generate_series(0, ${count - 1}::int) n
        cross join (select account_id from social_accounts limit 1) a
      returning id, scheduled_for)
    insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at, due_at)
    select gen_random_uuid(), m.id, a.id, a.provider, a.platform, 0, 'pending', m.scheduled_for, m.scheduled_for
    from (select *, row_number() over () % 3 as turn from made) m
      join (select *, row_number() over (order by id) - 1 as turn from social_accounts) a using (turn)`.execute(db);
}

const open = async () => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from social_targets
    where status = 'publishing' or (status = 'pending' and due_at < now() + interval '1 day')`.execute(db);
  return rows[0]?.open ?? 0;
};

async function drained(): Promise<void> {
  while ((await open()) > 0) await Bun.sleep(100);
}

/** Milliseconds from due to published, of targets due since then. */
async function lateness(since: Date) {
  const { rows } = await sql<Record<"count" | "p50" | "p99" | "max" | "took", number>>`
    select count(*)::int as count, percentile_cont(0.5) within group (order by late) as p50,
      percentile_cont(0.99) within group (order by late) as p99, max(late) as max,
      extract(epoch from max(published_at) - min(wanted_at))::float8 as took
    from (select published_at, wanted_at, (1000 * extract(epoch from published_at - wanted_at))::float8 as late
      from social_targets where wanted_at >= ${since} and status = 'published') t`.execute(db);
  return rows[0]!;
}

async function burst() {
  const due = new Date(Date.now() + 2_000);
  await store(BURST, due, 0);
  await Bun.sleep(Math.max(0, due.getTime() - Date.now()));
  await drained();
  const { took, p50 } = await lateness(due);
  return { took, p50 };
}

/** The statement that picks up what is due, when nothing is. */
async function pickUp(): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 300; at++) {
    const started = performance.now();
    await sql`select id from social_targets where status = 'pending' and due_at <= now()
      order by due_at limit 32 for no key update skip locked`.execute(db);
    times.push(performance.now() - started);
  }
  return median(times);
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const rounds = async () => {
  const all = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await burst());
  return { took: median(all.map(({ took }) => took)), p50: median(all.map(({ p50 }) => p50)) };
};

if (SPREAD > 0) {
  const from = new Date(Date.now() + 5_000);
  await store(SPREAD, from, SECONDS);
  await Bun.sleep(Math.max(0, from.getTime() + SECONDS * 1000 - Date.now()));
  await drained();
  const { count, p50, p99, max } = await lateness(from);
  console.log(
    `${SPREAD} due within ${SECONDS} s: ${count} published; late p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (goal: at most 2000), max ${max.toFixed(0)} ms`,
  );
}
await burst();
const before = await rounds();
const pickBefore = await pickUp();
console.log(
  `${BURST} due at once: drained in ${before.took.toFixed(2)} s (${Math.round(BURST / before.took)} a second); pick-up ${pickBefore.toFixed(2)} ms`,
);
if (FUTURE > 0) {
  const started = performance.now();
  for (let at = 0; at < FUTURE; at += 100_000)
    await store(Math.min(100_000, FUTURE - at), new Date(Date.now() + 2 * 86_400_000), 300 * 86_400);
  console.log(`${FUTURE} posts for later stored in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await burst();
  const after = await rounds();
  const pickAfter = await pickUp();
  console.log(
    `${BURST} due at once: drained in ${after.took.toFixed(2)} s (${Math.round(BURST / after.took)} a second); pick-up ${pickAfter.toFixed(2)} ms`,
  );
  console.log(
    `ratio of the drains ${(after.took / before.took).toFixed(2)}, of the pick-ups ${(pickAfter / pickBefore).toFixed(2)} (goal: at most 1.5)`,
  );
}
const { rows: twice } = await sql<{
  calls: number;
}>`select count(*)::int as calls from sandbox_posts where calls > 1`.execute(db);
console.log(`asked for twice: ${twice[0]?.calls}`);
await app.stop();
process.exit(0);
