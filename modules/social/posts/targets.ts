import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { insertRows } from "vireo/tables";
import type { Post, SocialAccount, TargetRow } from "../tables";

/** Builds one target per social account, in their order. */
export const addTargets = (trx: Transaction, post: Post, socialAccounts: readonly SocialAccount[], due: Date | null) =>
  insertRows(
    trx,
    "social_targets",
    socialAccounts.map((socialAccount, position) => ({
      id: newUuid(),
      post_id: post.id,
      social_account_id: socialAccount.id,
      provider: socialAccount.provider,
      platform: socialAccount.platform,
      position,
      status: "pending" as const,
      wanted_at: due,
      due_at: due,
    })),
  ).execute();

/** Reschedules all targets of a post that has not begun. */
export const moveTargets = (trx: Transaction, post: Post, due: Date | null) =>
  trx
    .updateTable("social_targets")
    .set({ wanted_at: due, due_at: due, delay_reason: null })
    .where("post_id", "=", post.id)
    .where("status", "=", "pending")
    .execute();

/** Makes targets due at once, with a fresh state. */
export const startTargets = (trx: Transaction, targets: readonly TargetRow[], now: Date) =>
  trx
    .updateTable("social_targets")
    .set({
      status: "pending",
      wanted_at: now,
      due_at: now,
      called_at: null,
      delay_reason: null,
      error_category: null,
      error_message: null,
      notice: null,
    })
    .where(
      "id",
      "in",
      targets.map((target) => target.id),
    )
    .execute();
