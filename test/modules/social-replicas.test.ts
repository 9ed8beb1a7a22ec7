import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { boot, type Vireo } from "#core/boot";
import { modules } from "#modules/index";
import { SECRET_KEY, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder } from "#test/modules/social-fake";
import { until } from "#test/until";

const calls: string[][] = [[], []];
const server = (number: number) => {
  const { module } = recorder({
    async publish({ targetId }) {
      calls[number]?.push(targetId);
      await Bun.sleep(2);
      return { state: "published" };
    },
  });
  return [...modules, module];
};

let first: TestApp;
let second: Vireo;
beforeAll(async () => {
  first = await startApp({}, server(0));
  const { databaseUrl, dataDir } = first.vireo.config;
  second = await boot({
    modules: server(1),
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: `${dataDir}/second`,
      LOG_LEVEL: "silent",
      VIREO_SECRET_KEY: SECRET_KEY,
    },
  });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

test("of two servers on one database, each due post is published by one of them, once", async () => {
  const { db } = first.vireo;
  const { tiktok } = await accountsBy(first.api);
  expect(tiktok).toBeString();
  await sql`
    with made as (
      insert into social_posts (id, account_id, status, content, video_url, scheduled_for, timezone, to_inbox, tiktok, fingerprint)
      select gen_random_uuid(), a.account_id, 'scheduled', 'Post', 'https://example.com/v.mp4', now(), 'UTC', false, '{}', ''
      from generate_series(1, 1000), (select account_id from social_accounts limit 1) a
      returning id, scheduled_for)
    insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at, due_at)
    select gen_random_uuid(), m.id, a.id, a.provider, a.platform, 0, 'pending', m.scheduled_for, m.scheduled_for
    from made m, (select * from social_accounts limit 1) a`.execute(db);
  // Both are woken by what each is told: a post of their own that is due.
  const again = (vireo: Vireo) =>
    vireo.handle(
      new Request("http://localhost/api/v1/social/posts", {
        method: "POST",
        headers: { authorization: "Bearer test-admin-key-0123456789", "content-type": "application/json" },
        body: JSON.stringify({
          videoUrl: "https://93.184.216.34/v.mp4",
          accountIds: [tiktok],
          mode: "now",
          content: crypto.randomUUID(),
        }),
      }),
    );
  await Promise.all([again(first.vireo), again(second)]);
  const open = db.selectFrom("social_targets").select("id").where("status", "<>", "published").limit(1);
  await until(async () => (await open.execute()).length === 0);
  const all = calls.flat();
  expect([all.length, new Set(all).size]).toEqual([1002, 1002]);
  expect(Math.min(...calls.map(({ length }) => length))).toBeGreaterThan(0);
  const posts = await db.selectFrom("social_posts").select("id").where("status", "=", "published").execute();
  const events = await db.selectFrom("events").select("id").where("type", "=", "post.published").execute();
  expect([posts.length, events.length]).toEqual([1002, 1002]);
}, 60_000);
