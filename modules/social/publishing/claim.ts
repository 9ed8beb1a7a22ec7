import { sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import type { SocialProvider } from "vireo/slots/social";
import type { Post, SocialAccount, Target } from "../tables";
import type { Settle, Verdict } from "./settle";
import { lockPaced, takeTurns } from "./turns";

/** A target that is ours to publish, with all that the call needs. */
export interface Claimed {
  target: Target;
  post: Post;
  account: SocialAccount;
  provider: SocialProvider;
}

/** `handled`: how many due targets were looked at, those included that were delayed or failed at once. */
export type Claim = (limit: number) => Promise<{ handled: number; claimed: Claimed[] }>;

interface Options {
  db: Database;
  settle: Settle;
  providers(name: string): SocialProvider | undefined;
  /** What is later than this is not published any more, ms. */
  maxLateMs: number;
  /** How long a claim lasts without being renewed, ms. */
  leaseMs: number;
}

interface Candidate {
  target: Target;
  post: Post;
  account: SocialAccount;
}

/**
 * Takes due targets, at most `limit`. Nobody waits here: what another process or a request holds just
 * now is left for the next time, so no two ever take the same one and no lock is waited for in a circle.
 */
export function createClaim({ db, settle, providers, maxLateMs, leaseMs }: Options): Claim {
  async function candidates(trx: Transaction, limit: number): Promise<Candidate[]> {
    const due = await trx
      .selectFrom("social_targets")
      .selectAll()
      .where("status", "=", "pending")
      .where("due_at", "<=", sql<Date>`now()`)
      .orderBy("due_at")
      .limit(limit)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    const unique = (ids: string[]) => [...new Set(ids)];
    const posts = await trx
      .selectFrom("social_posts")
      .selectAll()
      .where("id", "in", unique(due.map((target) => target.post_id)))
      .where("status", "in", ["scheduled", "publishing"])
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const accounts = await trx
      .selectFrom("social_accounts")
      .selectAll()
      .where("id", "in", unique(due.map((target) => target.social_account_id)))
      .execute();
    const free = await lockPaced(trx, due, providers);
    return due.flatMap((target) => {
      const post = posts.find(({ id }) => id === target.post_id);
      const account = accounts.find(({ id }) => id === target.social_account_id);
      return post && account && free(target) ? [{ target, post, account }] : [];
    });
  }

  return async function claim(limit: number) {
    return db.transaction().execute(async (trx) => {
      const all = await candidates(trx, limit);
      if (all.length === 0) return { handled: 0, claimed: [] };
      const verdicts: Verdict[] = [];
      const ready: Claimed[] = [];
      for (const { target, post, account } of all) {
        const provider = providers(target.provider);
        const late = Date.now() - (target.due_at?.getTime() ?? 0);
        const fail = (errorCategory: string, errorMessage: string) =>
          verdicts.push({ target, status: "failed", errorCategory, errorMessage });
        if (late > maxLateMs) fail("missed", tooLate(late, maxLateMs));
        else if (account.status === "disconnected")
          fail("account_issue", "The account is disconnected. Connect it again, then retry the post.");
        else if (!provider) fail("provider_unavailable", `The provider ${target.provider} is no longer configured.`);
        else ready.push({ target, post, account, provider });
      }
      const { go, delayed } = await takeTurns(trx, ready);
      const taken = go.length
        ? await trx
            .updateTable("social_targets")
            .set((eb) => ({
              status: "publishing",
              attempts: eb("attempts", "+", 1),
              claimed_at: new Date(),
              called_at: null,
              due_at: null,
              delay_reason: null,
              lease_until: new Date(Date.now() + leaseMs),
            }))
            .where(
              "id",
              "in",
              go.map(({ target }) => target.id),
            )
            .returningAll()
            .execute()
        : [];
      const fresh = new Map(taken.map((target) => [target.id, target]));
      const scheduled = [...new Set(go.filter(({ post }) => post.status === "scheduled").map(({ post }) => post.id))];
      if (scheduled.length > 0) {
        await trx
          .updateTable("social_posts")
          .set({ status: "publishing", updated_at: new Date() })
          .where("id", "in", scheduled)
          .execute();
      }
      await settle(trx, [...verdicts, ...delayed]);
      const claimed = go.flatMap((one) => {
        const target = fresh.get(one.target.id);
        return target ? [{ ...one, target }] : [];
      });
      return { handled: all.length, claimed };
    });
  };
}

const minutes = (ms: number) => `${Math.round(ms / 60_000)} min`;
const tooLate = (late: number, limit: number) =>
  `It was due ${minutes(late)} ago and could not go out then; nothing is published more than ${minutes(limit)} late. Retry it if it still should.`;
