import type { Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { newUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import { isReplayed } from "vireo/request";
import type { Post, Target } from "../tables";
import { type CalendarDays, readCalendar } from "./calendar";
import { createPatch } from "./patch";
import { accountsOf, type Create, columnsOf, dateOf, fingerprintOf, refuseDuplicate, tiktokOf } from "./plan";
import { presentPost } from "./present";
import { faultsOf, refuse } from "./rules";
import { findPost, type Listed, listPosts, takePost, targetsOf } from "./store";
import { addTargets, startTargets } from "./targets";
import { createVideos } from "./video";
import { wakeAt } from "./wake";

type PostContext = Context<unknown, never, "videos">;

/** The verbs of posts. `onDue` is called after something that is due at once was stored. */
export function createPosts(context: PostContext, onDue: () => void) {
  const { db, events, jobs, media } = context;
  const findVideo = createVideos(context);
  const patch = createPatch(context);

  const present = async (on: Transaction | PostContext["db"], post: Post) =>
    presentPost(post, (await targetsOf(on, [post.id])).get(post.id) ?? [], media);

  async function presentAll(trx: Transaction, rows: readonly Post[]) {
    const targets = await targetsOf(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentPost(row, targets.get(row.id) ?? [], media));
  }

  /** Posts and their targets change together, and are read together. */
  const atOneMoment = <T>(read: (trx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);

  /** What the same call made, when it was cut off before it could be answered. */
  async function madeUnder(owner: string, key: string) {
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
    const earlier = key && (await madeUnder(owner, key));
    if (earlier) return earlier;
    const accounts = await accountsOf(db, owner, body.accountIds);
    const tiktok = tiktokOf(body);
    const timezone = body.timezone ?? "UTC";
    const toInbox = body.publishToInbox ?? false;
    const { mode, scheduledFor } = body;
    refuse(faultsOf({ mode, scheduledFor, timezone, toInbox, tiktok, platforms: accounts.map((one) => one.platform) }));
    const { video, videoId } = await findVideo(owner, body);
    const content = body.content ?? "";
    const now = new Date();
    const due = mode === "draft" ? null : mode === "now" ? now : dateOf(scheduledFor);
    const made = await db.transaction().execute(async (trx) => {
      const values = {
        id: newUuid(),
        account_id: owner,
        status: ({ draft: "draft", schedule: "scheduled", now: "publishing" } as const)[mode],
        content,
        title: body.title ?? null,
        video_id: videoId,
        ...columnsOf(video),
        scheduled_for: dateOf(scheduledFor),
        timezone,
        to_inbox: toInbox,
        tiktok,
        fingerprint: fingerprintOf(content, video),
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
      if (due) await wakeAt(jobs, trx, due);
      const shown = await present(trx, post);
      if (mode === "schedule") await events.emit(trx, owner, "post.scheduled", shown);
      return shown;
    });
    if (mode === "now") onDue();
    return made;
  }

  /** Makes a draft or scheduled post go out at once. */
  async function publish(owner: string, id: string) {
    const shown = await db.transaction().execute(async (trx) => {
      const post = await takePost(trx, owner, id, "published", ["draft", "scheduled"]);
      const targets = (await targetsOf(trx, [post.id])).get(post.id) ?? [];
      await accountsOf(
        trx,
        owner,
        targets.map((target) => target.social_account_id),
      );
      return begin(trx, post, targets);
    });
    onDue();
    return shown;
  }

  /** Sends the failed targets again; what is published or not known stays as it is. */
  async function retry(owner: string, id: string) {
    const shown = await db.transaction().execute(async (trx) => {
      const post = await takePost(trx, owner, id, "retried", ["failed", "partial"]);
      const failed = ((await targetsOf(trx, [post.id])).get(post.id) ?? []).filter(({ status }) => status === "failed");
      if (failed.length === 0) {
        throw new ApiError(
          "conflict",
          "No target of this post has failed. Those whose outcome is not known are not sent again, for they may be out.",
        );
      }
      return begin(trx, post, failed);
    });
    onDue();
    return shown;
  }

  async function begin(trx: Transaction, post: Post, targets: readonly Target[]) {
    const now = new Date();
    await startTargets(trx, targets, now);
    const changed = await trx
      .updateTable("social_posts")
      .set({ status: "publishing", updated_at: now })
      .where("id", "=", post.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await wakeAt(jobs, trx, now);
    return present(trx, changed);
  }

  /** Cancels; the post stays to be read. Cancelling twice is no error. */
  async function cancel(owner: string, id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const post = await takePost(trx, owner, id, "cancelled", ["draft", "scheduled", "cancelled"]);
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
      atOneMoment(async (trx) => {
        const post = await findPost(trx, owner, id);
        if (!post) throw notFound("post");
        return present(trx, post);
      }),
    list: (owner: string, query: Listed) =>
      atOneMoment(async (trx) => {
        const { rows, pagination } = await listPosts(trx, owner, query);
        return { posts: await presentAll(trx, rows), pagination };
      }),
    calendar: (owner: string, query: CalendarDays) =>
      atOneMoment(async (trx) => {
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
