/** Lists of an account with a million rows: first page, filtered, page 5,000 and by cursor. Prints the median time of each. */
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { startApp } from "#test/app";

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 21);
const app = await startApp({ port: 0 } as never, undefined, { RATE_LIMIT_PER_MINUTE: "1000000000" });
const { origin } = await app.vireo.listen();
const headers = { authorization: "Bearer test-admin-key-0123456789" };
const { db } = app.vireo;
const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();

// One in a thousand has the rare status. Times are a second apart, newest first.
const fill = (statement: (row: string) => string) =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql.raw(`insert into ${statement(`generate_series(1, ${ROWS}) as n`)}`).execute(trx);
  });
const at = "now() - n * interval '1 second'";
const status = (usual: string, rare: string) => `case when n % 1000 = 0 then '${rare}' else '${usual}' end`;
// Without the triggers that run for each row: no row has files to count, and the search index is not measured here.
const perRow = ["count_bytes_of_new", "viral_media_inserted"];
const switchTriggers = (to: "disable" | "enable") =>
  sql.raw(perRow.map((name) => `alter table generations ${to} trigger ${name}`).join(";")).execute(db);
await switchTriggers("disable");
for (const kind of ["image", "video"])
  await fill(
    (rows) => `generations (id, account_id, kind, engine, model, status, prompt, request, credits, created_at)
      select gen_random_uuid(), '${accountId}', '${kind}', 'local', 'm', ${status("completed", "failed")}, 'p', '{}', 1, ${at}
      from ${rows}`,
  );
await switchTriggers("enable");
const channels = ["tiktok", "instagram"].map((platform) => ({ id: newUuid(), platform }));
for (const { id, platform } of channels)
  await sql`insert into social_accounts (id, account_id, provider, external_id, platform, username, status)
    values (${id}, ${accountId}, 'sandbox', ${id}, ${platform}, ${platform}, 'active')`.execute(db);
// Half of the posts go to each channel. Without the triggers, which are made for some rows at a time.
await sql`alter table social_targets disable trigger user`.execute(db);
await fill(
  (rows) => `social_posts
    (id, account_id, status, content, video_url, timezone, to_inbox, tiktok, fingerprint, created_at, channels)
    select gen_random_uuid(), '${accountId}', ${status("published", "failed")}, 'c', 'https://example.com/v.mp4', 'UTC',
      false, '{}', '\\x00', ${at}, case when n % 2 = 0 then '{tiktok,${channels[0]!.id}}'::text[]
      else '{instagram,${channels[1]!.id}}'::text[] end from ${rows}`,
);
await fill(
  () => `social_targets (id, post_id, social_account_id, provider, platform, position, status)
    select gen_random_uuid(), id, channels[2]::uuid, 'sandbox', channels[1], 0, 'published' from social_posts`,
);
await sql`alter table social_targets enable trigger user`.execute(db);
await fill(
  (
    rows,
  ) => `viral_videos (id, account_id, tiktok_id, tiktok_url, username, description, stats, hashtags, analysis_due, created_at)
    select gen_random_uuid(), '${accountId}', n::text, 'https://www.tiktok.com/@a/video/' || n, 'a', 'd', '{"views":1,"likes":1,"comments":1,"shares":1,"saves":1}', '{}', false, ${at}
    from ${rows}`,
);
await sql.raw("vacuum analyze").execute(db);

const week = Date.now() - 7 * 86_400_000;
const lists = ["/images", "/videos", "/social/posts", "/viral-library/videos"];
const queries = [
  ...lists.map((list) => list),
  "/images?status=failed",
  "/videos?status=completed",
  "/social/posts?status=failed",
  "/social/posts?platform=tiktok",
  `/social/posts?accountId=${channels[1]!.id}`,
  // A day of 86,400 posts, which the total counts, and one of 300.
  `/social/posts?from=${week}&to=${week + 86_400_000}`,
  `/social/posts?from=${week}&to=${week + 300_000}`,
  ...lists.map((list) => `${list}?page=5000`),
];
async function measure(path: string) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sent = performance.now();
    const response = await fetch(`${origin}/api/v1${path}`, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - sent);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
  console.log(
    `${median.toFixed(1).padStart(8)} ms  ${path.replace(/\d{13}/g, (ms) => `${(Number(ms) - week) / 1000} s`)}`,
  );
}
for (const path of queries) await measure(path);
for (const list of lists) {
  const { body } = await app.api("GET", `${list}?page=5000`);
  await measure(`${list}?cursor=${body.pagination.nextCursor}`);
}
await app.stop();
process.exit(0);
