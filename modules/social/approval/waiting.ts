import type { Database } from "vireo/database";
import { fromNow } from "vireo/leases";
import type { Caller } from "vireo/request";
import type { Decision, Post, Requester } from "../tables";
import { MAX_DECISIONS } from "./schema";

/** Time before a scheduled post at which people are reminded that it still needs an approval. */
const REMIND_MS = 86_400_000;

export const toRequester = ({ keyName, personId, createdBy }: Caller): Requester => ({
  name: keyName,
  personId: personId ?? createdBy,
});

/** Returns when to send the next notice about a waiting post: a day before its time, or at its time. */
export function planNotice(scheduledFor: Date | null, now: number): Date | null {
  if (!scheduledFor) return null;
  const reminder = scheduledFor.getTime() - REMIND_MS;
  return reminder > now ? new Date(reminder) : scheduledFor;
}

/** Columns of a post that begins to wait. A post without a time is published when it is approved. */
export const toWaiting = (caller: Caller, scheduledFor: Date | null, now: number) => ({
  status: "needs_approval" as const,
  approval: "pending" as const,
  requested_by: toRequester(caller),
  requested_at: fromNow(),
  overdue: false,
  notice_at: planNotice(scheduledFor, now),
});

/** Reads the latest decisions about these posts, oldest first. */
export async function readDecisions(db: Database, posts: readonly Pick<Post, "id" | "requested_at">[]) {
  // A decision follows a request, so most lists need no query.
  const ids = posts.filter(({ requested_at }) => requested_at !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map<string, Decision[]>();
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("social_decisions")
        .selectAll()
        .select((own) =>
          own.fn
            .agg<number>("row_number")
            .over((over) => over.partitionBy("post_id").orderBy("created_at", "desc"))
            .as("number"),
        )
        .where("post_id", "in", ids)
        .as("d"),
    )
    .selectAll()
    .where("number", "<=", MAX_DECISIONS)
    .orderBy("created_at")
    .execute();
  return Map.groupBy<string, Decision>(rows, (row) => row.post_id);
}
