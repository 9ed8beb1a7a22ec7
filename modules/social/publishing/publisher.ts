import type { Context } from "vireo/module";
import type { Outcome, PostMedia, Publication, SocialTarget } from "vireo/slots/social";
import { deadline, untilAborted } from "vireo/timing";
import { postIdOf } from "../posts/present";
import type { Post, SocialAccount, Target } from "../tables";
import type { Claimed } from "./claim";
import { MediaError, withMedia } from "./media";
import { changeFor, unconfirmed } from "./outcome";
import { preflight } from "./preflight";
import type { Verdict } from "./settle";

/** A pause after a fault that came before the call. */
const FAULT_PAUSE_MS = 30_000;
/** Uploads of large videos take a while. */
const PREPARE_MS = 30 * 60_000;

export const socialTarget = (target: Target, post: Post, account: SocialAccount): SocialTarget => ({
  targetId: target.id,
  postId: postIdOf(post.id),
  owner: post.account_id,
  account: { externalId: account.external_id, platform: account.platform, username: account.username },
  content: post.content,
  ...(post.title === null ? {} : { title: post.title }),
  toInbox: post.to_inbox && target.platform === "tiktok",
  ...(target.platform === "tiktok" ? { tiktok: post.tiktok } : {}),
});

/** A uuid for each attempt at a target: what a provider tells repeated calls by. */
export function idempotencyKey({ id, attempts }: Pick<Target, "id" | "attempts">): string {
  const hex = new Bun.CryptoHasher("sha256").update(`${id}:${attempts}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

interface Options extends Pick<Context, "db" | "media" | "fetch" | "host" | "log"> {
  /** Limit of one call, ms. */
  callMs: number;
  pendingMs: number;
  leaseMs: number;
  maxLateMs: number;
}

/** Brings one claimed target as far as it comes, and says what became of it; undefined where it is no longer ours. */
export function createPublisher(options: Options) {
  const { db, log, leaseMs } = options;

  const mine = ({ id, attempts }: Target) =>
    db
      .updateTable("social_targets")
      .where("id", "=", id)
      .where("attempts", "=", attempts)
      .where("status", "=", "publishing")
      .where("called_at", "is", null);

  /** The attempt, on record before the call: from here on nobody calls for it again. */
  async function record(target: Target, limitMs: number): Promise<Date | undefined> {
    const row = await mine(target)
      .set({ called_at: new Date(), lease_until: new Date(Date.now() + limitMs + leaseMs) })
      .returning("called_at")
      .executeTakeFirst();
    return row?.called_at ?? undefined;
  }

  async function call(claimed: Claimed, order: Publication, limitMs: number): Promise<Outcome> {
    const late = () => new Error(`The provider did not answer within ${Math.round(limitMs / 1000)} s.`);
    const limit = deadline(limitMs, late);
    try {
      return await untilAborted(claimed.provider.publish(order, limit.signal), limit.signal);
    } catch (error) {
      log.warn("a publish call has no known outcome", { targetId: claimed.target.id, error });
      const message = limit.signal.aborted ? late().message : "The call to the provider broke off.";
      return { state: "unknown", message };
    } finally {
      limit.end();
    }
  }

  /** Keeps the claim alive while something that may take long is done before the call. */
  async function prepare(claimed: Claimed, target: SocialTarget, video: PostMedia, stopping: AbortSignal) {
    const { provider } = claimed;
    const limit = deadline(PREPARE_MS, () => new Error("Preparing the post took too long."), stopping);
    const renew = () =>
      mine(claimed.target)
        .set({ lease_until: new Date(Date.now() + leaseMs) })
        .execute();
    const timer = setInterval(
      () => void renew().catch((error) => log.warn("claim not renewed", { error })),
      leaseMs / 3,
    );
    try {
      const stop = await untilAborted(preflight(provider, target, limit.signal), limit.signal);
      if (stop) return { stop };
      return {
        prepared: await untilAborted(Promise.resolve(provider.prepare?.(target, video, limit.signal)), limit.signal),
      };
    } finally {
      clearInterval(timer);
      limit.end();
    }
  }

  /** A fault before the call: certain where it lies in the video, else tried again until it is too late. */
  function fault(error: unknown, { target }: Claimed, stopping: AbortSignal): Omit<Verdict, "target"> {
    if (error instanceof MediaError)
      return { status: "failed", errorCategory: "media_unavailable", errorMessage: error.message };
    if (stopping.aborted) return { status: "pending", dueAt: new Date(Date.now() - 1) };
    log.warn("a post could not be prepared", { targetId: target.id, error });
    const next = Date.now() + FAULT_PAUSE_MS;
    if (next > (target.wanted_at?.getTime() ?? 0) + options.maxLateMs) {
      const errorMessage = "The provider could not be asked until it was too late. Nothing was published.";
      return { status: "failed", errorCategory: "provider_unavailable", errorMessage };
    }
    return {
      status: "pending",
      dueAt: new Date(next),
      delayReason: "The provider could not be asked; it is tried again.",
    };
  }

  return async function publish(claimed: Claimed, stopping: AbortSignal): Promise<Verdict | undefined> {
    const { target, post, account, provider } = claimed;
    const limitMs = provider.timeLimitMs ?? options.callMs;
    const about = socialTarget(target, post, account);
    let called: Date | undefined;
    try {
      return await withMedia(options, post, stopping, async (video) => {
        const { stop, prepared } = await prepare(claimed, about, video, stopping);
        if (stop) return { target, ...stop };
        stopping.throwIfAborted();
        called = await record(target, limitMs);
        if (!called) return undefined;
        const order: Publication = {
          ...about,
          idempotencyKey: idempotencyKey(target),
          attempt: target.attempts,
          media: video,
          prepared,
        };
        const outcome = await call(claimed, order, limitMs);
        return {
          target,
          ...changeFor(outcome, { ...target, called_at: called, reads: 0, task: null }, options.pendingMs),
        };
      });
    } catch (error) {
      if (called) return { target, ...unconfirmed("The call to the provider broke off.", 0, null) };
      return { target, ...fault(error, claimed, stopping) };
    }
  };
}
