import type { Selectable } from "kysely";
import { requireScope } from "vireo/access";
import type { Tables } from "vireo/database";
import { invalid, notFound } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import type { Router } from "vireo/router";
import { Nothing, PageQuery } from "vireo/schema";
import type { Accounts } from "./context";
import { createKeySchemas, Key, Keys, ShownKey } from "./schema";

type KeyRow = Selectable<Tables["api_keys"]>;

const presentCreator = (row: KeyRow) => ({
  keyId: row.created_by_key ?? undefined,
  personId: row.created_by_person ?? undefined,
});

const presentKey = (row: KeyRow) => ({
  keyId: row.id,
  accountId: row.account_id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  apiVersion: row.api_version ?? undefined,
  expiresAt: row.expires_at ? row.expires_at.getTime() : undefined,
  createdBy: row.created_by_key || row.created_by_person ? presentCreator(row) : undefined,
  lastUsedAt: row.last_used_at ? row.last_used_at.getTime() : undefined,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

/** Parses an expiry. Throws `validation_error` if it has passed. */
function parseExpiry({ now }: Accounts, expiresAt: number | undefined): Date | undefined {
  if (expiresAt === undefined) return undefined;
  if (expiresAt <= now()) throw invalid("expiresAt", "Must be in the future.");
  return new Date(expiresAt);
}

/** Adds the routes of API keys. */
export function addKeyRoutes(router: Router, accounts: Accounts): void {
  const { access, db, quotas } = accounts;
  const { CreateKey, PatchKey } = createKeySchemas(access.scopes.grantable);
  router
    .post(
      "/keys",
      async ({ body, caller, set }) => {
        const accountId = body.accountId ?? caller.accountId;
        if (accountId !== caller.accountId) requireScope(caller, "admin");
        const { name, apiVersion } = body;
        const scopes = body.scopes
          ? access.scopes.expand(body.scopes)
          : [...caller.scopes].filter((scope) => scope !== "admin");
        const input = {
          accountId,
          name,
          scopes,
          apiVersion,
          expiresAt: parseExpiry(accounts, body.expiresAt),
          by: caller,
        };
        const { row, key } = await db.transaction().execute(async (trx) => {
          if (isUuid(accountId)) await quotas.checkKeys(trx, accountId);
          return access.createKey(trx, input);
        });
        set.status = 201;
        set.headers.location = `/api/v1/keys/${row.id}`;
        return { ...presentKey(row), key };
      },
      {
        auth: "keys:manage",
        secret: ["key"],
        detail: {
          summary: "Create an API key",
          description:
            "The new key never has more rights than the key that creates it: its scopes are a subset, and its expiry and version are not later. `expiresAt` and `apiVersion` default to those of the creating key.",
        },
        body: CreateKey,
        response: { 201: ShownKey },
      },
    )
    .get(
      "/keys",
      async ({ query, caller }) => {
        const own = db.selectFrom("api_keys").where("account_id", "=", caller.accountId);
        const { rows, pagination } = await listPage(own.where("revoked_at", "is", null), query);
        return { keys: rows.map(presentKey), pagination };
      },
      { auth: "keys:manage", detail: { summary: "List API keys" }, query: PageQuery, response: { 200: Keys } },
    )
    .get(
      "/keys/:keyId",
      async ({ params, caller }) => {
        const row = isUuid(params.keyId)
          ? await db
              .selectFrom("api_keys")
              .selectAll()
              .where("id", "=", params.keyId)
              .where("account_id", "=", caller.accountId)
              .where("revoked_at", "is", null)
              .executeTakeFirst()
          : undefined;
        if (!row) throw notFound("key");
        return presentKey(row);
      },
      { auth: "keys:manage", detail: { summary: "Get an API key" }, response: { 200: Key } },
    )
    .patch(
      "/keys/:keyId",
      async ({ params, body, caller }) => {
        if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
        const expiresAt = body.expiresAt === null ? null : parseExpiry(accounts, body.expiresAt);
        const row = await access.updateKey(caller, params.keyId, {
          name: body.name,
          scopes: body.scopes && access.scopes.expand(body.scopes),
          apiVersion: body.apiVersion,
          expiresAt,
        });
        return presentKey(row);
      },
      {
        auth: "keys:manage",
        detail: {
          summary: "Update an API key",
          description:
            "A key cannot change a key with scopes that it lacks, and cannot set an expiry later than its own. So no key can extend its own expiry.",
        },
        body: PatchKey,
        response: { 200: Key },
      },
    )
    .post(
      "/keys/:keyId/rotate",
      async ({ params, caller }) => {
        const { row, key } = await access.rotateKey(caller, params.keyId);
        return { ...presentKey(row), key };
      },
      {
        auth: "keys:manage",
        secret: ["key"],
        detail: { summary: "Rotate an API key" },
        response: { 200: ShownKey },
      },
    )
    .delete(
      "/keys/:keyId",
      async ({ params, caller, set }) => {
        await access.revokeKey(caller, params.keyId);
        set.status = 204;
      },
      { auth: "keys:manage", detail: { summary: "Revoke an API key" }, response: { 204: Nothing } },
    );
}
