import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Pace, SocialProvider } from "vireo/slots/social";
import type { Post, SocialAccount, Target } from "../tables";
import { getLongestPace, getPaces, nextSlot } from "./pace";
import type { Verdict } from "./settle";

/** A due target with everything the call needs. */
export interface Candidate {
  target: Target;
  post: Post;
  account: SocialAccount;
  provider: SocialProvider;
}

type PaceColumn = "social_account_id" | "provider";

/**
 * Locks the pace limits of these targets, so that two processes do not count the same free place. Returns a filter for
 * the targets whose limits this transaction holds.
 */
export async function lockPaces(
  trx: Transaction,
  due: readonly Target[],
  providers: (name: string) => SocialProvider | undefined,
): Promise<(target: Target) => boolean> {
  const getKeys = (target: Target) => {
    const provider = providers(target.provider);
    const account = provider && getPaces(provider, target.platform).length > 0 ? [target.social_account_id] : [];
    return provider?.pace?.length ? [...account, provider.name] : account;
  };
  const held = new Map<string, boolean>();
  for (const key of new Set(due.flatMap(getKeys))) {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`social.pace:${key}`}, 0)) as held`.execute(trx);
    held.set(key, rows[0]?.held ?? false);
  }
  return (target) => getKeys(target).every((key) => held.get(key));
}

/** When an account, or a whole provider, has posted and will post, as far back as its limits count. */
async function readTimes(
  trx: Transaction,
  column: PaceColumn,
  value: string,
  since: Date,
  except: readonly string[],
): Promise<number[]> {
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

/** Splits candidates into those that may go now and those delayed to the first moment that keeps every limit. */
export async function applyPaces<T extends Candidate>(trx: Transaction, candidates: readonly T[], now: number) {
  const cache = new Map<string, number[]>();
  const ids = candidates.map(({ target }) => target.id);
  const getTimes = async (column: PaceColumn, value: string, paces: readonly Pace[]) => {
    if (paces.length === 0) return [];
    const since = new Date(now - getLongestPace(paces));
    const times = cache.get(value) ?? (await readTimes(trx, column, value, since, ids));
    cache.set(value, times);
    return times;
  };
  const ready: T[] = [];
  const delayed: Verdict[] = [];
  for (const candidate of candidates) {
    const { target, account, provider } = candidate;
    const accountPaces = getPaces(provider, target.platform);
    const providerPaces = provider.pace ?? [];
    const accountTimes = await getTimes("social_account_id", account.id, accountPaces);
    const providerTimes = await getTimes("provider", provider.name, providerPaces);
    const accountSlot = nextSlot(accountPaces, accountTimes, now);
    const slot = Math.max(accountSlot, nextSlot(providerPaces, providerTimes, now));
    accountTimes.push(slot);
    providerTimes.push(slot);
    if (slot <= now) ready.push(candidate);
    else {
      const limited = accountSlot > now ? `one ${target.platform} account` : `all accounts of ${provider.name}`;
      const delayReason = `The posting limit of ${limited} is reached.`;
      delayed.push({ target, status: "pending", dueAt: new Date(slot), delayReason });
    }
  }
  return { ready, delayed };
}
