import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { clockFrom, fromNow, isDue, LEASE_MS } from "vireo/leases";
import type { Social } from "../context";
import { isOfActiveAccount } from "../posts/store";
import { applyPaces, type DueTarget, lockPaces } from "./pacing";
import { settleVerdicts, type Verdict } from "./settle";

/** A target whose lease this process holds. */
export interface TargetClaim extends DueTarget {
  /** The database's current time. */
  now(): number;
}

/** Before it is known whether its provider is still configured. */
type Due = Omit<DueTarget, "provider">;

/**
 * Claims up to `limit` due targets. Skips rows that another process or request holds, so no target is claimed twice and
 * no lock is awaited. `handled` counts all examined targets, including delayed and failed ones.
 */
export function claimDue(social: Social, limit: number): Promise<{ handled: number; claimed: TargetClaim[] }> {
  return social.db.transaction().execute(async (trx) => {
    const { due, now } = await findDue(social, trx, limit);
    if (due.length === 0) return { handled: 0, claimed: [] };
    const { candidates, failed } = checkDue(social, due, now);
    const { ready, delayed } = await applyPaces(trx, candidates, now);
    const claimed = ready.length > 0 ? await markPublishing(social, trx, ready) : [];
    await settleVerdicts(social, trx, [...failed, ...delayed]);
    return { handled: due.length, claimed };
  });
}

async function findDue(social: Social, trx: Transaction, limit: number): Promise<{ due: Due[]; now: number }> {
  const targets = await trx
    .selectFrom("social_targets")
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as("now"))
    .where("status", "=", "pending")
    .where(isDue("due_at"))
    .where(isOfActiveAccount())
    .orderBy("due_at")
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const now = targets[0]?.now.getTime() ?? 0;
  if (targets.length === 0) return { due: [], now };
  const unique = (ids: string[]) => [...new Set(ids)];
  const posts = await trx
    .selectFrom("social_posts")
    .selectAll()
    .where("id", "in", unique(targets.map((target) => target.post_id)))
    .where("status", "in", ["scheduled", "publishing"])
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const socialAccounts = await trx
    .selectFrom("social_accounts")
    .selectAll()
    .where("id", "in", unique(targets.map((target) => target.social_account_id)))
    .execute();
  const isHeld = await lockPaces(social, trx, targets);
  const due = targets.flatMap(({ now: _now, ...target }) => {
    const post = posts.find(({ id }) => id === target.post_id);
    const socialAccount = socialAccounts.find(({ id }) => id === target.social_account_id);
    return post && socialAccount && isHeld(target) ? [{ target, post, socialAccount }] : [];
  });
  return { due, now };
}

/** Fails targets that can no longer be published. */
function checkDue({ engines, settings }: Social, due: readonly Due[], now: number) {
  const maxLateMs = settings.maxLateMinutes * 60_000;
  const failed: Verdict[] = [];
  const candidates: DueTarget[] = [];
  for (const { target, post, socialAccount } of due) {
    const provider = engines.get("social", target.provider);
    const late = now - (target.due_at?.getTime() ?? 0);
    const fail = (errorCategory: string, errorMessage: string) =>
      failed.push({ target, status: "failed", errorCategory, errorMessage });
    if (late > maxLateMs) fail("missed", describeLate(late, maxLateMs));
    else if (socialAccount.status === "disconnected")
      fail("account_issue", "The account is disconnected. Reconnect it, then retry the post.");
    else if (!provider) fail("provider_unavailable", `The provider ${target.provider} is no longer configured.`);
    else candidates.push({ target, post, socialAccount, provider });
  }
  return { candidates, failed };
}

async function markPublishing(social: Social, trx: Transaction, ready: readonly DueTarget[]): Promise<TargetClaim[]> {
  const rows = await trx
    .updateTable("social_targets")
    .set((eb) => ({
      status: "publishing",
      attempts: eb("attempts", "+", 1),
      claimed_at: fromNow(),
      called_at: null,
      due_at: null,
      delay_reason: null,
      lease_until: fromNow(LEASE_MS),
      holder: social.work.holder,
      holder_attempt: eb("attempts", "+", 1),
    }))
    .where(
      "id",
      "in",
      ready.map(({ target }) => target.id),
    )
    .returningAll()
    .execute();
  const scheduled = [...new Set(ready.filter(({ post }) => post.status === "scheduled").map(({ post }) => post.id))];
  if (scheduled.length > 0) {
    const posts = trx.updateTable("social_posts").where("id", "in", scheduled);
    await posts.set({ status: "publishing", updated_at: fromNow() }).execute();
  }
  const targets = new Map(rows.map((target) => [target.id, target]));
  return ready.flatMap((candidate) => {
    const target = targets.get(candidate.target.id);
    return target?.claimed_at ? [{ ...candidate, target, now: clockFrom(target.claimed_at) }] : [];
  });
}

const toMinutes = (ms: number) => `${Math.round(ms / 60_000)} min`;
const describeLate = (late: number, limit: number) =>
  `This post was due ${toMinutes(late)} ago. Posts more than ${toMinutes(limit)} late are not published. Retry it to publish it now.`;
