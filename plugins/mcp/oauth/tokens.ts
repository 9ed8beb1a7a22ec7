import { timingSafeEqual } from "node:crypto";
import { requireScope } from "vireo/access";
import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { randomBase62 } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import { isRegistered, parseClient } from "./client";
import { OAuthError } from "./error";

const CODE_MS = 60_000;
const TOKEN_MS = 30 * 24 * 3_600_000;
/** Maximum number of valid tokens per person. A new one replaces the least recently used. */
const MAX_TOKENS = 20;
/** Suffix of the names of keys that were issued to programs, so that people recognise them. */
const SUFFIX = " (signed in)";

const hash = (text: string, encoding: "hex" | "base64url") =>
  new Bun.CryptoHasher("sha256").update(text).digest(encoding);

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export interface Consent {
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  challenge: string;
}

/**
 * Issues codes and tokens. A token is an API key of the person who consented: it has no more rights, and is listed and
 * revoked like one.
 */
export function createTokens({ db, access, now }: Pick<Context, "db" | "access" | "now">) {
  /** Revokes the tokens of a person that exceed the limit. */
  async function makeRoom(trx: Transaction, personId: string): Promise<void> {
    const old = await trx
      .selectFrom("api_keys")
      .select(["id", "hash"])
      .where("created_by_person", "=", personId)
      .where("name", "like", `%${SUFFIX}`)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", new Date(now()))
      .orderBy((eb) => eb.fn.coalesce("last_used_at", "created_at"), "desc")
      .offset(MAX_TOKENS - 1)
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await trx
      .updateTable("api_keys")
      .set({ revoked_at: new Date(now()) })
      .where("id", "in", ids)
      .execute();
    await access.forget(
      trx,
      old.map((key) => key.hash),
    );
  }

  return {
    /** Stores a person's consent. Returns the code for the client, which is valid once and for a minute. */
    async issueCode(caller: Caller & { personId: string }, consent: Consent): Promise<string> {
      for (const scope of consent.scopes) requireScope(caller, scope);
      const code = randomBase62(43);
      await db.deleteFrom("oauth_codes").where("expires_at", "<", new Date(now())).execute();
      await db
        .insertInto("oauth_codes")
        .values({
          hash: hash(code, "hex"),
          account_id: caller.accountId,
          person_id: caller.personId,
          client_id: consent.clientId,
          redirect_uri: consent.redirectUri,
          scopes: [...consent.scopes],
          challenge: consent.challenge,
          expires_at: new Date(now() + CODE_MS),
        })
        .execute();
      return code;
    },

    /** Exchanges a code for a token. The code works once, even if the exchange fails. */
    async redeem(form: URLSearchParams) {
      const read = (name: string) => form.get(name) ?? "";
      if (read("grant_type") !== "authorization_code")
        throw new OAuthError("unsupported_grant_type", "grant_type: Use authorization_code.");
      const row = await db
        .deleteFrom("oauth_codes")
        .where("hash", "=", hash(read("code"), "hex"))
        .returningAll()
        .executeTakeFirst();
      const client = row && parseClient(row.client_id);
      const isValid =
        row &&
        client &&
        row.expires_at.getTime() > now() &&
        row.client_id === read("client_id") &&
        row.redirect_uri === read("redirect_uri") &&
        isRegistered(client, row.redirect_uri) &&
        isEqual(hash(read("code_verifier"), "base64url"), row.challenge);
      if (!isValid) throw new OAuthError("invalid_grant", "The code is wrong, expired, used, or not for this client.");
      const by = {
        accountId: row.account_id,
        keyId: "",
        keyName: "",
        personId: row.person_id,
        scopes: new Set(row.scopes),
      };
      const expiresAt = new Date(now() + TOKEN_MS);
      const store = db.transaction().execute(async (trx) => {
        await makeRoom(trx, row.person_id);
        const input = { accountId: row.account_id, name: client.name + SUFFIX, scopes: row.scopes, expiresAt, by };
        return access.createKey(trx, input);
      });
      const { key } = await store.catch((error) => {
        // The person was removed, or their role was lowered since they consented.
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        throw new OAuthError("invalid_grant", "The person who consented may no longer grant this access.");
      });
      return { access_token: key, token_type: "Bearer", expires_in: TOKEN_MS / 1000, scope: row.scopes.join(" ") };
    },
  };
}
