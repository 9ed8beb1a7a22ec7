import { sql } from "kysely";
import { findHookForm, getOpening, type HookForm } from "vireo/hooks";
import type { Social } from "../context";
import { getVideoUrl } from "../posts/present";
import { getOwnParts } from "../publishing/publication";
import type { Post, TargetRow } from "../tables";

/** A published target, with the values its metrics are grouped by. */
export interface Described {
  postId: string;
  platform: TargetRow["platform"];
  hook: HookForm | null;
  /** Length of the video, in seconds. */
  seconds: number | null;
  caption: string;
  /** First text that is shown or spoken, if known. */
  opening?: string;
  posterUrl?: string;
  /** URL on the platform, or else of the video or the first picture. */
  url: string;
  videoUrl?: string;
  /** True if no metrics were stored for it before. */
  isNew: boolean;
}

type Row = Pick<TargetRow, "id" | "post_id" | "social_account_id" | "platform" | "platform_post_url"> &
  Pick<Post, "content" | "overrides" | "video_key" | "video_url" | "media"> & {
    is_new: boolean;
    hook: HookForm | null;
    seconds: number | null;
  };

/** Describes published targets of one account by id, in two queries. */
export async function describePosts(
  { db, services, media }: Social,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Described>> {
  const { rows } = await sql<Row>`
    select t.id, t.post_id, t.social_account_id, t.platform, t.platform_post_url, p.content, p.overrides, p.video_key, p.video_url, p.media,
      r.hook is null as is_new, r.hook, r.seconds
    from social_targets t join social_posts p on p.id = t.post_id
      left join social_results r on r.target_id = t.id
    where t.id = any(${ids}::uuid[]) and p.account_id = ${accountId}`.execute(db);
  const keys = rows.flatMap(({ is_new, video_key }) => (is_new && video_key !== null ? [video_key] : []));
  const files = await services.videos?.describeFiles(accountId, [...new Set(keys)]);
  return new Map(
    rows.map((row) => {
      const { opening: text = "", seconds, poster } = files?.get(row.video_key ?? "") ?? {};
      const caption = getOwnParts(row, row).content ?? row.content;
      const opening = getOpening(text);
      const hook = opening || getOpening(caption);
      const videoUrl = getVideoUrl(row, media);
      const picture = row.media?.items.find(({ kind }) => kind === "image")?.key;
      const pictureUrl = picture === undefined ? undefined : media.url(picture);
      const described: Described = {
        postId: row.post_id,
        platform: row.platform,
        hook: row.hook ?? (hook ? findHookForm(hook) : null),
        seconds: row.seconds ?? seconds ?? null,
        caption,
        opening: opening || undefined,
        posterUrl: poster ? media.url(poster) : pictureUrl,
        url: row.platform_post_url ?? videoUrl ?? pictureUrl ?? "",
        videoUrl,
        isNew: row.is_new,
      };
      return [row.id, described];
    }),
  );
}
