import type { UpdateObject } from "kysely";
import type { Tables, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { fromNow, readNow } from "vireo/leases";
import type { Caller } from "vireo/request";
import { askForApproval } from "../approval/notify";
import { needsApproval, readRequirement, requireMayChange, requireMayRetry, WRITE } from "../approval/requirement";
import { toWaiting } from "../approval/waiting";
import type { Social } from "../context";
import { announceDue } from "../publishing/work";
import type { Post, TargetRow } from "../tables";
import { findIncomplete } from "./complete";
import { describeMedia, getStoredMedia } from "./media";
import { findSocialAccounts } from "./post-body";
import { presentStored } from "./read-posts";
import { findRules, refuse } from "./rules";
import { findTargets, lockPostIn } from "./store";
import { moveTargets, startTargets } from "./targets";

/**
 * Publishes a draft or scheduled post now. If the caller needs an approval, the post waits for it, and is published once
 * it is approved.
 */
export const publishPost = (social: Social, caller: Caller, postId: string) =>
  social.db.transaction().execute(async (trx) => {
    const { accountId } = caller;
    const post = await lockPostIn(trx, accountId, postId, "published", ["draft", "scheduled"]);
    const requirement = await readRequirement(trx, accountId);
    requireMayChange(caller, requirement, post);
    const targets = await findTargets(trx, post);
    const socialAccountIds = targets.map((target) => target.social_account_id);
    await findSocialAccounts(trx, accountId, socialAccountIds);
    refuseIncomplete(social, post, targets);
    const isApproved = post.approval === "approved" && caller.scopes.has(WRITE);
    if (isApproved || !needsApproval(caller, requirement)) return startPublishing(social, trx, post, targets);
    const waiting = await setColumns(trx, post, { ...toWaiting(caller, null, social.now()), scheduled_for: null });
    await moveTargets(trx, post, null);
    const view = await presentStored(social, trx, waiting);
    await askForApproval(social, trx, waiting, view);
    return view;
  });

/** Publishes the failed targets again. Published and unconfirmed targets are unchanged. */
export const retryPost = (social: Social, caller: Caller, postId: string) =>
  social.db.transaction().execute(async (trx) => {
    const post = await lockPostIn(trx, caller.accountId, postId, "retried", ["failed", "partial"]);
    requireMayRetry(caller, await readRequirement(trx, caller.accountId), post);
    const failed = (await findTargets(trx, post)).filter(({ status }) => status === "failed");
    if (failed.length === 0)
      throw new ApiError(
        "conflict",
        "No target of this post has failed. Targets with an unknown outcome are not sent again, because they may be published.",
      );
    return startPublishing(social, trx, post, failed);
  });

/** Cancels a post, which stays readable. Cancelling twice is allowed. */
export const cancelPost = (social: Social, caller: Caller, postId: string): Promise<void> =>
  social.db.transaction().execute(async (trx) => {
    const { accountId } = caller;
    const states = ["draft", "needs_approval", "scheduled", "cancelled"] as const;
    const post = await lockPostIn(trx, accountId, postId, "cancelled", states);
    if (post.status === "cancelled") return;
    requireMayChange(caller, await readRequirement(trx, accountId), post);
    await trx
      .updateTable("social_targets")
      .set({ status: "cancelled", due_at: null, delay_reason: null })
      .where("post_id", "=", post.id)
      .execute();
    const approval = post.approval === "pending" ? "none" : post.approval;
    const cancelled = await setColumns(trx, post, { status: "cancelled", approval, overdue: false, notice_at: null });
    await social.events.emit(trx, accountId, "post.cancelled", await presentStored(social, trx, cancelled));
  });

/** A draft may lack what its platforms require. Throws `validation_error`. */
function refuseIncomplete(social: Social, post: Post, targets: readonly TargetRow[]): void {
  const { channels, declared } = findRules(social, targets);
  const { content, title, to_inbox: toInbox, tiktok, overrides } = post;
  const media = describeMedia(social, getStoredMedia(post));
  const parts = { content, title, toInbox, tiktok, overrides, media };
  refuse(findIncomplete(channels, parts, { isDraft: false, declared }));
}

async function startPublishing(social: Social, trx: Transaction, post: Post, targets: readonly TargetRow[]) {
  const now = await readNow(trx);
  await startTargets(trx, targets, now);
  const approval = post.approval === "approved" ? "approved" : "none";
  const publishing = await setColumns(trx, post, { status: "publishing", approval });
  await announceDue(social, trx, now);
  return presentStored(social, trx, publishing);
}

const setColumns = (trx: Transaction, { id }: Post, columns: UpdateObject<Tables, "social_posts">) =>
  trx
    .updateTable("social_posts")
    .set({ ...columns, updated_at: fromNow() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
