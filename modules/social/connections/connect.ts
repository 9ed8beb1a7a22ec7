import { sql } from "kysely";
import { ApiError, invalid } from "vireo/errors";
import { fromNow } from "vireo/leases";
import { newVerifier, toChallenge } from "vireo/oauth";
import type { Caller } from "vireo/request";
import type { PlatformName } from "vireo/slots/social";
import { findAccount } from "../accounts/accounts";
import { syncAccounts } from "../accounts/sync";
import type { Social } from "../context";
import type { SocialAccount } from "../tables";
import { markBrowser } from "./browser";
import { TOKENS } from "./tokens";

/** Purpose of sealed verifiers. */
export const VERIFIER = "verifier";

/** Time that people have to grant access. */
const LINK_MS = 15 * 60_000;
const REVOKE_MS = 10_000;
/** Number of parallel revocations when all connections of an account are revoked. */
const PARALLEL = 10;

type Connected = Pick<SocialAccount, "account_id" | "provider" | "external_id">;

/** Revokes the access at the platform, unless another account of this server uses the same access. */
async function revoke(
  { db, connectors, log, secrets }: Social,
  { account_id, provider, external_id }: Connected,
): Promise<void> {
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
}

/** Revokes the access to all platforms for an account that is being deleted. */
export async function revokeAll(social: Social, accountId: string, signal: AbortSignal): Promise<void> {
  const { db } = social;
  while (!signal.aborted) {
    const connected = db.selectFrom("social_connections").where("account_id", "=", accountId).orderBy("id");
    const rows = await connected.selectAll().limit(PARALLEL).execute();
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => revoke(social, row)));
    const ids = rows.map(({ id }) => id);
    await db.deleteFrom("social_connections").where("id", "in", ids).execute();
  }
}

/** Returns the provider that connects accounts of a platform: the requested one, or the first. */
function chooseProvider({ connectors }: Social, platform: PlatformName, requested: string | undefined): string {
  const names = [...connectors].flatMap(([name, connector]) => (connector.platform === platform ? [name] : []));
  if (requested !== undefined && !names.includes(requested))
    throw invalid(
      "provider",
      names.length > 0
        ? `Accounts of ${platform} are connected here through ${names.join(", ")}.`
        : `${requested} cannot connect accounts from here. Connect them there, then call POST /social/accounts.`,
    );
  const name = requested ?? names[0];
  if (name) return name;
  const prefix = platform.toUpperCase();
  throw new ApiError(
    "platform_not_configured",
    `No app for ${platform} is configured. Set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET, or connect the account at Zernio or Postiz.`,
  );
}

/**
 * Starts to connect an account. The URL works once, for 15 minutes. For people in the dashboard it only works in
 * their browser, which is identified by `cookie`, so that nobody else can be tricked into connecting an account to
 * theirs.
 */
export async function beginConnecting(
  social: Social,
  { accountId, personId }: Pick<Caller, "accountId" | "personId">,
  { platform, provider: requested }: { platform: PlatformName; provider?: string },
  request: Request,
) {
  const { db, audit, connectors, host, secrets } = social;
  const marked = personId === undefined ? undefined : markBrowser(request, host.origin);
  const provider = chooseProvider(social, platform, requested);
  const connector = connectors.get(provider)!;
  const state = newVerifier();
  const verifier = newVerifier();
  const redirectUrl = `${host.origin}/open/${provider}/callback`;
  await db.deleteFrom("social_connect_requests").where("expires_at", "<", sql<Date>`now()`).execute();
  const { expires_at } = await db
    .insertInto("social_connect_requests")
    .values({
      state: toChallenge(state),
      account_id: accountId,
      provider,
      verifier: secrets.seal(verifier, VERIFIER, accountId),
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

/** Deletes the tokens of a social account. Its posts and their results are kept. */
export async function disconnectAccount(social: Social, accountId: string, socialAccountId: string): Promise<void> {
  const row = await findAccount(social, accountId, socialAccountId);
  const engine = social.engines.get("social", row.provider);
  if (!social.connectors.has(row.provider) || !engine)
    throw new ApiError(
      "conflict",
      `This account is connected at ${row.provider}. Disconnect it there, then call POST /social/accounts.`,
    );
  await revoke(social, row);
  await social.db
    .deleteFrom("social_connections")
    .where("account_id", "=", accountId)
    .where("provider", "=", row.provider)
    .where("external_id", "=", row.external_id)
    .execute();
  social.accessTokens.delete({ accountId, provider: row.provider, externalId: row.external_id });
  await syncAccounts(social, accountId, engine);
}
