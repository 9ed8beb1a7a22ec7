/**
 * consent → code → access token (and refresh token) → renewed … → ended
 *
 * A code works once, for a minute. The access token is an API key of the person who consented: it has no more rights, and
 * is listed and revoked like one. A refresh token works once and gives the next pair. A code or refresh token that is used
 * again has leaked, so the whole grant ends.
 */
import { timingSafeEqual } from "node:crypto";
import type { Selectable } from "kysely";
import { requireScope } from "vireo/access";
import type { Tables, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { isUuid, newUuid, randomBase62 } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { Client } from "./client";
import { OAuthError } from "./error";

export type Tokens = Pick<Context, "db" | "access" | "now">;

const CODE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Lifetime of an access token: of clients that renew it, and of those that do not. */
const RENEWED_MS = DAY_MS / 2;
const TOKEN_MS = 30 * DAY_MS;
/** Lifetime of a grant since it was last renewed. */
const GRANT_MS = 30 * DAY_MS;
/** The previous refresh token works for this time, because the response to its use may have been lost. */
const LOST_MS = 30_000;
const MAX_ATTEMPTS = 5;
/** Maximum number of grants per person. A new one replaces the least recently used. */
const MAX_GRANTS = 20;
/** Suffix of the names of keys that were issued to programs, so that people recognise them. */
const SUFFIX = " (signed in)";

type Code = Selectable<Tables["oauth_codes"]>;
type Grant = Selectable<Tables["oauth_grants"]>;

const hash = (text: string, encoding: "hex" | "base64url" = "hex") =>
  new Bun.CryptoHasher("sha256").update(text).digest(encoding);

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const invalidGrant = (message: string) => new OAuthError("invalid_grant", message);

export interface Consent {
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  challenge: string;
}

/** Stores a person's consent. Returns the code for the client. */
export async function issueCode(
  { db, now }: Tokens,
  caller: Caller & { personId: string },
  { name, refreshes }: Client,
  consent: Consent,
): Promise<string> {
  for (const scope of consent.scopes) requireScope(caller, scope);
  const code = randomBase62(43);
  await db.deleteFrom("oauth_codes").where("expires_at", "<", new Date(now())).execute();
  await db
    .insertInto("oauth_codes")
    .values({
      hash: hash(code),
      account_id: caller.accountId,
      person_id: caller.personId,
      session_id: caller.keyId,
      client_id: consent.clientId,
      client_name: name,
      refreshes,
      redirect_uri: consent.redirectUri,
      scopes: [...consent.scopes],
      challenge: consent.challenge,
      expires_at: new Date(now() + CODE_MS),
    })
    .execute();
  return code;
}

/** Response of the token endpoint (RFC 6749 §5.1). */
interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token?: string;
  scope: string;
}

/** Exchanges a code, or renews access. Throws OAuthError. */
export async function redeem(tokens: Tokens, form: URLSearchParams): Promise<TokenResponse> {
  const type = form.get("grant_type");
  if (type === "authorization_code") return redeemCode(tokens, form);
  if (type === "refresh_token") return refresh(tokens, form);
  throw new OAuthError("unsupported_grant_type", "grant_type: Use authorization_code or refresh_token.");
}

/** Exchanges a code for a token. The code works once, even if the exchange fails. */
async function redeemCode(tokens: Tokens, form: URLSearchParams): Promise<TokenResponse> {
  const { db, access, now } = tokens;
  const read = (name: string) => form.get(name) ?? "";
  const codeHash = hash(read("code"));
  const row = await db.deleteFrom("oauth_codes").where("hash", "=", codeHash).returningAll().executeTakeFirst();
  if (!row) await endGrant(tokens, "code_hash", codeHash);
  const isValid =
    row &&
    row.expires_at.getTime() > now() &&
    row.client_id === read("client_id") &&
    row.redirect_uri === read("redirect_uri") &&
    isEqual(hash(read("code_verifier"), "base64url"), row.challenge);
  if (!isValid) throw invalidGrant("The code is wrong, expired, used, or not for this client.");
  const lifeMs = row.refreshes ? RENEWED_MS : TOKEN_MS;
  const refreshToken = row.refreshes ? randomBase62(43) : undefined;
  const stored = db.transaction().execute(async (trx) => {
    await makeRoom(tokens, trx, row.person_id);
    const { account_id: accountId, scopes } = row;
    const name = `${row.client_name ?? "Agent"}${SUFFIX}`;
    const expiresAt = new Date(now() + lifeMs);
    const { row: keyRow, key } = await access.createKey(trx, { accountId, name, scopes, expiresAt, by: toCaller(row) });
    const id = newUuid();
    await trx
      .insertInto("oauth_grants")
      .values({
        id,
        account_id: accountId,
        person_id: row.person_id,
        key_id: keyRow.id,
        client_id: row.client_id,
        code_hash: codeHash,
        refresh_hash: refreshToken === undefined ? null : hash(refreshToken),
        refreshed_at: new Date(now()),
        expires_at: new Date(now() + GRANT_MS),
      })
      .execute();
    return { key, id };
  });
  const { key, id } = await stored.catch(refuseLostRights);
  return {
    access_token: key,
    token_type: "Bearer",
    expires_in: lifeMs / 1000,
    scope: row.scopes.join(" "),
    refresh_token: refreshToken === undefined ? undefined : `${id}.${refreshToken}`,
  };
}

/** Exchanges a refresh token for the next pair. `attempts`: how often to try beside other uses of the same token. */
async function refresh(tokens: Tokens, form: URLSearchParams, attempts = MAX_ATTEMPTS): Promise<TokenResponse> {
  const { db, access, now } = tokens;
  const [id = "", secret = ""] = (form.get("refresh_token") ?? "").split(".");
  const grant = isUuid(id)
    ? await db.selectFrom("oauth_grants").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  const refused = invalidGrant("The refresh token is wrong, expired, used, or not for this client.");
  if (!grant || grant.client_id !== form.get("client_id") || grant.expires_at.getTime() <= now()) throw refused;
  const used = hash(secret);
  const isLost = used === grant.previous_hash && grant.refreshed_at.getTime() > now() - LOST_MS;
  if (used !== grant.refresh_hash && !isLost) {
    await endGrant(tokens, "id", id);
    throw refused;
  }
  const next = randomBase62(43);
  const { numUpdatedRows } = await db
    .updateTable("oauth_grants")
    .set({ refresh_hash: hash(next), previous_hash: used })
    .set({ refreshed_at: new Date(now()), expires_at: new Date(now() + GRANT_MS) })
    .where("id", "=", id)
    .where("refresh_hash", "=", grant.refresh_hash)
    .executeTakeFirst();
  // Two windows of a program renew at the same time. The later one finds the token replaced, as after a lost response.
  if (numUpdatedRows === 0n && attempts > 1) return refresh(tokens, form, attempts - 1);
  if (numUpdatedRows === 0n) throw refused;
  const { scopes } = await readKey(tokens, grant);
  const renewed = access.renewKey(toCaller({ ...grant, scopes }), grant.key_id, new Date(now() + RENEWED_MS));
  const key = await renewed.catch(refuseLostRights);
  return {
    access_token: key,
    token_type: "Bearer",
    expires_in: RENEWED_MS / 1000,
    scope: scopes.join(" "),
    refresh_token: `${id}.${next}`,
  };
}

const readKey = ({ db }: Tokens, { key_id }: Grant) =>
  db.selectFrom("api_keys").select("scopes").where("id", "=", key_id).executeTakeFirstOrThrow();

/** The person as the creator of the key, with the rights that they granted. */
const toCaller = ({ account_id, person_id, scopes }: Pick<Code, "account_id" | "person_id" | "scopes">): Caller => ({
  accountId: account_id,
  keyId: "",
  keyName: "",
  personId: person_id,
  scopes: new Set(scopes),
});

/** The person was removed, lost rights since they consented, or revoked the key. */
function refuseLostRights(error: unknown): never {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  throw invalidGrant("The person who consented may no longer grant this access, or has revoked it.");
}

/** Ends a grant, and revokes its access token. */
async function endGrant({ db, access }: Tokens, column: "id" | "code_hash", value: string): Promise<void> {
  const grant = await db.deleteFrom("oauth_grants").where(column, "=", value).returning("key_id").executeTakeFirst();
  if (grant) await access.revokeAnyKey(grant.key_id);
}

/** Revokes the grants of a person that exceed the limit. */
async function makeRoom({ access, now }: Tokens, trx: Transaction, personId: string): Promise<void> {
  const old = await trx
    .selectFrom("oauth_grants")
    .innerJoin("api_keys", "api_keys.id", "oauth_grants.key_id")
    .select(["oauth_grants.id", "api_keys.id as keyId", "api_keys.hash"])
    .where("oauth_grants.person_id", "=", personId)
    .where("api_keys.revoked_at", "is", null)
    .where("oauth_grants.expires_at", ">", new Date(now()))
    .orderBy((eb) => eb.fn.coalesce("api_keys.last_used_at", "oauth_grants.refreshed_at"), "desc")
    .offset(MAX_GRANTS - 1)
    .execute();
  if (old.length === 0) return;
  await trx
    .updateTable("api_keys")
    .set({ revoked_at: new Date(now()) })
    .where(
      "id",
      "in",
      old.map(({ keyId }) => keyId),
    )
    .execute();
  await trx
    .deleteFrom("oauth_grants")
    .where(
      "id",
      "in",
      old.map(({ id }) => id),
    )
    .execute();
  await access.forget(
    trx,
    old.map((key) => key.hash),
  );
}
