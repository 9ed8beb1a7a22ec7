import type { PostStatus, TargetStatus } from "../tables";

interface Part {
  status: TargetStatus;
  due_at: Date | null;
}

/**
 * Derives the status of a post from its targets: `scheduled` while all of them wait for a later time, `partial` if they
 * ended differently or one outcome is unknown.
 */
export function derivePostStatus(targets: readonly Part[], now: number): PostStatus {
  const count = (...statuses: TargetStatus[]) => targets.filter(({ status }) => statuses.includes(status)).length;
  const waiting = targets.filter(({ status }) => status === "pending");
  if (waiting.length === targets.length && waiting.every(({ due_at }) => due_at && due_at.getTime() > now))
    return "scheduled";
  if (waiting.length > 0 || count("publishing") > 0) return "publishing";
  if (count("published", "in_inbox") === targets.length) return "published";
  return count("failed") === targets.length ? "failed" : "partial";
}
