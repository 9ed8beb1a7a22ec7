import { sql } from "kysely";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import {
  type CallbackRequest,
  type CallbackResult,
  ConnectError,
  type Connector,
  DeadTokenError,
  type Grant,
  toChallenge,
} from "vireo/oauth";
import { withDeadline } from "vireo/timing";
import { syncAccounts } from "../accounts/sync";
import type { Social } from "../context";
import { findBrowser } from "./browser";
import { VERIFIER } from "./connect";
import { toTokenColumns } from "./tokens";

const EXCHANGE_MS = 60_000;

/** Returns the request that the state belongs to. Throws if this browser may not finish it. */
async function findRequest(
  { db, host }: Social,
  { provider, state, cookies }: { provider: string; state: string; cookies: string | null },
) {
  const request =
    state.length <= 200
      ? await db
          .selectFrom("social_connect_requests")
          .innerJoin("accounts", "accounts.id", "social_connect_requests.account_id")
          .select(["browser", "accounts.name", "accounts.suspended_at"])
          .where("state", "=", toChallenge(state))
          .where("provider", "=", provider)
          .where("expires_at", ">", sql<Date>`now()`)
          .executeTakeFirst()
      : undefined;
  if (!request) throw new ConnectError("This link has expired or was used before. Start again.");
  if (request.suspended_at !== null)
    throw new ConnectError("This account is suspended. Nothing has changed. Ask the administrator, then start again.");
  if (request.browser !== null && request.browser !== findBrowser(cookies, host.origin))
    throw new ConnectError("This link only works in the browser in which it was opened. Start again in the dashboard.");
  return request;
}

/** Consumes the request that the state belongs to. It works once. */
const takeRequest = ({ db }: Social, provider: string, state: string) =>
  db
    .deleteFrom("social_connect_requests")
    .where("state", "=", toChallenge(state))
    .where("provider", "=", provider)
    .where("expires_at", ">", sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();

const storeGrants = (social: Social, accountId: string, provider: string, grants: readonly Grant[]) =>
  social.db.transaction().execute(async (trx) => {
    for (const { externalId, platform, tokens, ...profile } of grants) {
      const values = { platform, profile, connected_at: fromNow(), ...toTokenColumns(social, accountId, tokens) };
      await trx
        .insertInto("social_connections")
        .values({ id: newUuid(), account_id: accountId, provider, external_id: externalId, ...values })
        .onConflict((conflict) =>
          conflict
            .columns(["account_id", "provider", "external_id"])
            // A token renewal in progress must not replace these tokens.
            .doUpdateSet({ ...values, attempts: sql<number>`social_connections.attempts + 1` }),
        )
        .execute();
    }
  });

async function exchangeCode(
  { log }: Social,
  connector: Connector,
  request: Parameters<Connector["exchange"]>[0],
  signal: AbortSignal,
): Promise<Grant[]> {
  const late = () => new Error("The platform did not respond in time.");
  try {
    return await withDeadline(EXCHANGE_MS, late, (limited) => connector.exchange(request, limited), signal);
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    log.warn("account not connected", { platform: connector.platform, error });
    const why =
      error instanceof DeadTokenError
        ? "The platform did not accept the code. Start again."
        : "The platform could not be reached, or rejected this server's app. Try again, or ask the administrator.";
    throw new ConnectError(why);
  }
}

/** Finishes connecting: checks the state and the browser, exchanges the code, and stores the accounts. */
export async function finishConnecting(
  social: Social,
  provider: string,
  { query: { state = "", code, error, confirm }, cookies }: CallbackRequest,
  signal: AbortSignal,
): Promise<CallbackResult> {
  const { connectors, engines, secrets } = social;
  const { browser, name } = await findRequest(social, { provider, state, cookies });
  // Only the person who returned from the platform knows the code.
  const question = code && error === undefined ? toChallenge(code) : undefined;
  if (browser === null && question && confirm !== question) return { account: name, confirm: question };
  const request = await takeRequest(social, provider, state);
  if (!request) throw new ConnectError("This link has expired or was used before. Start again.");
  if (error !== undefined || !code) throw new ConnectError("Access was not granted. Nothing has changed.");
  const connector = connectors.get(provider);
  if (!connector || request.verifier === null) throw new ConnectError("This link no longer works. Start again.");
  const { account_id: accountId, redirect_url: redirectUrl } = request;
  const verifier = secrets.open(request.verifier, VERIFIER, accountId);
  const grants = await exchangeCode(social, connector, { code, verifier, redirectUrl }, signal);
  if (grants.length === 0) throw new ConnectError("This login has no account to publish to.");
  await storeGrants(social, accountId, provider, grants);
  const engine = engines.get("social", provider);
  if (engine) await syncAccounts(social, accountId, engine, request.actor ?? undefined);
  return { accounts: grants.map(({ tokens, ...account }) => ({ ...account, status: "active" })) };
}
