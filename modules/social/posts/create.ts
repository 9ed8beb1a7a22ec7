import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { readNow } from "vireo/leases";
import type { Context } from "vireo/module";
import { isReplayed } from "vireo/request";
import { takePostingTime } from "../posting-times";
import type { SocialAccount } from "../tables";
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

const STATUS = { draft: "draft", schedule: "scheduled", queue: "scheduled", now: "publishing" } as const;

export type OnStored = (trx: Transaction, postId: string) => Promise<void>;

/** Stores a post with its targets, its job and its event in one transaction. */
export function createCreate(
  context: Context<unknown, never, "videos">,
  { present }: Pick<ReturnType<typeof createPostReader>, "present">,
) {
  const { db, events, now } = context;
  const findVideo = createVideos(context);

  /** Finds the post that an earlier request with the same Idempotency-Key has created. */
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

  /** Checks everything that can be checked before the post is stored. Throws `validation_error` and `unsafe_url`. */
  async function plan(owner: string, body: Create) {
    const accounts = await findAccounts(db, owner, body.accountIds);
    const { mode, scheduledFor, content = "", timezone = "UTC", publishToInbox: toInbox = false } = body;
    const settings = { timezone, toInbox, tiktok: mergeTikTok(body), overrides: mergeOverrides(body) };
    const platforms = accounts.map(({ platform }) => platform);
    refuse(findFaults({ mode, scheduledFor, content, ...settings, platforms }, now()));
    await checkThumbnail(context, body);
    return { accounts, settings, ...(await findVideo(owner, body)) };
  }

  async function getDue(trx: Transaction, { mode, scheduledFor }: Create, accounts: readonly SocialAccount[]) {
    if (mode === "draft") return null;
    if (mode === "now") return readNow(trx);
    return mode === "queue" ? takePostingTime(trx, accounts, now()) : toDate(scheduledFor);
  }

  /** `onStored` writes additional rows in the transaction of the post. */
  async function create(owner: string, body: Create, key?: string, onStored?: OnStored) {
    const earlier = key && (await findReplayed(owner, key));
    if (earlier) return earlier;
    const { accounts, settings, video, videoId } = await plan(owner, body);
    const { mode, content = "", title = null } = body;
    const { toInbox, ...columns } = settings;
    return db.transaction().execute(async (trx) => {
      const due = await getDue(trx, body, accounts);
      const values = {
        id: newUuid(),
        account_id: owner,
        status: STATUS[mode],
        content,
        title,
        video_id: videoId,
        ...toVideoColumns(video),
        scheduled_for: mode === "queue" ? due : toDate(body.scheduledFor),
        to_inbox: toInbox,
        ...columns,
        fingerprint: getFingerprint(content, video),
        idempotency_key: key ?? null,
      };
      const ids = accounts.map(({ id }) => id);
      if (!body.allowDuplicate) await refuseDuplicate(trx, values, ids);
      const post = await trx.insertInto("social_posts").values(values).returningAll().executeTakeFirstOrThrow();
      await addTargets(trx, post, accounts, due);
      if (due) await queueDueJob(context, trx, due);
      const view = await present(trx, post);
      if (STATUS[mode] === "scheduled") await events.emit(trx, owner, "post.scheduled", view);
      await onStored?.(trx, post.id);
      return view;
    });
  }

  return { create, check: async (owner: string, body: Create) => void (await plan(owner, body)) };
}
