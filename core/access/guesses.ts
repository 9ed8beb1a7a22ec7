/**
 * Slows down guessing. Every secret counts against its network address before it is checked, so an address with an
 * exhausted quota learns nothing more, not even from a correct guess. A secret that was accepted from the same address
 * before passes for free, so nobody is blocked by the guesses of others.
 */
import type { Limit } from "#core/access/limits";
import { getNetwork } from "#core/access/network";
import type { Exchange, Quota } from "#core/request/exchange";

/** Number of accepted secrets that are remembered, and how long after their last use. */
const MAX_KNOWN = 10_000;
const KNOWN_MS = 24 * 3_600_000;

/** The exchange of the attempt. Its address counts, and it gets the quota to show. */
type Sender = Pick<Exchange, "address" | "quotas">;

interface Attempt<T> {
  result: T | undefined;
  quotas: readonly Quota[];
}

export type Guesses = ReturnType<typeof createGuesses>;

/**
 * @param limit attempts per network address.
 */
export function createGuesses(limit: Limit) {
  /** Network and hash of a secret → time of its last success. The least recently used entry comes first. */
  const known = new Map<string, number>();
  const checking = new Map<string, Promise<Attempt<unknown>>>();

  function remember(id: string): void {
    known.delete(id);
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(id, Date.now());
  }

  async function checkUnknown<T>(
    network: string,
    id: string,
    check: () => Promise<T | undefined>,
  ): Promise<Attempt<T>> {
    const attempt = { quotas: [] as Quota[] };
    await limit.take(attempt, network);
    const result = await check().catch(async (error) => {
      // The secret is valid, but its account is suspended or the database is unavailable.
      await limit.refund(network);
      throw error;
    });
    if (result === undefined) return { result, quotas: attempt.quotas };
    remember(id);
    await limit.refund(network);
    return { result, quotas: [] };
  }

  return {
    /** Throws `rate_limit_exceeded` if the address of the exchange has exhausted its quota. Counts nothing. */
    checkQuota: (sender: Sender): Promise<void> => limit.look(sender, getNetwork(sender.address)),

    /** Counts an attempt without a secret against the address of the exchange. */
    countAttempt: (sender: Sender): Promise<void> => limit.take(sender, getNetwork(sender.address)),

    /**
     * Checks a secret with `check`, which returns undefined for a wrong one. Wrong ones count against the address of the
     * exchange.
     * @param hash SHA-256 of the secret.
     * @throws rate_limit_exceeded if the address has exhausted its quota and the secret was never accepted from there.
     */
    async checkSecret<T>(sender: Sender, hash: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
      const network = getNetwork(sender.address);
      const id = `${network} ${hash}`;
      if ((known.get(id) ?? 0) + KNOWN_MS > Date.now()) {
        const result = await check();
        if (result !== undefined) {
          remember(id);
          return result;
        }
        known.delete(id);
      }
      // Parallel requests with the same secret count as one attempt.
      const attempt = (checking.get(id) ?? checkUnknown(network, id, check)) as Promise<Attempt<T>>;
      checking.set(id, attempt);
      const { result, quotas } = await attempt.finally(() => checking.delete(id));
      sender.quotas.push(...quotas);
      return result;
    },
  };
}
