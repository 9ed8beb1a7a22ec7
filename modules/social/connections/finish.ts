import { sql } from "kysely";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { ConnectError, type Connector, DeadTokenError, type Grant, toChallenge } from "vireo/oauth";
import type { ProviderAccount } from "vireo/slots/social";
import { deadline } from "vireo/timing";
import { syncAccounts } from "../accounts/sync";
import { type ConnectionDeps, VERIFIER } from "./deps";
import { toTokenColumns } from "./tokens";

const EXCHANGE_MS = 60_000;

/** Finishes connecting: checks the state, exchanges the code, and stores the accounts. */
export function createFinish(deps: ConnectionDeps, connectors: ReadonlyMap<string, Connector>) {
  const { db, engines, log, secrets } = deps;

  /** Takes the request that the state belongs to. It works once. */
  const takeRequest = (provider: string, state: string) =>
    db
      .deleteFrom("social_connect_requests")
      .where("state", "=", toChallenge(state))
      .where("provider", "=", provider)
      .where("expires_at", ">", sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst();

  const store = (owner: string, provider: string, grants: readonly Grant[]) =>
    db.transaction().execute(async (trx) => {
      for (const { externalId, platform, tokens, ...profile } of grants) {
        const values = { platform, profile, connected_at: fromNow(), ...toTokenColumns(deps, owner, tokens) };
        await trx
          .insertInto("social_connections")
          .values({ id: newUuid(), account_id: owner, provider, external_id: externalId, ...values })
          .onConflict((conflict) =>
            conflict
              .columns(["account_id", "provider", "external_id"])
              // A renewal that is under way must not replace these tokens.
              .doUpdateSet({ ...values, attempts: sql<number>`social_connections.attempts + 1` }),
          )
          .execute();
      }
    });

  async function exchange(connector: Connector, request: Parameters<Connector["exchange"]>[0], signal: AbortSignal) {
    const limit = deadline(EXCHANGE_MS, () => new Error("The platform did not respond in time."), signal);
    try {
      return await connector.exchange(request, limit.signal);
    } catch (error) {
      if (error instanceof ConnectError) throw error;
      log.warn("an account could not be connected", { platform: connector.platform, error });
      const why =
        error instanceof DeadTokenError
          ? "The platform did not accept the code. Start again."
          : "The platform could not be reached, or rejected this server's app. Try again, or ask the administrator.";
      throw new ConnectError(why);
    } finally {
      limit.end();
    }
  }

  return async function finish(
    provider: string,
    { state, code, error }: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal,
  ): Promise<ProviderAccount[]> {
    const request = state && state.length <= 200 ? await takeRequest(provider, state) : undefined;
    if (!request) throw new ConnectError("This link has expired or was used before. Start again.");
    if (error !== undefined || !code) throw new ConnectError("Access was not given. Nothing has changed.");
    const connector = connectors.get(provider);
    if (!connector || request.verifier === null) throw new ConnectError("This link no longer works. Start again.");
    const { account_id: owner, redirect_url: redirectUrl } = request;
    const verifier = secrets.open(request.verifier, VERIFIER, owner);
    const grants = await exchange(connector, { code, verifier, redirectUrl }, signal);
    if (grants.length === 0) throw new ConnectError("There is no account to publish to behind this login.");
    await store(owner, provider, grants);
    const engine = engines.get("social", provider);
    if (engine) await syncAccounts(deps, owner, engine);
    return grants.map(({ tokens, ...account }) => ({ ...account, status: "active" }));
  };
}
