import { isDue } from "vireo/leases";
import type { Social } from "../context";
import { presentStored } from "../posts/read-posts";
import { notifyApprovers } from "./notify";

const BATCH = 50;

/** Reminds approvers of posts that are due within a day, and reports those whose time has passed. */
export async function noticeWaiting(social: Social, signal: AbortSignal): Promise<void> {
  let handled = BATCH;
  while (handled === BATCH && !signal.aborted) handled = await noticeBatch(social);
}

const noticeBatch = (social: Social): Promise<number> =>
  social.db.transaction().execute(async (trx) => {
    const posts = await trx
      .selectFrom("social_posts")
      .selectAll()
      .where(isDue("notice_at"))
      .orderBy("notice_at")
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    for (const post of posts) {
      const isOverdue = !post.scheduled_for || post.scheduled_for <= post.notice_at!;
      const changed = await trx
        .updateTable("social_posts")
        .set(isOverdue ? { overdue: true, notice_at: null } : { notice_at: post.scheduled_for })
        .where("id", "=", post.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await notifyApprovers(social, trx, changed, isOverdue ? "overdue" : "due_soon");
      if (!isOverdue) continue;
      const shown = await presentStored(social, trx, changed);
      await social.events.emit(trx, post.account_id, "post.approval_overdue", shown);
    }
    return posts.length;
  });
