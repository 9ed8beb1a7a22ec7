import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { fromNow, readNow } from "vireo/leases";
import type { Social } from "../context";
import { announceDue } from "../publishing/work";
import type { Post, Target } from "../tables";
import { findAccounts } from "./plan";
import { presentStored } from "./read-posts";
import { lockPostIn, readTargets } from "./store";
import { startTargets } from "./targets";

/** Publishes a draft or scheduled post now. */
export const publishPost = (social: Social, accountId: string, postId: string) =>
  social.db.transaction().execute(async (trx) => {
    const post = await lockPostIn(trx, accountId, postId, "published", ["draft", "scheduled"]);
    const targets = await findTargets(trx, post);
    const socialAccountIds = targets.map((target) => target.social_account_id);
    await findAccounts(trx, accountId, socialAccountIds);
    return startPublishing(social, trx, post, targets);
  });

/** Publishes the failed targets again. Published and unconfirmed targets are unchanged. */
export const retryPost = (social: Social, accountId: string, postId: string) =>
  social.db.transaction().execute(async (trx) => {
    const post = await lockPostIn(trx, accountId, postId, "retried", ["failed", "partial"]);
    const failed = (await findTargets(trx, post)).filter(({ status }) => status === "failed");
    if (failed.length === 0)
      throw new ApiError(
        "conflict",
        "No target of this post has failed. Targets with an unknown outcome are not sent again, because they may be published.",
      );
    return startPublishing(social, trx, post, failed);
  });

/** Cancels a post, which stays readable. Cancelling twice is allowed. */
export const cancelPost = (social: Social, accountId: string, postId: string): Promise<void> =>
  social.db.transaction().execute(async (trx) => {
    const post = await lockPostIn(trx, accountId, postId, "cancelled", ["draft", "scheduled", "cancelled"]);
    if (post.status === "cancelled") return;
    await trx
      .updateTable("social_targets")
      .set({ status: "cancelled", due_at: null, delay_reason: null })
      .where("post_id", "=", post.id)
      .execute();
    const cancelled = await setStatus(trx, post, "cancelled");
    await social.events.emit(trx, accountId, "post.cancelled", await presentStored(social, trx, cancelled));
  });

async function startPublishing(social: Social, trx: Transaction, post: Post, targets: readonly Target[]) {
  const now = await readNow(trx);
  await startTargets(trx, targets, now);
  const publishing = await setStatus(trx, post, "publishing");
  await announceDue(social, trx, now);
  return presentStored(social, trx, publishing);
}

const findTargets = async (trx: Transaction, { id }: Post) => (await readTargets(trx, [id])).get(id) ?? [];

const setStatus = (trx: Transaction, { id }: Post, status: Post["status"]) =>
  trx
    .updateTable("social_posts")
    .set({ status, updated_at: fromNow() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
