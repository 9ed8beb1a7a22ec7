/**
 * Resolves targets that publishing left open: targets whose process died, targets that a provider still processes,
 * targets with an unknown outcome, and published targets without a URL. Only reads from the provider, never publishes.
 */
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { isUuid } from "vireo/ids";
import { clockFrom, fromNow, isDue, isExpired } from "vireo/leases";
import type { Outcome } from "vireo/slots/social";
import type { Social } from "../context";
import type { Post, SocialAccount, TargetRow } from "../tables";
import { toAddressChange, toChange, toUnconfirmed } from "./outcome";
import { openProgress } from "./progress";
import { getIdempotencyKey, toSocialTarget } from "./publication";
import type { Verdict, VerdictQueue } from "./settle";
import { READ } from "./work-kinds";

/** Maximum number of expired leases resolved at a time. */
const BATCH = 100;
/** Maximum number of targets read at a time. */
export const MAX_READS = 100;
const READ_MS = 30_000;
const AFTER_RESTORE =
  "This post was due after the backup and may already be published. Vireo is checking with the provider and will not send it again.";
const UNKNOWN = "The outcome of the call is unknown.";
const databaseNow = sql<Date>`clock_timestamp()`.as("now");

/** Recovers targets whose lease has expired. */
export async function reclaimExpired({ db }: Social, verdicts: VerdictQueue): Promise<void> {
  const rows = await db
    .selectFrom("social_targets")
    .selectAll()
    .select(databaseNow)
    .where(isExpired())
    .where("status", "=", "publishing")
    .orderBy("lease_until")
    .limit(BATCH)
    .execute();
  await Promise.all(rows.map((target) => verdicts.save(toAbandoned(target))));
}

/** An abandoned target may be published again if the call was not made, otherwise never. */
function toAbandoned({ now, ...target }: TargetRow & { now: Date }): Verdict {
  if (!target.called_at) return { target, status: "pending", dueAt: target.claimed_at ?? now };
  const message = "The server stopped or lost its database during the call.";
  return { target, ...toUnconfirmed(message, 0, null, now.getTime()) };
}

/** A target to read. Its post or its social account may have been deleted in between. */
export interface TargetRead {
  target: TargetRow;
  post: Post | undefined;
  socialAccount: SocialAccount | undefined;
  /** The database's current time. */
  now(): number;
}

/** Claims targets whose next read is due. */
export async function claimReads(social: Social, limit: number): Promise<TargetRead[]> {
  const rows = await takeDue(social, limit);
  if (rows.length === 0) return [];
  const { posts, socialAccounts } = await readPostsAndAccounts(social, rows);
  return rows.map(({ now, ...target }) => ({
    target,
    post: posts.get(target.post_id),
    socialAccount: socialAccounts.get(target.social_account_id),
    now: clockFrom(now),
  }));
}

/** Postpones the next read of due targets, so that no other process reads them at the same time. */
async function takeDue({ db, work }: Social, limit: number): Promise<(TargetRow & { now: Date })[]> {
  const due = db.selectFrom("social_targets").select("id").where(isDue("next_read_at"));
  if (!(await due.limit(1).executeTakeFirst())) return [];
  return db
    .updateTable("social_targets")
    .set(({ ref }) => ({
      next_read_at: fromNow(2 * READ_MS),
      holder: work.holder,
      holder_attempt: ref("attempts"),
    }))
    .where("id", "in", due.orderBy("next_read_at").limit(limit).forNoKeyUpdate().skipLocked())
    .returningAll()
    .returning(databaseNow)
    .execute();
}

/** Reads the posts and the social accounts of targets, by their ids. */
async function readPostsAndAccounts({ db }: Social, targets: readonly TargetRow[]) {
  const unique = (ids: string[]) => [...new Set(ids)];
  const [posts, socialAccounts] = await Promise.all([
    db
      .selectFrom("social_posts")
      .selectAll()
      .where("id", "in", unique(targets.map(({ post_id }) => post_id)))
      .execute(),
    db
      .selectFrom("social_accounts")
      .selectAll()
      .where("id", "in", unique(targets.map(({ social_account_id }) => social_account_id)))
      .execute(),
  ]);
  const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
  return { posts: byId(posts), socialAccounts: byId(socialAccounts) };
}

export async function readTarget(
  social: Social,
  verdicts: VerdictQueue,
  read: TargetRead,
  stopping: AbortSignal,
): Promise<void> {
  const { log, settings } = social;
  const { target, now } = read;
  const pendingMs = settings.pendingMinutes * 60_000;
  const reads = target.reads + 1;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(READ_MS)]);
  if (target.status === "published") {
    const outcome = await askProvider(social, read, signal).catch((error) => {
      if (!stopping.aborted) log.warn("URL of a target not read", { targetId: target.id, error });
      return undefined;
    });
    if (!stopping.aborted) await verdicts.save({ target, ...toAddressChange(outcome, target, reads, now()) });
    return;
  }
  try {
    const outcome = (await askProvider(social, read, signal)) ?? {
      state: "unknown" as const,
      message: UNKNOWN,
    };
    await verdicts.save({ target, ...toChange(outcome, { ...target, reads }, pendingMs, now()) });
  } catch (error) {
    if (stopping.aborted) return;
    log.warn("target not read", { targetId: target.id, error });
    const isPending = target.status === "publishing" && target.task !== null;
    const pending = { state: "pending", task: target.task ?? "", readAfterMs: READ_MS } as const;
    const change = isPending
      ? toChange(pending, target, pendingMs, now())
      : toUnconfirmed(UNKNOWN, reads, target.task, now());
    await verdicts.save({ target, ...change });
  }
}

async function askProvider(
  social: Social,
  { target, post, socialAccount }: TargetRead,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const provider = social.engines.get("social", target.provider);
  // The social account was deleted in between, or the provider is no longer configured.
  if (!post || !socialAccount || !provider) return undefined;
  const sent = {
    ...toSocialTarget(target, post, socialAccount),
    attempt: target.attempts,
    idempotencyKey: getIdempotencyKey(target),
    calledAt: target.called_at?.getTime() ?? 0,
    progress: openProgress(social, post.account_id, target),
  };
  if (target.task !== null && provider.read) return provider.read(target.task, sent, signal);
  return provider.find(sent, signal);
}

/**
 * Reads an open target soon because a provider reports a change, or a published one without a URL. Trusts only the id
 * and reads the target itself.
 */
export async function readSoon({ db, work }: Social, targetId: string): Promise<void> {
  if (!isUuid(targetId)) return;
  const { numUpdatedRows } = await db
    .updateTable("social_targets")
    .set({ next_read_at: fromNow() })
    .where("id", "=", targetId)
    .where((eb) =>
      eb.or([
        eb("next_read_at", "is not", null),
        eb("status", "=", "unconfirmed"),
        eb.and([eb("status", "=", "published"), eb("task", "is not", null), eb("platform_post_url", "is", null)]),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await work.wake(db, READ);
}

/**
 * Runs after a restore. Another server may have published targets that were due since the backup. So they count as sent
 * under their next attempt, and are only resolved by reading from the provider.
 */
export async function restored(trx: Transaction): Promise<void> {
  await sql`
    with taken as (
      update social_targets set
        status = 'unconfirmed',
        attempts = case status when 'pending' then attempts + 1 else attempts end,
        claimed_at = coalesce(claimed_at, due_at),
        called_at = coalesce(claimed_at, due_at),
        due_at = null, delay_reason = null, lease_until = null, reads = 0,
        next_read_at = now(),
        error_message = ${AFTER_RESTORE}
      where called_at is null and (status = 'publishing' or (status = 'pending' and due_at <= now()))
      returning post_id
    )
    update social_posts set status = 'publishing'
    where id in (select post_id from taken) and status in ('scheduled', 'publishing')`.execute(trx);
}
