/**
 * Publishes one claimed target, at most once:
 *
 *     prepare (may be repeated) ─► record `called_at` ─► provider.publish ─► verdict
 *
 * The call is recorded before it is made. From then on it is never repeated, and an unknown outcome is only resolved by
 * reading (confirm.ts). Only a provider that knows that nothing was published can have the target wait for a new attempt.
 */
import { fromNow, isOwned, LEASE_MS } from "vireo/leases";
import {
  type CreatorInfo,
  type Outcome,
  PostLaterError,
  type PostMedia,
  type Progress,
  type Publication,
  RefusedError,
  type SocialProvider,
  type SocialTarget,
} from "vireo/slots/social";
import { withDeadline } from "vireo/timing";
import type { WorkSignals } from "vireo/work";
import type { Social } from "../context";
import { findInfo, listOffers } from "../platforms";
import { isOfActiveAccount } from "../posts/store";
import type { TargetRow } from "../tables";
import type { TargetClaim } from "./claim";
import { MediaError, withMedia } from "./media";
import { toChange, toDelay, toUnconfirmed } from "./outcome";
import { openProgress } from "./progress";
import { getIdempotencyKey, toSocialTarget } from "./publication";
import type { TargetChange, Verdict } from "./settle";

/** Delay before the next attempt after an error before the call. */
const RETRY_MS = 30_000;
/** Long, because uploads of large videos take a while. */
const PREPARE_MS = 30 * 60_000;
/** Delay when a creator has reached the daily number of posts. */
const WAIT_MS = 60 * 60_000;
const interactions = { comment: "allowComment", duet: "allowDuet", stitch: "allowStitch" } as const;

/** Returns the verdict. Undefined if another process has claimed the target, or its account was suspended. */
export async function publishTarget(
  social: Social,
  claimed: TargetClaim,
  { stopping, lost }: WorkSignals,
): Promise<Verdict | undefined> {
  const { target, post, socialAccount, provider, now } = claimed;
  const limitMs = provider.timeLimitMs ?? social.settings.callSeconds * 1000;
  const socialTarget = toSocialTarget(target, post, socialAccount);
  const progress = openProgress(social, post.account_id, target);
  const cut = AbortSignal.any([stopping, lost]);
  let calledAt: Date | undefined;
  try {
    const { media: rules } = findInfo(listOffers(social), target.provider, target.platform);
    return await withMedia(social, post, rules, stopping, async (media) => {
      const { change, prepared } = await prepare(claimed, { socialTarget, media, progress }, cut);
      if (change) return { target, ...change };
      stopping.throwIfAborted();
      calledAt = await recordCall(social, target, limitMs);
      if (!calledAt) return undefined;
      const idempotencyKey = getIdempotencyKey(target);
      const attempt = target.attempts;
      const publication = { ...socialTarget, idempotencyKey, attempt, progress, media, prepared };
      const outcome = await callProvider(social, claimed, publication, limitMs);
      const called = { ...target, called_at: calledAt, reads: 0, task: null };
      return { target, ...toChange(outcome, called, social.settings.pendingMinutes * 60_000, now()) };
    });
  } catch (error) {
    if (calledAt) return { target, ...toUnconfirmed("The call to the provider was interrupted.", 0, null, now()) };
    return { target, ...toRetry(social, error, claimed, stopping) };
  }
}

const updateUncalled = ({ db }: Social, target: TargetRow) =>
  db
    .updateTable("social_targets")
    .where(isOwned(target))
    .where("status", "=", "publishing")
    .where("called_at", "is", null);

async function recordCall(social: Social, target: TargetRow, limitMs: number): Promise<Date | undefined> {
  const row = await updateUncalled(social, target)
    .where(isOfActiveAccount())
    .set({ called_at: fromNow(), lease_until: fromNow(limitMs + LEASE_MS) })
    .returning("called_at")
    .executeTakeFirst();
  return row?.called_at ?? undefined;
}

async function callProvider(
  { log }: Social,
  { target, provider }: TargetClaim,
  publication: Publication,
  limitMs: number,
): Promise<Outcome> {
  const timeout = `The provider did not respond within ${Math.round(limitMs / 1000)} s.`;
  let isLate = false;
  const late = () => {
    isLate = true;
    return new Error(timeout);
  };
  try {
    return await withDeadline(limitMs, late, (signal) => provider.publish(publication, signal));
  } catch (error) {
    log.warn("publish call with unknown outcome", { targetId: target.id, error });
    return { state: "unknown", message: isLate ? timeout : "The call to the provider was interrupted." };
  }
}

/** Result of the preparation, or the change of a target that is not published now. */
interface Prepared {
  change?: TargetChange;
  prepared?: unknown;
}

const failed = (errorMessage: string): TargetChange => ({
  status: "failed",
  errorCategory: "user_content",
  errorMessage,
});

/** Checks a post's settings against the creator's. Returns undefined if the post may be published. */
function checkSettings({ tiktok }: SocialTarget, info: CreatorInfo, now: number): TargetChange | undefined {
  if (!info.canPostMore) {
    return {
      status: "pending",
      dueAt: new Date(now + WAIT_MS),
      delayReason: "TikTok accepts no more posts from this account today.",
    };
  }
  const level = tiktok?.privacyLevel;
  if (level !== undefined && !info.privacyLevels.includes(level)) {
    return failed(
      `This account does not support the privacy level ${level}. Supported: ${info.privacyLevels.join(", ")}.`,
    );
  }
  for (const [name, setting] of Object.entries(interactions)) {
    if (tiktok?.[setting] && !info.interactions[name as keyof typeof interactions])
      return failed(
        `This account does not allow ${name === "duet" ? "duets" : name === "stitch" ? "stitches" : "comments"}. They cannot be turned on for a post.`,
      );
  }
  return undefined;
}

/** Checks a direct post to TikTok. An inbox accepts everything. */
async function preflight(
  provider: SocialProvider,
  target: SocialTarget,
  now: () => number,
  signal: AbortSignal,
): Promise<TargetChange | undefined> {
  if (target.account.platform !== "tiktok" || target.toInbox || !provider.creatorInfo) return undefined;
  return checkSettings(target, await provider.creatorInfo(target.account, signal, target.owner), now());
}

/** Runs checks and uploads, which may take long. */
async function prepare(
  { provider, now }: TargetClaim,
  { socialTarget, media, progress }: { socialTarget: SocialTarget; media: PostMedia; progress: Progress },
  cut: AbortSignal,
): Promise<Prepared> {
  const late = () => new Error("Preparing the post took too long.");
  const work = async (signal: AbortSignal): Promise<Prepared> => {
    const change = await preflight(provider, socialTarget, now, signal);
    if (change) return { change };
    signal.throwIfAborted();
    return { prepared: await provider.prepare?.(socialTarget, media, signal, progress) };
  };
  return withDeadline(PREPARE_MS, late, work, cut);
}

/**
 * Handles an error before the call. It is final if the media are at fault; otherwise retries until the post is too late.
 */
function toRetry(
  { log, settings }: Social,
  error: unknown,
  { target, now }: TargetClaim,
  stopping: AbortSignal,
): TargetChange {
  if (error instanceof MediaError) {
    return { status: "failed", errorCategory: "media_unavailable", errorMessage: error.message };
  }
  if (error instanceof RefusedError)
    return { status: "failed", errorCategory: error.category, errorMessage: error.message };
  if (error instanceof PostLaterError) return toDelay(error, target, now());
  if (stopping.aborted) return { status: "pending", dueAt: new Date(now() - 1) };
  log.warn("post not prepared", { targetId: target.id, error });
  const next = now() + RETRY_MS;
  if (next > (target.wanted_at?.getTime() ?? 0) + settings.maxLateMinutes * 60_000) {
    const errorMessage = "The provider could not be reached until the post was too late. Nothing was published.";
    return { status: "failed", errorCategory: "provider_unavailable", errorMessage };
  }
  return { status: "pending", dueAt: new Date(next), delayReason: "The provider could not be reached. Retrying." };
}
