import type { Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { readNow } from "vireo/leases";
import type { Context } from "vireo/module";
import { isReplayed } from "vireo/request";
import type { Post, Target } from "../tables";
import { type CalendarDays, readCalendar } from "./calendar";
import { queueDueJob } from "./due-job";
import { createPatch } from "./patch";
import {
  type Create,
  findAccounts,
  getFingerprint,
  mergeTikTok,
  refuseDuplicate,
  toDate,
  toVideoColumns,
} from "./plan";
import { presentPost } from "./present";
import { findFaults, refuse } from "./rules";
import { findPost, type Listed, listPosts, lockPostIn, readTargets } from "./store";
import { addTargets, startTargets } from "./targets";
import { createVideos } from "./video";

type PostContext = Context<unknown, never, "videos">;

/** Operations on posts. `onDue` is called after a post that is due now was stored. */
export function createPosts(context: PostContext, onDue: () => void) {
  const { db, events, jobs, media } = context;
  const findVideo = createVideos(context);
  const patch = createPatch(context);

  const present = async (on: Transaction | PostContext["db"], post: Post) =>
    presentPost(post, (await readTargets(on, [post.id])).get(post.id) ?? [], media);

  async function presentAll(trx: Transaction, rows: readonly Post[]) {
    const targets = await readTargets(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentPost(row, targets.get(row.id) ?? [], media));
  }

  /** Reads posts and their targets from one snapshot. */
  const readSnapshot = <T>(read: (trx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);

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

  async function create(owner: string, body: Create, key?: string) {
    const earlier = key && (await findReplayed(owner, key));
    if (earlier) return earlier;
    const accounts = await findAccounts(db, owner, body.accountIds);
    const tiktok = mergeTikTok(body);
    const timezone = body.timezone ?? "UTC";
    const toInbox = body.publishToInbox ?? false;
    const { mode, scheduledFor } = body;
    refuse(
      findFaults({ mode, scheduledFor, timezone, toInbox, tiktok, platforms: accounts.map((one) => one.platform) }),
    );
    const { video, videoId } = await findVideo(owner, body);
    const content = body.content ?? "";
    const created = await db.transaction().execute(async (trx) => {
      const due = mode === "draft" ? null : mode === "now" ? await readNow(trx) : toDate(scheduledFor);
      const values = {
        id: newUuid(),
        account_id: owner,
        status: ({ draft: "draft", schedule: "scheduled", now: "publishing" } as const)[mode],
        content,
        title: body.title ?? null,
        video_id: videoId,
        ...toVideoColumns(video),
        scheduled_for: toDate(scheduledFor),
        timezone,
        to_inbox: toInbox,
        tiktok,
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
      if (due) await queueDueJob(jobs, trx, due);
      const shown = await present(trx, post);
      if (mode === "schedule") await events.emit(trx, owner, "post.scheduled", shown);
      return shown;
    });
    if (mode === "now") onDue();
    return created;
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

  return {
    create,
    patch,
    publish,
    retry,
    cancel,
    get: (owner: string, id: string) =>
      readSnapshot(async (trx) => {
        const post = await findPost(trx, owner, id);
        if (!post) throw notFound("post");
        return present(trx, post);
      }),
    list: (owner: string, query: Listed) =>
      readSnapshot(async (trx) => {
        const { rows, pagination } = await listPosts(trx, owner, query);
        return { posts: await presentAll(trx, rows), pagination };
      }),
    calendar: (owner: string, query: CalendarDays) =>
      readSnapshot(async (trx) => {
        const rows = await readCalendar(trx, owner, query);
        const posts = await presentAll(trx, rows);
        const days = Map.groupBy(rows.keys(), (at) => rows[at]?.day ?? "");
        const shown = [...days].map(([date, [first = 0, ...others]]) => ({
          date,
          total: rows[first]?.total ?? 0,
          posts: [first, ...others].flatMap((at) => posts[at] ?? []),
        }));
        return { days: shown, total: shown.reduce((sum, { total }) => sum + total, 0) };
      }),
  };
}
