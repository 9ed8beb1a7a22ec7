import type { FailCategory, Outcome } from "vireo/slots/social";
import type { TargetRow } from "../tables";
import type { TargetChange } from "./settle";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Delays between reads of an unconfirmed target. After the last one it stays unconfirmed. */
const READS_MS = [5, 15, 60, 300, 900, 3600, 4 * 3600, 12 * 3600].map((seconds) => seconds * SECOND);
const READ_AFTER_MS = 5 * SECOND;
/** Delays between reads of a published target without a URL: 1, 5 and 15 minutes after publication. */
const ADDRESS_READS_MS = [60, 240, 600].map((seconds) => seconds * SECOND);

/** Schedules the next read of a target whose outcome is unknown. */
export function toUnconfirmed(why: string, reads: number, task: string | null, now: number): TargetChange {
  const pause = READS_MS[reads];
  const rest =
    pause === undefined
      ? `Vireo checked with the provider ${reads} times without a result. It may be published, so check the account before you post it again.`
      : "It may be published, so it is not sent again. Vireo is checking with the provider.";
  return {
    status: "unconfirmed",
    reads,
    errorMessage: `${why.replace(/\s*$/, "").replace(/[^.!?]$/, "$&.")} ${rest}`,
    task: task ?? undefined,
    nextReadAt: pause === undefined ? undefined : new Date(now + pause),
  };
}

const toDate = (ms: number | undefined, now: number) =>
  new Date(ms !== undefined && Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? ms : now);

/**
 * Schedules the next read of a published target without a URL. After the last one the task is kept, so that a
 * provider's webhook can still trigger a read.
 */
function toAddressless(task: string | null, reads: number, now: number): TargetChange {
  const pause = ADDRESS_READS_MS[reads];
  return {
    status: "published",
    reads,
    task: task ?? undefined,
    nextReadAt: pause === undefined ? undefined : new Date(now + pause),
  };
}

/** Maps the result of reading a published target to its change. It stays published in any case. */
export function toAddressChange(
  outcome: Outcome | undefined,
  { task }: Pick<TargetRow, "task">,
  reads: number,
  now: number,
): TargetChange {
  const { platformPostId, platformPostUrl } = outcome?.state === "published" ? outcome : {};
  const base = platformPostUrl ? { status: "published" as const } : toAddressless(task, reads, now);
  return { ...base, platformPostId: platformPostId || undefined, platformPostUrl: platformPostUrl || undefined };
}

/** Maximum time that posts wait for a limit or a fault of the platform. */
const LIMIT_MS = 3 * 86_400_000;

/** Delays the post because of a limit or a fault of the platform. The delay is shown, and has an end. */
export function toDelay(
  { afterMs, message }: { afterMs: number; message: string },
  { wanted_at }: Pick<TargetRow, "wanted_at">,
  now: number,
  errorCategory: FailCategory = "quota_exhausted",
): TargetChange {
  if (now + afterMs > (wanted_at?.getTime() ?? 0) + LIMIT_MS)
    return { status: "failed", errorCategory, errorMessage: message };
  return { status: "pending", dueAt: new Date(now + afterMs), delayReason: message };
}

/** Maps an outcome to the change of its target. `pendingMs`: time limit for the provider's processing. */
export function toChange(
  outcome: Outcome,
  target: Pick<TargetRow, "called_at" | "reads" | "task" | "wanted_at">,
  pendingMs: number,
  now: number,
): TargetChange {
  switch (outcome.state) {
    case "published":
      return {
        ...(outcome.task && !outcome.platformPostUrl
          ? toAddressless(outcome.task, 0, now)
          : { status: "published" as const }),
        publishedAt: toDate(outcome.publishedAt, now),
        notice: outcome.notice || undefined,
        platformPostId: outcome.platformPostId || undefined,
        platformPostUrl: outcome.platformPostUrl || undefined,
      };
    case "in_inbox":
      return {
        status: "in_inbox",
        publishedAt: new Date(now),
        platformPostId: outcome.platformPostId || undefined,
      };
    case "failed":
      return { status: "failed", errorCategory: outcome.category, errorMessage: outcome.message };
    case "later":
      return { ...toDelay(outcome, target, now, "platform_error"), isUncalled: true };
    case "pending": {
      const until = (target.called_at?.getTime() ?? now) + pendingMs;
      if (!outcome.task) return toUnconfirmed("The provider returned no task to check.", target.reads, null, now);
      if (until <= now)
        return toUnconfirmed(
          `The provider has not finished within ${Math.round(pendingMs / 60_000)} min.`,
          target.reads,
          outcome.task,
          now,
        );
      return {
        status: "publishing",
        task: outcome.task,
        notice: outcome.notice || undefined,
        nextReadAt: new Date(Math.min(until, now + Math.min(outcome.readAfterMs ?? READ_AFTER_MS, HOUR))),
      };
    }
    case "unknown":
      return toUnconfirmed(outcome.message, target.reads, target.task, now);
    default:
      return toUnconfirmed("The provider returned an invalid result.", target.reads, target.task, now);
  }
}
