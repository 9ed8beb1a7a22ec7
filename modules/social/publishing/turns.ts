import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Pace, SocialProvider } from "vireo/slots/social";
import type { Target } from "../tables";
import type { Claimed } from "./claim";
import { longestOf, nextSlot, pacesOf } from "./pace";
import type { Verdict } from "./settle";

/** Keeps two processes from counting the same free place of a limit; tells which targets are ours to count. */
export async function lockPaced(
  trx: Transaction,
  due: readonly Target[],
  providers: (name: string) => SocialProvider | undefined,
): Promise<(target: Target) => boolean> {
  const keys = (target: Target) => {
    const provider = providers(target.provider);
    const account = provider && pacesOf(provider, target.platform).length > 0 ? [target.social_account_id] : [];
    return provider?.pace?.length ? [...account, provider.name] : account;
  };
  const held = new Map<string, boolean>();
  for (const key of new Set(due.flatMap(keys))) {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`social.pace:${key}`}, 0)) as held`.execute(trx);
    held.set(key, rows[0]?.held ?? false);
  }
  return (target) => keys(target).every((key) => held.get(key));
}

/** When an account, or a whole provider, has posted and is planned to, as far back as counts. */
async function timesOf(
  trx: Transaction,
  column: "social_account_id" | "provider",
  value: string,
  memoryMs: number,
  except: readonly string[],
): Promise<number[]> {
  const since = new Date(Date.now() - memoryMs);
  const [done, planned] = await Promise.all([
    trx
      .selectFrom("social_targets")
      .select("claimed_at as at")
      .where(column, "=", value)
      .where("claimed_at", ">", since)
      .execute(),
    trx
      .selectFrom("social_targets")
      .select("due_at as at")
      .where(column, "=", value)
      .where("status", "=", "pending")
      .where("delay_reason", "is not", null)
      .where("due_at", "is not", null)
      .where("id", "not in", except)
      .execute(),
  ]);
  return [...done, ...planned].map(({ at }) => at?.getTime() ?? 0);
}

/** Who may go now; the others get the first moment that keeps every pace. */
export async function takeTurns(trx: Transaction, all: readonly Claimed[]) {
  const times = new Map<string, number[]>();
  const ids = all.map(({ target }) => target.id);
  const load = async (column: "social_account_id" | "provider", value: string, paces: readonly Pace[]) => {
    if (paces.length === 0) return [];
    const known = times.get(value) ?? (await timesOf(trx, column, value, longestOf(paces), ids));
    times.set(value, known);
    return known;
  };
  const now = Date.now();
  const go: Claimed[] = [];
  const delayed: Verdict[] = [];
  for (const claimed of all) {
    const { target, account, provider } = claimed;
    const own = pacesOf(provider, target.platform);
    const shared = provider.pace ?? [];
    const ownTimes = await load("social_account_id", account.id, own);
    const sharedTimes = await load("provider", provider.name, shared);
    const slot = Math.max(nextSlot(own, ownTimes, now), nextSlot(shared, sharedTimes, now));
    ownTimes.push(slot);
    sharedTimes.push(slot);
    if (slot <= now) go.push(claimed);
    else
      delayed.push({
        target,
        status: "pending",
        dueAt: new Date(slot),
        delayReason: `The limit of posts ${nextSlot(own, ownTimes.slice(0, -1), now) > now ? `to one ${target.platform} account` : `through ${provider.name}`} is reached.`,
      });
  }
  return { go, delayed };
}
