import type { Outcome } from "vireo/slots/social";
import type { Target } from "../tables";
import type { Verdict } from "./settle";

type Change = Omit<Verdict, "target">;

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Pauses between the readings of an unconfirmed target; after the last one it stays as it is. */
const READS_MS = [5, 15, 60, 300, 900, 3600, 4 * 3600, 12 * 3600].map((seconds) => seconds * SECOND);
const READ_AFTER_MS = 5 * SECOND;

/** The next reading of a target whose outcome is unknown, and what is told meanwhile. */
export function unconfirmed(why: string, reads: number, task: string | null, now = Date.now()): Change {
  const pause = READS_MS[reads];
  const rest =
    pause === undefined
      ? `The provider was asked ${reads} times and did not tell. It may be out: look at the account before you post it again.`
      : "It may be out, so it is not sent again; the provider is being asked.";
  return {
    status: "unconfirmed",
    reads,
    errorMessage: `${why.replace(/\s*$/, "").replace(/[^.!?]$/, "$&.")} ${rest}`,
    ...(task === null ? {} : { task }),
    ...(pause === undefined ? {} : { nextReadAt: new Date(now + pause) }),
  };
}

const date = (ms: number | undefined, now: number) =>
  new Date(ms !== undefined && Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? ms : now);

/** What a target becomes by an outcome. `pendingMs`: how long a provider may work on it. */
export function changeFor(
  outcome: Outcome,
  target: Pick<Target, "called_at" | "reads" | "task">,
  pendingMs: number,
  now = Date.now(),
): Change {
  switch (outcome.state) {
    case "published":
      return {
        status: "published",
        publishedAt: date(outcome.publishedAt, now),
        ...(outcome.platformPostId ? { platformPostId: outcome.platformPostId } : {}),
        ...(outcome.platformPostUrl ? { platformPostUrl: outcome.platformPostUrl } : {}),
      };
    case "in_inbox":
      return {
        status: "in_inbox",
        publishedAt: new Date(now),
        ...(outcome.platformPostId ? { platformPostId: outcome.platformPostId } : {}),
      };
    case "failed":
      return { status: "failed", errorCategory: outcome.category, errorMessage: outcome.message };
    case "pending": {
      const until = (target.called_at?.getTime() ?? now) + pendingMs;
      if (!outcome.task) return unconfirmed("The provider named no task to ask for.", target.reads, null, now);
      if (until <= now)
        return unconfirmed(
          `The provider has worked on it for more than ${Math.round(pendingMs / 60_000)} min.`,
          target.reads,
          outcome.task,
          now,
        );
      return {
        status: "publishing",
        task: outcome.task,
        nextReadAt: new Date(Math.min(until, now + Math.min(outcome.readAfterMs ?? READ_AFTER_MS, HOUR))),
      };
    }
    case "unknown":
      return unconfirmed(outcome.message, target.reads, target.task, now);
    default:
      return unconfirmed("The provider gave an answer that says nothing.", target.reads, target.task, now);
  }
}
