import { newUuid } from "vireo/ids";
import { readNow } from "vireo/leases";
import type { Context } from "vireo/module";
import { isReplayed } from "vireo/request";
import { queueDueJob } from "./due-job";
import {
  type Create,
  findAccounts,
  getFingerprint,
  mergeOverrides,
  mergeTikTok,
  refuseDuplicate,
  toDate,
  toVideoColumns,
} from "./plan";
import type { createPostReader } from "./read";
import { findFaults, refuse } from "./rules";
import { addTargets } from "./targets";
import { checkThumbnail, createVideos } from "./video";

const STATUS = { draft: "draft", schedule: "scheduled", now: "publishing" } as const;

/** Stores a post with its targets, its job and its event in one transaction. */
export function createCreate(
  context: Context<unknown, never, "videos">,
  { present }: Pick<ReturnType<typeof createPostReader>, "present">,
) {
  const { db, events, now } = context;
  const findVideo = createVideos(context);

  /** The post that an earlier request with the same Idempotency-Key has created. */
  async function findReplayed(owner: string, key: string) {
    const post = await db
      .selectFrom("social_posts")
      .selectAll()
      .where("account_id", "=", owner)
      .where("idempotency_key", "=", key)
      .executeTakeFirst();
    if (post && isReplayed(post.created_at)) return present(db, post);
    if (post) await db.updateTable("social_posts").set({ idempotency_key: null }).where("id", "=", post.id).execute();
    return undefined;
  }

  return async function create(owner: string, body: Create, key?: string) {
    const earlier = key && (await findReplayed(owner, key));
    if (earlier) return earlier;
    const accounts = await findAccounts(db, owner, body.accountIds);
    const tiktok = mergeTikTok(body);
    const timezone = body.timezone ?? "UTC";
    const toInbox = body.publishToInbox ?? false;
    const { mode, scheduledFor } = body;
    const platforms = accounts.map(({ platform }) => platform);
    const overrides = mergeOverrides(body);
    refuse(findFaults({ mode, scheduledFor, timezone, toInbox, tiktok, overrides, platforms }, now()));
    await checkThumbnail(context, body);
    const { video, videoId } = await findVideo(owner, body);
    const content = body.content ?? "";
    return db.transaction().execute(async (trx) => {
      const due = mode === "draft" ? null : mode === "now" ? await readNow(trx) : toDate(scheduledFor);
      const values = {
        id: newUuid(),
        account_id: owner,
        status: STATUS[mode],
        content,
        title: body.title ?? null,
        video_id: videoId,
        ...toVideoColumns(video),
        scheduled_for: toDate(scheduledFor),
        timezone,
        to_inbox: toInbox,
        tiktok,
        overrides,
        fingerprint: getFingerprint(content, video),
        idempotency_key: key ?? null,
      };
      if (!body.allowDuplicate)
        await refuseDuplicate(
          trx,
          values,
          accounts.map(({ id }) => id),
        );
      const post = await trx.insertInto("social_posts").values(values).returningAll().executeTakeFirstOrThrow();
      await addTargets(trx, post, accounts, due);
      if (due) await queueDueJob(context, trx, due);
      const view = await present(trx, post);
      if (mode === "schedule") await events.emit(trx, owner, "post.scheduled", view);
      return view;
    });
  };
}
