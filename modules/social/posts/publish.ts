import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { fromNow, readNow } from "vireo/leases";
import type { Context } from "vireo/module";
import type { Post, Target } from "../tables";
import { queueDueJob } from "./due-job";
import { findAccounts } from "./plan";
import type { createPostReader } from "./read";
import { lockPostIn, readTargets } from "./store";
import { startTargets } from "./targets";

/** Publishes stored posts at once, retries them, or cancels them. */
export function createPublish(
  context: Context<unknown, never, "videos">,
  { present }: Pick<ReturnType<typeof createPostReader>, "present">,
) {
  const { db, events } = context;

  async function begin(trx: Transaction, post: Post, targets: readonly Target[]) {
    const now = await readNow(trx);
    await startTargets(trx, targets, now);
    const changed = await setStatus(trx, post, "publishing");
    await queueDueJob(context, trx, now);
    return present(trx, changed);
  }

  /** Publishes a draft or scheduled post now. */
  const publish = (owner: string, id: string) =>
    db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "published", ["draft", "scheduled"]);
      const targets = await findTargets(trx, post);
      const accountIds = targets.map((target) => target.social_account_id);
      await findAccounts(trx, owner, accountIds);
      return begin(trx, post, targets);
    });

  /** Publishes the failed targets again. Published and unconfirmed targets are unchanged. */
  const retry = (owner: string, id: string) =>
    db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "retried", ["failed", "partial"]);
      const failed = (await findTargets(trx, post)).filter(({ status }) => status === "failed");
      if (failed.length === 0) throw nothingFailed();
      return begin(trx, post, failed);
    });

  /** Cancels a post, which stays readable. Cancelling twice is allowed. */
  const cancel = (owner: string, id: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "cancelled", ["draft", "scheduled", "cancelled"]);
      if (post.status === "cancelled") return;
      await trx
        .updateTable("social_targets")
        .set({ status: "cancelled", due_at: null, delay_reason: null })
        .where("post_id", "=", post.id)
        .execute();
      const changed = await setStatus(trx, post, "cancelled");
      await events.emit(trx, owner, "post.cancelled", await present(trx, changed));
    });

  return { publish, retry, cancel };
}

const findTargets = async (trx: Transaction, { id }: Post) => (await readTargets(trx, [id])).get(id) ?? [];

const setStatus = (trx: Transaction, { id }: Post, status: Post["status"]) =>
  trx
    .updateTable("social_posts")
    .set({ status, updated_at: fromNow() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

const nothingFailed = () =>
  new ApiError(
    "conflict",
    "No target of this post has failed. Targets with an unknown outcome are not sent again, because they may be published.",
  );
