import type { PostStatus, TargetStatus } from "../tables";

interface Part {
  status: TargetStatus;
  due_at: Date | null;
}

/**
 * Where a post stands that is on its way, by its targets. `scheduled` while all of them wait for a
 * later moment; `partial` where they ended differently, or one of them is not known to have ended well.
 */
export function stateOf(targets: readonly Part[], now = Date.now()): PostStatus {
  const count = (...statuses: TargetStatus[]) => targets.filter(({ status }) => statuses.includes(status)).length;
  const waiting = targets.filter(({ status }) => status === "pending");
  if (waiting.length === targets.length && waiting.every(({ due_at }) => due_at && due_at.getTime() > now))
    return "scheduled";
  if (waiting.length > 0 || count("publishing") > 0) return "publishing";
  if (count("published", "in_inbox") === targets.length) return "published";
  return count("failed") === targets.length ? "failed" : "partial";
}
