import { sql } from "kysely";
import { fromNow, isDue, isFree, isOwned, LEASE_MS } from "vireo/leases";
import { DeadTokenError, expiredAccount, type IssuedTokens, type Tokens } from "vireo/oauth";
import { pause, withDeadline } from "vireo/timing";
import { createPace } from "vireo/vendor/pace";
import { syncAccounts } from "../accounts/sync";
import type { Social } from "../context";
import type { Connection } from "../tables";
import { type ConnectionKey, KEEP_MS } from "./token-cache";

/** Purpose of sealed tokens. */
export const TOKENS = "tokens";

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
export const toTokenColumns = ({ secrets }: Social, accountId: string, { expiresInMs, ...tokens }: IssuedTokens) => ({
  tokens: secrets.seal(JSON.stringify(tokens satisfies Tokens), TOKENS, accountId),
  expires_at: fromNow(expiresInMs),
  refresh_at: fromNow(Math.max(0, expiresInMs - Math.min(LEAD.max, Math.max(LEAD.min, expiresInMs * LEAD.part)))),
  status: "active" as const,
  lease_until: null,
});

const openTokens = ({ secrets }: Social, { tokens, account_id }: Connection): Tokens | undefined =>
  tokens === null ? undefined : (JSON.parse(secrets.open(tokens, TOKENS, account_id)) as Tokens);

const findConnection = ({ db }: Social, { accountId, provider, externalId }: ConnectionKey) =>
  db
    .selectFrom("social_connections")
    .selectAll()
    .select(sql<boolean>`expires_at > clock_timestamp() + ${FRESH_MS} * interval '1 millisecond'`.as("fresh"))
    .where("account_id", "=", accountId)
    .where("provider", "=", provider)
    .where("external_id", "=", externalId)
    .executeTakeFirst();

const claimConnection = ({ db }: Social, id: string) =>
  db
    .updateTable("social_connections")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), lease_until: fromNow(LEASE_MS) }))
    .where("id", "=", id)
    .where("status", "=", "active")
    .where(isFree())
    .returningAll()
    .executeTakeFirst();

const updateOwned = ({ db }: Social, row: Connection) => db.updateTable("social_connections").where(isOwned(row));

/** Marks the account as expired, once, with its event. */
async function expire(social: Social, row: Connection): Promise<void> {
  const expired = await updateOwned(social, row)
    .set({ status: "expired", refresh_at: null, lease_until: null })
    .executeTakeFirst();
  const provider = social.engines.get("social", row.provider);
  if (expired.numUpdatedRows > 0n && provider) await syncAccounts(social, row.account_id, provider);
}

/** After an error that the token did not cause, retries later, but only until the limit. */
async function retryLater(social: Social, row: Connection): Promise<void> {
  const updated = await updateOwned(social, row)
    .set({ refresh_at: fromNow(RETRY_MS), lease_until: null })
    .where(sql<boolean>`expires_at > now() - ${GIVE_UP}`)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) await expire(social, row);
}

/** Renews the tokens of a connection that this process has claimed. Throws if that fails. */
async function refreshTokens(social: Social, row: Connection, signal: AbortSignal): Promise<void> {
  const late = () => new Error("The platform did not respond in time.");
  try {
    const connector = social.connectors.get(row.provider);
    const before = openTokens(social, row);
    if (!before) throw new DeadTokenError("The key that encrypted the tokens is lost.");
    if (!connector) throw new Error(`The provider ${row.provider} is not configured.`);
    const issued = await withDeadline(REFRESH_MS, late, (limited) => connector.refresh(before, limited), signal);
    await updateOwned(social, row)
      .set(toTokenColumns(social, row.account_id, issued))
      .execute();
  } catch (error) {
    if (error instanceof DeadTokenError) await expire(social, row);
    else await retryLater(social, row);
    throw error;
  }
}

/**
 * Returns the current access token, renewed by one process at a time. `rejected` is a token that the platform refused,
 * even if it has not expired.
 */
export async function getAccessToken(
  social: Social,
  key: ConnectionKey,
  signal: AbortSignal,
  rejected?: string,
): Promise<string> {
  const { accessTokens } = social;
  const cached = accessTokens.get(key);
  if (cached !== undefined && cached !== rejected) return cached;
  accessTokens.delete(key);
  for (let waits = 0; waits < WAITS; waits++) {
    const row = await findConnection(social, key);
    const tokens = row && row.status === "active" ? openTokens(social, row) : undefined;
    if (!row || !tokens) throw expiredAccount(row?.profile.username ?? "this account");
    if (row.fresh && tokens.access !== rejected) {
      accessTokens.set(key, tokens.access);
      return tokens.access;
    }
    const claimed = await claimConnection(social, row.id);
    // Another process renews the token, or has just done so.
    if (!claimed) await pause(WAIT_MS, signal);
    else if (openTokens(social, claimed)?.access !== tokens.access)
      await updateOwned(social, claimed).set({ lease_until: null }).execute();
    else
      await refreshTokens(social, claimed, signal).catch((error) => {
        if (!(error instanceof DeadTokenError)) throw error;
      });
  }
  throw new Error("The access token could not be renewed in time.");
}

/** Renews due tokens, oldest first. */
export async function refreshDueTokens(social: Social, signal: AbortSignal): Promise<void> {
  const { db, connectors, log } = social;
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
      const row = await claimConnection(social, id);
      if (!row) continue;
      await refreshTokens(social, row, signal).catch((error) => log.warn("tokens not renewed", { provider, error }));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
}
