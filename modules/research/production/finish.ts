import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { PlanRequest } from "vireo/slots/plan";
import type { Research } from "../context";
import { presentPlan } from "../plan";
import { getMode, type Production, type StoredCaller } from "./store";

const BATCH = 50;
/** An item fails if its post could not be stored for this long. */
const GIVE_UP_MS = 6 * 3_600_000;

type Failure = { code: string; message: string };
type Ended = Production & { videoStatus: "completed" | "failed" | null; videoFailure: string | null };

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

/** Who ordered items that an earlier version stored. */
const EARLIER: StoredCaller = { keyId: "", keyName: "Content plan", scopes: ["social:draft", "social:write"] };

/** Another process has settled the item, or its plan was deleted. */
class SettledError extends Error {}

/** Retries an item after the others. Returns false once it has failed for too long. */
async function retryLater({ db, now }: Research, { id }: Production): Promise<boolean> {
  const updated = await db
    .updateTable("plan_productions")
    .set({ updated_at: fromNow(), failing_since: sql`coalesce(failing_since, ${new Date(now())})` })
    .where("id", "=", id)
    .returning("failing_since")
    .executeTakeFirst();
  return now() - (updated?.failing_since?.getTime() ?? now()) <= GIVE_UP_MS;
}

/** Claims items whose video has ended or was deleted. Previously tried items come last. */
const findEnded = ({ db }: Research): Promise<Ended[]> =>
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

/** Emits the event once nothing of a plan is in production anymore. */
async function emitProduced(
  { events }: Research,
  trx: Transaction,
  { account_id, plan_id }: Production,
): Promise<void> {
  const plan = await trx
    .selectFrom("generations")
    .selectAll()
    .where("id", "=", plan_id)
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  await events.emit(
    trx,
    account_id,
    "plan.produced",
    await presentPlan(trx, plan as unknown as Generation<PlanRequest>),
  );
}

/** Settles an item in this transaction, once. */
async function settleItem(
  research: Research,
  trx: Transaction,
  row: Production,
  end: { postId: string } | Failure,
): Promise<void> {
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
    await emitProduced(research, trx, row);
}

const failItem = (research: Research, row: Production, failure: Failure) =>
  research.db.transaction().execute((trx) => settleItem(research, trx, row, failure));

async function postVideo(research: Research, row: Production): Promise<void> {
  const { social } = research.services;
  if (!social) return failItem(research, row, socialOff);
  const { mode: _mode, asks: _asks, scheduledFor, by = EARLIER, ...body } = row.post;
  const mode = getMode(row.post);
  const isLate = scheduledFor <= research.now();
  if (isLate && mode === "schedule") return failItem(research, row, tooLate);
  const time = isLate ? {} : { scheduledFor };
  const videoId = toPublicId("vid", row.video_id);
  const caller = { ...by, accountId: row.account_id, scopes: new Set(by.scopes) };
  await social.createPost(caller, { ...body, ...time, mode, videoId }, (trx, postId) =>
    settleItem(research, trx, row, { postId }),
  );
}

async function finishItem(research: Research, row: Ended): Promise<void> {
  if (row.videoStatus === null) return failItem(research, row, deleted);
  if (row.videoStatus === "failed")
    return failItem(research, row, { code: "video_failed", message: row.videoFailure ?? "The video failed." });
  try {
    await postVideo(research, row);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await failItem(research, row, { code: error.kind, message: error.message });
  }
}

/** Posts the videos of plans as they are completed. */
export async function finishProductions(research: Research, signal: AbortSignal): Promise<void> {
  for (const row of await findEnded(research)) {
    if (signal.aborted) return;
    try {
      await finishItem(research, row);
    } catch (error) {
      if (error instanceof SettledError) continue;
      research.log.warn("plan item not posted, trying again", { id: row.id, error });
      if (!(await retryLater(research, row))) await failItem(research, row, notPosted);
    }
  }
}
