import { sql } from "kysely";
import { ApiError, invalid } from "vireo/errors";
import { fromNow } from "vireo/leases";
import { newVerifier, toChallenge } from "vireo/oauth";
import type { Caller } from "vireo/request";
import type { Platform } from "vireo/slots/social";
import { findAccount } from "../accounts/find";
import { syncAccounts } from "../accounts/sync";
import type { SocialAccount } from "../tables";
import { markBrowser } from "./browser";
import { type ConnectionDeps, type ConnectionKey, type Connectors, TOKENS, VERIFIER } from "./deps";

/** Time that people have to grant access. */
const LINK_MS = 15 * 60_000;
const REVOKE_MS = 10_000;
/** Number of parallel revocations when all connections of an account are revoked. */
const PARALLEL = 10;
const SETTINGS = "CLIENT_ID and CLIENT_SECRET";

type Connected = Pick<SocialAccount, "account_id" | "provider" | "external_id">;

/** Revokes the access at the platform, unless another account of this server uses the same access. */
function createRevoke({ db, log, secrets }: ConnectionDeps, connectors: Connectors) {
  return async function revoke({ account_id, provider, external_id }: Connected): Promise<void> {
    const rows = await db
      .selectFrom("social_connections")
      .select(["account_id", "tokens"])
      .where("provider", "=", provider)
      .where("external_id", "=", external_id)
      .execute();
    const tokens = rows.find((row) => row.account_id === account_id)?.tokens;
    const connector = connectors.get(provider);
    if (!tokens || rows.length > 1 || !connector?.revoke) return;
    try {
      await connector.revoke(JSON.parse(secrets.open(tokens, TOKENS, account_id)), AbortSignal.timeout(REVOKE_MS));
    } catch (error) {
      log.warn("access not revoked", { provider, error });
    }
  };
}

/** Creates the function that revokes the access to all platforms for an account that is being deleted. */
export function createRevokeAll(deps: ConnectionDeps, connectors: Connectors) {
  const { db } = deps;
  const revoke = createRevoke(deps, connectors);
  return async function revokeAll(owner: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const connected = db.selectFrom("social_connections").where("account_id", "=", owner).orderBy("id");
      const rows = await connected.selectAll().limit(PARALLEL).execute();
      if (rows.length === 0) return;
      await Promise.all(rows.map(revoke));
      const ids = rows.map(({ id }) => id);
      await db.deleteFrom("social_connections").where("id", "in", ids).execute();
    }
  };
}

/** Connects and disconnects accounts, for API callers. */
export function createConnect(deps: ConnectionDeps, connectors: Connectors, forget: (key: ConnectionKey) => void) {
  const { db, audit, engines, host, secrets } = deps;
  const revoke = createRevoke(deps, connectors);

  function choose(platform: Platform, requested: string | undefined): string {
    const names = connectors.of(platform);
    if (requested !== undefined && !names.includes(requested))
      throw invalid(
        "provider",
        names.length > 0
          ? `Accounts of ${platform} are connected here through ${names.join(", ")}.`
          : `${requested} cannot connect accounts from here. Connect them there, then call POST /social/accounts.`,
      );
    const name = requested ?? names[0];
    if (name) return name;
    throw new ApiError(
      "platform_not_configured",
      `No app for ${platform} is configured. Set ${platform.toUpperCase()}_${SETTINGS.replace(" and ", ` and ${platform.toUpperCase()}_`)}, or connect the account at Zernio or Postiz.`,
    );
  }

  /**
   * Starts to connect an account. The URL works once, for 15 minutes. For people in the dashboard it only works in
   * their browser, which is identified by `cookie`, so that nobody else can be tricked into connecting an account to
   * theirs.
   */
  async function begin(
    { accountId: owner, personId }: Pick<Caller, "accountId" | "personId">,
    { platform, provider: wanted }: { platform: Platform; provider?: string },
    request: Request,
  ) {
    const marked = personId === undefined ? undefined : markBrowser(request, host.origin);
    const provider = choose(platform, wanted);
    const connector = connectors.get(provider)!;
    const state = newVerifier();
    const verifier = newVerifier();
    const redirectUrl = `${host.origin}/open/${provider}/callback`;
    await db.deleteFrom("social_connect_requests").where("expires_at", "<", sql<Date>`now()`).execute();
    const { expires_at } = await db
      .insertInto("social_connect_requests")
      .values({
        state: toChallenge(state),
        account_id: owner,
        provider,
        verifier: secrets.seal(verifier, VERIFIER, owner),
        actor: audit.getActor(),
        redirect_url: redirectUrl,
        expires_at: fromNow(LINK_MS),
        browser: marked?.browser ?? null,
      })
      .returning("expires_at")
      .executeTakeFirstOrThrow();
    const authorizeUrl = connector.authorizeUrl({ redirectUrl, state, challenge: toChallenge(verifier) });
    return { link: { authorizeUrl, expiresAt: expires_at.getTime() }, cookie: marked?.cookie };
  }

  /** Deletes the tokens of an account. Its posts and their results are kept. */
  async function disconnect(owner: string, id: string): Promise<void> {
    const row = await findAccount(db, owner, id);
    const engine = engines.get("social", row.provider);
    if (!connectors.get(row.provider) || !engine)
      throw new ApiError(
        "conflict",
        `This account is connected at ${row.provider}. Disconnect it there, then call POST /social/accounts.`,
      );
    await revoke(row);
    await db
      .deleteFrom("social_connections")
      .where("account_id", "=", owner)
      .where("provider", "=", row.provider)
      .where("external_id", "=", row.external_id)
      .execute();
    forget({ owner, provider: row.provider, externalId: row.external_id });
    await syncAccounts(deps, owner, engine);
  }

  return { begin, disconnect };
}
