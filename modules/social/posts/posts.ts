import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { readNow } from "vireo/leases";
import type { Context } from "vireo/module";
import type { Post, Target } from "../tables";
import { createCreate } from "./create";
import { queueDueJob } from "./due-job";
import { createPatch } from "./patch";
import { type Create, findAccounts } from "./plan";
import { createPostReader } from "./read";
import { lockPostIn, readTargets } from "./store";
import { startTargets } from "./targets";

/** Operations on posts. `onDue` is called after a post that is due now was stored. */
export function createPosts(context: Context<unknown, never, "videos">, onDue: () => void) {
  const { db, events, jobs } = context;
  const { present, ...reads } = createPostReader(context);
  const createPost = createCreate(context, { present });
  const patch = createPatch(context);

  async function create(owner: string, body: Create, key?: string) {
    const post = await createPost(owner, body, key);
    if (body.mode === "now") onDue();
    return post;
  }

  /** Publishes a draft or scheduled post now. */
  async function publish(owner: string, id: string) {
    const shown = await db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "published", ["draft", "scheduled"]);
      const targets = (await readTargets(trx, [post.id])).get(post.id) ?? [];
      await findAccounts(
        trx,
        owner,
        targets.map((target) => target.social_account_id),
      );
      return begin(trx, post, targets);
    });
    onDue();
    return shown;
  }

  /** Publishes the failed targets again. Published and unconfirmed targets stay as they are. */
  async function retry(owner: string, id: string) {
    const shown = await db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "retried", ["failed", "partial"]);
      const failed = ((await readTargets(trx, [post.id])).get(post.id) ?? []).filter(
        ({ status }) => status === "failed",
      );
      if (failed.length === 0) {
        throw new ApiError(
          "conflict",
          "No target of this post has failed. Targets with an unknown outcome are not sent again, because they may be published.",
        );
      }
      return begin(trx, post, failed);
    });
    onDue();
    return shown;
  }

  async function begin(trx: Transaction, post: Post, targets: readonly Target[]) {
    const now = await readNow(trx);
    await startTargets(trx, targets, now);
    const changed = await trx
      .updateTable("social_posts")
      .set({ status: "publishing", updated_at: now })
      .where("id", "=", post.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queueDueJob(jobs, trx, now);
    return present(trx, changed);
  }

  /** Cancels a post, which stays readable. Cancelling twice is allowed. */
  async function cancel(owner: string, id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "cancelled", ["draft", "scheduled", "cancelled"]);
      if (post.status === "cancelled") return;
      await trx
        .updateTable("social_targets")
        .set({ status: "cancelled", due_at: null, delay_reason: null })
        .where("post_id", "=", post.id)
        .execute();
      const changed = await trx
        .updateTable("social_posts")
        .set({ status: "cancelled", updated_at: new Date() })
        .where("id", "=", post.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await events.emit(trx, owner, "post.cancelled", await present(trx, changed));
    });
  }

  return { create, patch, publish, retry, cancel, ...reads };
}
