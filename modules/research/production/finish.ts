import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { toPublicId } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Context, Services } from "vireo/module";
import type { Production } from "./store";

const BATCH = 50;
/** An item fails if its post could not be stored for this long. */
const GIVE_UP_MS = 6 * 3_600_000;

type Failure = { code: string; message: string };
type Ended = Production & { videoStatus: "completed" | "failed" | null; videoFailure: string | null };

type Parts = Pick<Context, "db" | "log" | "now"> & {
  services: { social?: Services["social"] };
  /** Called when nothing of a plan is in production anymore. */
  onEnded(trx: Transaction, accountId: string, planId: string): Promise<void>;
};

/** Another process has settled the item, or its plan was deleted. */
class SettledError extends Error {}

/** Retries an item after the others. Returns false once it has failed for too long. */
async function retryLater({ db, now }: Pick<Parts, "db" | "now">, { id }: Production): Promise<boolean> {
  const updated = await db
    .updateTable("plan_productions")
    .set({ updated_at: fromNow(), failing_since: sql`coalesce(failing_since, ${new Date(now())})` })
    .where("id", "=", id)
    .returning("failing_since")
    .executeTakeFirst();
  return now() - (updated?.failing_since?.getTime() ?? now()) <= GIVE_UP_MS;
}

/** Posts the videos of plans as they are completed. */
export function createFinish({ db, log, now, services, onEnded }: Parts) {
  /** Claims items whose video has ended or was deleted. Previously tried items come last. */
  const findEnded = (): Promise<Ended[]> =>
    db
      .selectFrom("plan_productions as p")
      .leftJoin("generations as video", "video.id", "p.video_id")
      .selectAll("p")
      .select([sql<Ended["videoStatus"]>`video.status`.as("videoStatus"), "video.fail_message as videoFailure"])
      .where("p.status", "=", "rendering")
      .where((eb) => eb.or([eb("video.id", "is", null), eb("video.status", "in", ["completed", "failed"])]))
      .orderBy("p.updated_at")
      .limit(BATCH)
      .execute();

  /** Settles an item in this transaction, once. */
  async function settle(trx: Transaction, row: Production, end: { postId: string } | Failure): Promise<void> {
    // Every caller locks the plan first, to prevent deadlocks.
    const plan = trx.selectFrom("generations").select("id").where("id", "=", row.plan_id).forUpdate();
    if (!(await plan.executeTakeFirst())) throw new SettledError();
    const values =
      "postId" in end
        ? { status: "completed" as const, post_id: end.postId }
        : { status: "failed" as const, fail_code: end.code, fail_message: end.message };
    const { numUpdatedRows } = await trx
      .updateTable("plan_productions")
      .set({ ...values, updated_at: fromNow() })
      .where("id", "=", row.id)
      .where("video_id", "=", row.video_id)
      .where("status", "=", "rendering")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new SettledError();
    const running = trx.selectFrom("plan_productions").select("id").where("plan_id", "=", row.plan_id);
    if (!(await running.where("status", "=", "rendering").limit(1).executeTakeFirst()))
      await onEnded(trx, row.account_id, row.plan_id);
  }

  const fail = (row: Production, failure: Failure) => db.transaction().execute((trx) => settle(trx, row, failure));

  async function post(row: Production): Promise<void> {
    const { social } = services;
    if (!social) return fail(row, socialOff);
    const { mode, scheduledFor, ...body } = row.post;
    const isLate = scheduledFor <= now();
    if (isLate && mode === "schedule") return fail(row, tooLate);
    const time = isLate ? {} : { scheduledFor };
    const videoId = toPublicId("vid", row.video_id);
    await social.createPost(row.account_id, { ...body, ...time, mode, videoId }, (trx, postId) =>
      settle(trx, row, { postId }),
    );
  }

  async function finish(row: Ended): Promise<void> {
    if (row.videoStatus === null) return fail(row, deleted);
    if (row.videoStatus === "failed")
      return fail(row, { code: "video_failed", message: row.videoFailure ?? "The video failed." });
    try {
      await post(row);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await fail(row, { code: error.kind, message: error.message });
    }
  }

  return async function finishEnded(signal: AbortSignal): Promise<void> {
    for (const row of await findEnded()) {
      if (signal.aborted) return;
      try {
        await finish(row);
      } catch (error) {
        if (error instanceof SettledError) continue;
        log.warn("plan item not posted, trying again", { id: row.id, error });
        if (!(await retryLater({ db, now }, row))) await fail(row, notPosted);
      }
    }
  };
}

const tooLate: Failure = {
  code: "too_late",
  message:
    "The video was completed after the scheduled time of its post. Produce the item again with a later startDate. Its video is reused.",
};
const socialOff: Failure = {
  code: "provider_unavailable",
  message: "The social module is off, so the video was not posted. Turn it on and produce the item again.",
};
const notPosted: Failure = {
  code: "internal_error",
  message: "The post could not be stored for six hours. Produce the item again. Its video is reused.",
};
const deleted: Failure = { code: "video_deleted", message: "The video was deleted before it was posted." };
