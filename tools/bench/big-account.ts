/** One account of an agency: three years of posts, media and results, spread as a real one's. The same from each run. */
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import type { Database } from "#db/tables";

export interface Sizes {
  videos: number;
  posts: number;
}

const CHANNELS = 12;
const platforms = ["tiktok", "instagram", "youtube"];

/** Beginnings and endings of captions. Half of the posts are English. */
const openings = [
  ...["I stopped buying lattes", "Three things nobody tells you", "POV: your first day", "This took us ten years"],
  ...["How to fold a shirt", "Wait for the last one", "Cold brew that hits different", "Our new collection is here"],
  ...["Drei Fehler beim Backen", "So gelingt der Teig", "Trois erreurs à éviter", "Le secret de nos chefs"],
  ...[
    "Tres trucos para dormir",
    "Así empezó todo",
    "三つのコツ",
    "今日のおすすめレシピ",
    "ثلاث نصائح سريعة",
    "Как мы это делаем",
  ],
];
const endings = [
  ...[
    "and never looked back.",
    "#fyp #coffee",
    "Link in bio.",
    "Save this for later!",
    "Which one is yours?",
    "50% off today",
  ],
  ...[
    "#backen #rezept",
    "Jetzt im Shop.",
    "Dites-nous en commentaire.",
    "Enlace en la bio.",
    "保存してね",
    "Подписывайтесь",
  ],
];
const array = (texts: readonly string[]) => sql.lit(`{${texts.map((text) => `"${text}"`).join(",")}}`);
const pick = (texts: readonly string[]) =>
  sql`(${array(texts)}::text[])[1 + floor(random() * ${sql.lit(texts.length)})::int]`;
const caption = sql`${pick(openings)} || ' ' || n || ', ' || ${pick(endings)}`;

/** Rows newest first: `n` counts, `at` is in the past three years, denser towards today. */
const past = (count: number) =>
  sql`(select n, now() - power(n::float8 / ${sql.lit(count)}, 1.3) * interval '3 years' as at
    from generate_series(1, ${sql.lit(count)}) as n) as g`;
const id = sql`uuidv7(at - clock_timestamp())`;
const key = (ending: string) => sql`md5(n::text || ${sql.lit(ending)}) || ${sql.lit(`.${ending}`)}`;

/** Triggers that run for each row, or that fill in what is given here. */
const SLOW_TRIGGERS = {
  generations: ["count_bytes_of_new", "viral_media_inserted"],
  uploads: ["count_bytes", "viral_media_inserted"],
  viral_videos: ["viral_videos_inserted"],
  social_targets: ["social_targets_added", "social_targets_inserted"],
};

/** Fills an account that is empty. Takes some minutes for a million posts. Returns ids to filter by. */
export async function fillAccount(db: Database, accountId: string, { videos, posts }: Sizes) {
  const run = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`select setseed(0.5)`.execute(trx);
      await statement.execute(trx);
    });
  const switchTriggers = async (to: "disable" | "enable") => {
    for (const [table, names] of Object.entries(SLOW_TRIGGERS))
      for (const name of names) await sql.raw(`alter table ${table} ${to} trigger ${name}`).execute(db);
  };
  const account = sql`${sql.lit(accountId)}::uuid`;
  await switchTriggers("disable");

  // One kind of media: 95% are completed, a third has a folder, a fifth has tags, a tenth has a title.
  const fillMedia = (kind: string, count: number, type: string) =>
    run(sql`insert into generations (id, account_id, kind, engine, model, status, prompt, request, files, facts, credits,
        created_at, completed_at, title, tags, folder, slot)
      select ${id}, ${account}, ${sql.lit(kind)}, case when random() < 0.2 then 'none' else 'local' end, 'local-motion-1',
        case when n <= 3 then 'processing' when random() < 0.03 then 'failed' else 'completed' end,
        ${caption} || repeat(' and then something else happens in the next scene', (random() * 6)::int),
        jsonb_build_object('clipOf', jsonb_build_object('videoId', uuidv7(), 'start', 0, 'end', 12)),
        jsonb_build_object('main', jsonb_build_object('key', ${key(type)}, 'contentType', ${sql.lit(`${kind}/${type}`)}, 'size', 1000000)),
        '{"duration": 12, "width": 1080, "height": 1920}', 12, at, at + interval '1 minute',
        case when random() < 0.1 then 'Take ' || n end,
        case when random() < 0.2 then array['campaign ' || (random() * 60)::int, 'client ' || (random() * 12)::int] else '{}' end,
        case when random() < 0.3 then 'Folder ' || (random() * 40)::int end,
        case when random() < 0.05 then 'edit' end
      from ${past(count)}`);
  await fillMedia("video", videos, "mp4");
  await fillMedia("image", Math.ceil(videos / 3), "png");
  await fillMedia("music", Math.ceil(videos / 10), "mp3");
  await run(sql`insert into video_versions (video_id, version, account_id, operation, file, generation_id, created_at)
    select id, 1, account_id, 'original', files->'main', id, created_at from generations
    where kind = 'video' and status = 'completed'`);
  for (const [kind, count] of Object.entries({ analysis: videos / 20, plan: videos / 300, clips: videos / 200 }))
    await run(sql`insert into generations (id, account_id, kind, engine, model, status, prompt, request, facts, credits, created_at)
      select ${id}, ${account}, ${sql.lit(kind)}, 'local', 'm', 'failed', ${caption},
        jsonb_build_object('source', jsonb_build_object('id', uuidv7(), 'version', 1)), '{}', 3, at from ${past(Math.ceil(count))}`);
  await run(sql`insert into uploads (id, account_id, status, key, file_name, content_type, size, created_at, stored_at, tags)
    select ${id}, ${account}, 'stored', ${key("jpg")}, 'IMG_' || n || '.jpg', 'image/jpeg', 300000, at, at,
      case when random() < 0.2 then array['shoot ' || (random() * 60)::int] else '{}' end from ${past(Math.ceil(videos / 3))}`);
  await run(sql`insert into uploads (id, account_id, status, key, file_name, content_type, size, created_at, stored_at)
    select ${id}, ${account}, 'stored', ${key("mov")}, 'clip ' || n || '.mov', 'video/quicktime', 3000000, at, at
    from ${past(Math.ceil(videos / 10))}`);
  await run(sql`insert into credit_transactions (id, account_id, amount, type, reason, balance_after, created_at)
    select ${id}, ${account}, -12, 'charge', 'Video generation, 6 s', 1000, at from ${past(videos * 2)}`);
  await run(sql`insert into viral_videos (id, account_id, tiktok_id, tiktok_url, username, description, stats, hashtags,
      analysis_due, created_at)
    select ${id}, ${account}, n::text, 'https://www.tiktok.com/@a/video/' || n, 'user_' || (n % 5000), ${caption},
      '{"views":1,"likes":1,"comments":1,"shares":1,"saves":1}', '{fyp}', false, at from ${past(Math.ceil(videos / 2))}`);
  await run(sql`insert into content (id, account_id, type, data, created_at)
    select ${id}, ${account}, (array['persona', 'product', 'style', 'character', 'messaging', 'inspo'])[1 + n % 6],
      jsonb_build_object('name', 'Name ' || n, 'description', 'd', 'body', 'b', 'photos', '[]'::jsonb, 'imageUrls', '[]'::jsonb,
        'promptTemplate', '{prompt}', 'isCustom', true), at from ${past(3000)}`);
  await run(sql`insert into audit_log (id, account_id, actor_type, actor_id, actor_name, action, subject_type, subject_id,
      details, created_at)
    select ${id}, ${account}, 'key', 'key_' || (n % 20), 'Operator', 'key.created', 'key', 'key_' || n, '{}', at
    from ${past(videos)}`);

  const channels = Array.from({ length: CHANNELS }, (_, n) => ({ id: newUuid(), platform: platforms[n % 3]! }));
  for (const [n, { id, platform }] of channels.entries())
    await sql`insert into social_accounts (id, account_id, provider, external_id, platform, username, status, slots)
      values (${id}, ${accountId}, 'sandbox', ${id}, ${platform}, ${`brand_${n}`}, 'active', ${{
        timezone: "Europe/Berlin",
        slots: ["monday", "wednesday", "friday"].map((weekday) => ({ weekday, time: "18:00" })),
      }})`.execute(db);
  const group = channels.slice(0, 4);
  for (const [position, { id }] of group.entries())
    await sql`insert into social_groups (account_id, name, social_account_id, position)
      values (${accountId}, 'europe', ${id}, ${position})`.execute(db);

  // Three in a hundred posts are planned, for the coming quarter. A post goes to one, two or three channels; a tenth
  // shows pictures. Media are used more often the newer they are.
  const uuids = sql.raw(`array[${channels.map(({ id }) => `'${id}'`).join(",")}]::uuid[]`);
  const names = sql.raw(`array[${channels.map(({ platform }) => `'${platform}'`).join(",")}]::text[]`);
  const own = (kind: string) =>
    sql`(select array_agg(id order by created_at desc) as ids from generations where account_id = ${account} and kind = ${sql.lit(kind)} and status = 'completed')`;
  const any = (ids: ReturnType<typeof sql>) => sql`${ids}[1 + floor(power(random(), 2) * cardinality(${ids}))::int]`;
  const picture = (more: ReturnType<typeof sql>) =>
    sql`jsonb_build_object('kind', 'image', 'contentType', 'image/png', 'bytes', 1000, 'width', 1080, 'height', 1350) || ${more}`;
  await run(sql`insert into social_posts (id, account_id, status, content, title, video_id, video_key, media, scheduled_for,
      timezone, to_inbox, tiktok, fingerprint, created_at, published_at, approval, requested_at, requested_by, channels)
    select ${id}, ${account}, status, ${caption} || repeat(' More words about it.', (random() * 12)::int),
      case when random() < 0.3 then 'Title ' || n end,
      case when has_pictures then null else ${any(sql`v.ids`)} end,
      case when has_pictures then null else ${key("mp4")} end,
      case when has_pictures then jsonb_build_object('items', jsonb_build_array(
        ${picture(sql`jsonb_build_object('key', ${key("a.png")}, 'imageId', ${any(sql`i.ids`)})`)},
        ${picture(sql`jsonb_build_object('key', ${key("b.jpg")})`)},
        jsonb_build_object('kind', 'video', 'key', ${key("c.mp4")}, 'videoId', ${any(sql`v.ids`)}))) end,
      case when status = 'draft' and n % 2 = 0 then null
        when status in ('scheduled', 'needs_approval', 'draft') then date_trunc('minute', now() + random() * interval '90 days')
        else date_trunc('minute', at + interval '1 day') end,
      'Europe/Berlin', false, '{}', decode(md5(n::text), 'hex'), at,
      case when status in ('published', 'partial') then at + interval '1 day' end,
      case when status = 'needs_approval' then 'pending' when approved then 'approved' else 'none' end,
      case when approved or status = 'needs_approval' then at end,
      case when approved or status = 'needs_approval' then '{"name": "Editor"}'::jsonb end,
      array(select distinct unnest((${names})[first:first + more])) || (${uuids})[first:first + more]::text[]
    from (select g.*, random() < 0.1 as has_pictures, random() < 0.05 as approved,
        1 + floor(random() * 10)::int as first, floor(power(random(), 2) * 3)::int as more,
        case when n <= 20 then 'publishing' when n < ${sql.lit(Math.ceil(posts / 33))} then
            case when random() < 0.02 then 'needs_approval' when random() < 0.1 then 'draft' else 'scheduled' end
          when random() < 0.01 then 'failed' when random() < 0.01 then 'cancelled' when random() < 0.01 then 'partial'
          else 'published' end as status
      from ${past(posts)} order by at) as p, ${own("video")} v, ${own("image")} i`);
  await run(sql`insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at,
      due_at, claimed_at, platform_post_id, platform_post_url, published_at)
    select uuidv7(p.created_at - clock_timestamp()), p.id, c.channel::uuid, 'sandbox', a.platform, position,
      case when p.status in ('published', 'partial', 'failed', 'cancelled') then replace(p.status, 'partial', 'published')
        when p.status = 'publishing' then 'publishing' else 'pending' end, p.scheduled_for,
      case when p.status = 'scheduled' then p.scheduled_for end, p.published_at, p.id::text, 'https://example.com/' || p.id, p.published_at
    from social_posts p cross join unnest(p.channels) with ordinality as c (channel, position)
      join social_accounts a on a.id::text = c.channel where p.account_id = ${account}`);
  await run(sql`insert into social_results (target_id, account_id, social_account_id, post_id, platform, published_at, hook,
      seconds, measured_at, views, likes, comments, shares, is_simulated)
    select id, ${account}, social_account_id, post_id, platform, published_at, 'question', 12, published_at + interval '30 days',
      floor(exp(random() * 12)), floor(exp(random() * 8)), floor(exp(random() * 4)), floor(exp(random() * 4)), true
    from social_targets where status = 'published' and published_at is not null`);
  await run(sql`insert into social_metrics (target_id, account_id, measured_at, views, likes, is_simulated)
    select target_id, account_id, measured_at, views, likes, true from social_results where random() < 0.2`);
  await run(sql`insert into social_decisions (id, account_id, post_id, revision, decision, via, by_name, created_at)
    select gen_random_uuid(), account_id, id, revision, 'approved', 'person', 'Client', created_at from social_posts
    where approval = 'approved'`);
  await switchTriggers("enable");
  await sql.raw("vacuum analyze").execute(db);
  return { channels, group: "europe" };
}
