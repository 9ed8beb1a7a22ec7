import { sql } from "kysely";
import { fromNow, isDue, isFree, isOwned, LEASE_MS } from "vireo/leases";
import { type Connector, DeadTokenError, expiredAccount, type IssuedTokens, type Tokens } from "vireo/oauth";
import { pause, withDeadline } from "vireo/timing";
import { createPace } from "vireo/vendor/pace";
import { syncAccounts } from "../accounts/sync";
import type { Connection } from "../tables";
import { type ConnectionDeps, type ConnectionKey, TOKENS } from "./deps";
import { createTokenCache, KEEP_MS } from "./token-cache";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Tokens are renewed when this fraction of their lifetime is left, within these limits. */
const LEAD = { part: 0.2, min: 5 * MINUTE, max: 7 * DAY };
const REFRESH_MS = 25_000;
/** Delay after an error that the token did not cause. */
const RETRY_MS = 5 * MINUTE;
/** Tokens that could not be renewed for this long after their expiry are given up. */
const GIVE_UP = sql`interval '7 days'`;
const BATCH = 100;
const CONCURRENCY = 8;
/** Minimum interval between renewals, so that requests stay fast while many tokens are due. */
const START_MS = 50;
/** Tokens are only returned if they are valid for another minute, including the time in memory. */
const FRESH_MS = MINUTE + KEEP_MS;
/** Interval and time limit for waiting on another process that renews the token. */
const WAIT_MS = 250;
const WAITS = 100;

/** Returns the columns for new tokens. */
export const toTokenColumns = (
  { secrets }: Pick<ConnectionDeps, "secrets">,
  owner: string,
  { expiresInMs, ...tokens }: IssuedTokens,
) => ({
  tokens: secrets.seal(JSON.stringify(tokens satisfies Tokens), TOKENS, owner),
  expires_at: fromNow(expiresInMs),
  refresh_at: fromNow(Math.max(0, expiresInMs - Math.min(LEAD.max, Math.max(LEAD.min, expiresInMs * LEAD.part)))),
  status: "active" as const,
  lease_until: null,
});

/** Renews the tokens of connections that this process has claimed. */
function createRefresh(deps: ConnectionDeps, connectors: ReadonlyMap<string, Connector>) {
  const { db, engines, secrets } = deps;

  const open = ({ tokens, account_id }: Connection): Tokens | undefined =>
    tokens === null ? undefined : (JSON.parse(secrets.open(tokens, TOKENS, account_id)) as Tokens);

  const claim = (id: string) =>
    db
      .updateTable("social_connections")
      .set((eb) => ({ attempts: eb("attempts", "+", 1), lease_until: fromNow(LEASE_MS) }))
      .where("id", "=", id)
      .where("status", "=", "active")
      .where(isFree())
      .returningAll()
      .executeTakeFirst();

  const updateOwned = (row: Connection) => db.updateTable("social_connections").where(isOwned(row));

  /** Marks the account as expired, once, with its event. */
  async function expire(row: Connection): Promise<void> {
    const expired = await updateOwned(row)
      .set({ status: "expired", refresh_at: null, lease_until: null })
      .executeTakeFirst();
    const provider = engines.get("social", row.provider);
    if (expired.numUpdatedRows > 0n && provider) await syncAccounts(deps, row.account_id, provider);
  }

  /** After an error that the token did not cause, retries later, but only until the limit. */
  async function retryLater(row: Connection): Promise<void> {
    const updated = await updateOwned(row)
      .set({ refresh_at: fromNow(RETRY_MS), lease_until: null })
      .where(sql<boolean>`expires_at > now() - ${GIVE_UP}`)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) await expire(row);
  }

  /** Renews the tokens of a claimed connection. Throws if that fails. */
  async function refresh(row: Connection, signal: AbortSignal): Promise<void> {
    const late = () => new Error("The platform did not respond in time.");
    try {
      const connector = connectors.get(row.provider);
      const before = open(row);
      if (!before) throw new DeadTokenError("The key that encrypted the tokens is lost.");
      if (!connector) throw new Error(`The provider ${row.provider} is not configured.`);
      const issued = await withDeadline(REFRESH_MS, late, (limited) => connector.refresh(before, limited), signal);
      await updateOwned(row)
        .set(toTokenColumns(deps, row.account_id, issued))
        .execute();
    } catch (error) {
      if (error instanceof DeadTokenError) await expire(row);
      else await retryLater(row);
      throw error;
    }
  }

  return { open, claim, updateOwned, refresh };
}

/** Returns access tokens, renewed by one process at a time. */
export function createTokens(deps: ConnectionDeps, connectors: ReadonlyMap<string, Connector>) {
  const { db, log } = deps;
  const { open, claim, updateOwned, refresh } = createRefresh(deps, connectors);
  const cache = createTokenCache(deps.now);

  const find = ({ owner, provider, externalId }: ConnectionKey) =>
    db
      .selectFrom("social_connections")
      .selectAll()
      .select(sql<boolean>`expires_at > clock_timestamp() + ${FRESH_MS} * interval '1 millisecond'`.as("fresh"))
      .where("account_id", "=", owner)
      .where("provider", "=", provider)
      .where("external_id", "=", externalId)
      .executeTakeFirst();

  /** Returns the current token. `rejected` is a token that the platform refused, even if it has not expired. */
  async function get(key: ConnectionKey, signal: AbortSignal, rejected?: string): Promise<string> {
    const cached = cache.get(key);
    if (cached !== undefined && cached !== rejected) return cached;
    cache.delete(key);
    for (let waits = 0; waits < WAITS; waits++) {
      const row = await find(key);
      const tokens = row && row.status === "active" ? open(row) : undefined;
      if (!row || !tokens) throw expiredAccount(row?.profile.username ?? "this account");
      if (row.fresh && tokens.access !== rejected) {
        cache.set(key, tokens.access);
        return tokens.access;
      }
      const claimed = await claim(row.id);
      // Another process renews the token, or has just done so.
      if (!claimed) await pause(WAIT_MS, signal);
      else if (open(claimed)?.access !== tokens.access) await updateOwned(claimed).set({ lease_until: null }).execute();
      else
        await refresh(claimed, signal).catch((error) => {
          if (!(error instanceof DeadTokenError)) throw error;
        });
    }
    throw new Error("The access token could not be renewed in time.");
  }

  /** Renews due tokens, oldest first. */
  async function refreshDue(signal: AbortSignal): Promise<void> {
    const due = await db
      .selectFrom("social_connections")
      .select(["id", "provider"])
      .where(isDue("refresh_at"))
      .where(isFree())
      .where("provider", "in", [...connectors.keys()])
      .orderBy("refresh_at")
      .limit(BATCH)
      .execute();
    const work = due.values();
    const waitForTurn = createPace({ calls: 1, perMs: START_MS });
    const run = async () => {
      for (const { id, provider } of work) {
        await waitForTurn(signal).catch(() => {});
        if (signal.aborted) return;
        const row = await claim(id);
        if (!row) continue;
        await refresh(row, signal).catch((error) => log.warn("tokens not renewed", { provider, error }));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, run));
  }

  return { get, forget: cache.delete, refreshDue };
}
