/** The gate in front of publishing: who needs an approval, and who may only save drafts. */
import type { Static } from "@sinclair/typebox";
import { requireScope } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Caller } from "vireo/request";
import type { Social } from "../context";
import type { Post, Requirement } from "../tables";
import type { ApprovalSetting } from "./schema";

export const DRAFT = "social:draft";
export const WRITE = "social:write";
export const APPROVE = "social:approve";

export async function readRequirement(db: Database, accountId: string): Promise<Requirement> {
  const row = await db
    .selectFrom("social_approval_settings")
    .select("require_approval")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.require_approval ?? "off";
}

/** Posts that wait keep waiting, whatever the new value is. */
export const setRequirement = (
  { db, audit }: Social,
  accountId: string,
  { requireApproval }: Static<typeof ApprovalSetting>,
): Promise<Static<typeof ApprovalSetting>> =>
  db.transaction().execute(async (trx) => {
    await trx
      .insertInto("social_approval_settings")
      .values({ account_id: accountId, require_approval: requireApproval })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ require_approval: requireApproval }))
      .execute();
    const subject = { type: "approval", id: accountId };
    await audit.record(trx, { action: "approval.updated", accountId, subject, details: { requireApproval } });
    return { requireApproval };
  });

/**
 * Decides whether what the caller wants to schedule or publish needs an approval. Every way to do so asks here.
 * @throws insufficient_scope if there is nobody to ask, because the account requires no approval
 */
export function needsApproval(caller: Caller, requirement: Requirement): boolean {
  if (requirement === "off") {
    requireWrite(caller, "Save the post as a draft, or turn on approval with PUT /social/approval.");
    return false;
  }
  return requirement === "everyone" || !caller.scopes.has(WRITE) || !caller.scopes.has(APPROVE);
}

/**
 * Refuses changes of posts that were scheduled by somebody with more rights: with `social:draft` alone, a caller changes
 * drafts, posts that wait, and those that were approved.
 */
export function requireMayChange(caller: Caller, requirement: Requirement, { status, approval }: Post): void {
  if (status === "draft" || status === "needs_approval") return;
  if (requirement !== "off" && approval === "approved") return;
  requireWrite(caller, "Without it, you can change drafts and posts that need approval.");
}

/** Throws `insufficient_scope` if a caller who needs an approval retries a post that has none. */
export function requireMayRetry(caller: Caller, requirement: Requirement, post: Post): void {
  if (post.approval !== "approved" && needsApproval(caller, requirement)) requireScope(caller, APPROVE);
}

function requireWrite(caller: Caller, advice: string): void {
  if (caller.scopes.has(WRITE)) return;
  const who = caller.personId ? caller.keyName : `The key "${caller.keyName}"`;
  throw new ApiError("insufficient_scope", `${who} does not have the scope ${WRITE}. ${advice}`);
}
