import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { extractHashtags } from "vireo/scrape";
import type { PlatformName } from "vireo/slots/social";
import type { Stats } from "../schema";
import { NO_STATS, type PostSource } from "./store";

/** A published post of an account, with its results. */
export interface OwnPost {
  platform: PlatformName;
  platformPostId: string;
  /** Id such as `post_…`. */
  postId: string;
  url: string;
  username: string;
  caption: string;
  /** First text that is shown or spoken. */
  opening?: string;
  /** Metrics reported by the platform. */
  stats: Partial<Stats>;
  /** Length in seconds. */
  duration?: number;
  publishedAt: Date;
  /** URLs of its file and of a still. */
  playUrl?: string;
  thumbnailUrl?: string;
  /** True if the sandbox has simulated the metrics. */
  simulated: boolean;
  /** True adds the post to the library. Otherwise it is only updated, if it still is in the library. */
  isNew: boolean;
}

/** Returns the id of the post's imported video, so that a TikTok post that was already imported is not added twice. */
const getKey = ({ platform, platformPostId }: OwnPost) =>
  platform === "tiktok" ? platformPostId : `${platform}:${platformPostId}`;

function toRow(post: OwnPost) {
  const { postId, platform, opening, simulated } = post;
  const source: PostSource = { postId, platform, opening, simulated: simulated || undefined };
  return {
    id: newUuid(),
    key: getKey(post),
    url: post.url,
    username: post.username.replace(/^@/, "").toLowerCase(),
    description: post.caption || opening || "",
    stats: { ...NO_STATS, ...post.stats },
    hashtags: extractHashtags(post.caption).map((tag) => tag.toLowerCase()),
    duration: post.duration ?? null,
    thumbnail: post.thumbnailUrl ?? null,
    play: post.playUrl ?? null,
    published: post.publishedAt,
    source,
    is_new: post.isNew,
  };
}

/**
 * Adds an account's own posts to its library and updates the metrics of existing ones, in one statement. They
 * are analysed together a few seconds later, because nobody waits for them and the metrics of many accounts arrive at
 * once.
 */
export async function keepPosts(trx: Transaction, accountId: string, posts: readonly OwnPost[]): Promise<void> {
  const rows = new Map(posts.map((post) => [getKey(post), toRow(post)]));
  if (rows.size === 0) return;
  await sql`
    insert into viral_videos as v (id, account_id, tiktok_id, tiktok_url, username, description, stats, hashtags,
      duration, thumbnail_url, play_url, published_at, source)
    select id, ${accountId}::uuid, key, url, username, description, stats,
      array(select jsonb_array_elements_text(hashtags)), duration, thumbnail, play, published, source
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::text::jsonb) as r(id uuid, key text, url text,
      username text, description text, stats jsonb, hashtags jsonb, duration float8, thumbnail text, play text,
      published timestamptz, source jsonb, is_new boolean)
    where is_new or exists (select from viral_videos where account_id = ${accountId} and tiktok_id = key)
    order by key
    on conflict on constraint viral_videos_once do update set
      -- A figure that the platform does not report is zero, and replaces nothing.
      stats = v.stats || coalesce(
        (select jsonb_object_agg(s.key, s.value) from jsonb_each(excluded.stats) s where s.value <> '0'), '{}'),
      source = coalesce(v.source, '{}') || excluded.source, tiktok_url = excluded.tiktok_url,
      thumbnail_url = coalesce(excluded.thumbnail_url, v.thumbnail_url), play_url = coalesce(excluded.play_url, v.play_url),
      duration = coalesce(excluded.duration, v.duration), published_at = excluded.published_at,
      analysis_due = v.analysis_due or coalesce(v.analysis->>'basis', 'caption') = 'caption',
      updated_at = clock_timestamp()
    where (v.stats, v.tiktok_url, v.published_at) is distinct from
      (excluded.stats, excluded.tiktok_url, excluded.published_at)`.execute(trx);
}
