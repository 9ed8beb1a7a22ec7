import type { Static } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { fromNow, readNow } from "vireo/leases";
import type { Caller } from "vireo/request";
import type { Social } from "../context";
import { findPostingTime, takePostingTime } from "../posting-times";
import { toDate } from "../posts/post-body";
import { presentStored } from "../posts/read-posts";
import { findFaults, findRules, refuse } from "../posts/rules";
import { findTargets, lockPost, readSocialAccounts } from "../posts/store";
import { moveTargets } from "../posts/targets";
import { announceDue } from "../publishing/work";
import type { PostView } from "../schema";
import type { Post, TargetRow, Via } from "../tables";
import { notifyRequester } from "./notify";
import type { ApprovePost, decisions, RejectPost } from "./schema";

/** Who decides or comments: a caller, or somebody with a review link. */
export interface Author {
  accountId: string;
  /** Name to show. */
  name: string;
  via: Via;
  reviewerId?: string;
}

export const toAuthor = ({ accountId, keyName, personId }: Caller): Author => ({
  accountId,
  name: keyName,
  via: personId ? "person" : "key",
});

type Approve = Static<typeof ApprovePost>;

/**
 * Approves a revision, which is then published at its time. A post without a time is published now.
 * @throws revision_changed, already_decided, schedule_passed, conflict, validation_error
 */
export const approvePost = (
  social: Social,
  author: Author,
  postId: string,
  input: Approve,
): Promise<Static<typeof PostView>> =>
  social.db.transaction().execute(async (trx) => {
    const post = await lockWaiting(trx, author, postId, input.revision);
    const targets = await findTargets(trx, post);
    const { due, scheduledFor } = await planTime(social, trx, post, targets, input);
    const status = scheduledFor ? ("scheduled" as const) : ("publishing" as const);
    const columns = { status, approval: "approved" as const, scheduled_for: scheduledFor };
    const approved = await storeDecision(trx, author, post, { decision: "approved", columns });
    await moveTargets(trx, post, due);
    await announceDue(social, trx, due);
    await notifyRequester(social, trx, approved, { kind: "approved", by: author.name });
    const shown = await presentStored(social, trx, approved);
    await social.events.emit(trx, post.account_id, "post.approved", shown);
    if (status === "scheduled") await social.events.emit(trx, post.account_id, "post.scheduled", shown);
    return shown;
  });

/**
 * Asks for changes: the post becomes a draft.
 * @throws revision_changed, already_decided, conflict
 */
export const rejectPost = (
  social: Social,
  author: Author,
  postId: string,
  { revision, comment }: Static<typeof RejectPost>,
): Promise<Static<typeof PostView>> =>
  social.db.transaction().execute(async (trx) => {
    const post = await lockWaiting(trx, author, postId, revision);
    const columns = { status: "draft" as const, approval: "rejected" as const, scheduled_for: post.scheduled_for };
    const rejected = await storeDecision(trx, author, post, { decision: "rejected", comment, columns });
    await notifyRequester(social, trx, rejected, { kind: "rejected", by: author.name, comment });
    const shown = await presentStored(social, trx, rejected);
    await social.events.emit(trx, post.account_id, "post.rejected", shown);
    return shown;
  });

/** Locks a post that waits for a decision about this revision. Of two decisions at once, the second one fails here. */
async function lockWaiting(
  trx: Transaction,
  { accountId }: Author,
  postId: string,
  revision: number | undefined,
): Promise<Post> {
  const post = await lockPost(trx, accountId, postId);
  if (!post) throw notFound("post");
  if (revision !== undefined && revision !== post.revision)
    throw new ApiError(
      "revision_changed",
      `The post was changed: this is revision ${post.revision}, not ${revision}. Read it again before you decide.`,
      { members: { revision: post.revision } },
    );
  if (post.approval === "pending") return post;
  if (post.approval === "none")
    throw new ApiError("conflict", `The post is ${post.status} and does not wait for an approval.`);
  throw new ApiError("already_decided", `This revision was already ${post.approval}.`, {
    members: { decision: post.approval },
  });
}

async function storeDecision(
  trx: Transaction,
  { name, via, reviewerId }: Author,
  post: Post,
  {
    decision,
    comment,
    columns,
  }: {
    decision: (typeof decisions)[number];
    comment?: string;
    columns: Pick<Post, "status" | "approval" | "scheduled_for">;
  },
): Promise<Post> {
  const who = { via, by_name: name, reviewer_id: reviewerId ?? null };
  await trx
    .insertInto("social_decisions")
    .values({
      id: newUuid(),
      account_id: post.account_id,
      post_id: post.id,
      revision: post.revision,
      decision,
      comment: comment ?? null,
      ...who,
    })
    .execute();
  return trx
    .updateTable("social_posts")
    .set({ ...columns, overdue: false, notice_at: null, updated_at: fromNow() })
    .where("id", "=", post.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns when an approved post is published. `scheduledFor` is null if that is now. */
async function planTime(
  social: Social,
  trx: Transaction,
  post: Post,
  targets: readonly TargetRow[],
  { scheduledFor, mode }: Approve,
): Promise<{ due: Date; scheduledFor: Date | null }> {
  const { now } = social;
  const inQueue = async () => {
    const time = await takePostingTime(trx, await readSocialAccounts(trx, post, targets), now());
    return { due: time, scheduledFor: time };
  };
  const { content, title, timezone, to_inbox: toInbox, tiktok, overrides } = post;
  const rules = findRules(social, targets);
  if (mode !== undefined || scheduledFor !== undefined)
    refuse(
      findFaults(
        { mode: mode ?? "schedule", scheduledFor, content, title, timezone, toInbox, tiktok, overrides, ...rules },
        now(),
      ),
    );
  if (mode === "queue") return inQueue();
  const time = toDate(scheduledFor) ?? post.scheduled_for;
  if (mode === "now" || !time) return { due: await readNow(trx), scheduledFor: null };
  if (time.getTime() > now()) return { due: time, scheduledFor: time };
  const nextSlot = await findPostingTime(trx, await readSocialAccounts(trx, post, targets), now());
  const next = nextSlot === undefined ? "" : ` The next free slot is ${nextSlot.toISOString()} (mode: queue).`;
  throw new ApiError(
    "schedule_passed",
    `The post was due at ${time.toISOString()}. Send scheduledFor with a new time, or mode: queue or now.${next}`,
    { members: { nextSlot: nextSlot?.getTime() } },
  );
}
