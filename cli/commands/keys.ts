import type { Scopes } from "#core/access/scopes";
import type { Command } from "#core/command";
import { versions } from "#core/request/versions";
import { accountOption, findAccountId } from "./accounts";

const LIST_LIMIT = 1000;
const DAY_MS = 86_400_000;

function parseScopes(scopes: Scopes, requested: string[] | undefined): readonly string[] {
  if (!requested) return scopes.all.filter((scope) => scope !== "admin");
  const unknown = requested.find((scope) => !scopes.grantable.includes(scope));
  if (unknown) throw new Error(`Unknown scope "${unknown}". Available scopes: ${scopes.grantable.join(", ")}.`);
  return scopes.expand(requested);
}

export const keys: readonly Command[] = [
  {
    name: "keys create",
    summary: "Create an API key",
    arguments: [{ name: "name", description: "Name of the key" }],
    options: {
      ...accountOption,
      scope: {
        type: "text",
        value: "scope",
        repeatable: true,
        description: "Scope, such as media:*. Defaults to all scopes except admin",
      },
      "api-version": { type: "text", value: "date", description: "API version the key is pinned to" },
      "expires-in": { type: "integer", value: "days", description: "Days until the key expires" },
    },
    examples: ["vireo keys create ci --scope media:* --scope credits:read", "vireo keys create operator --scope admin"],
    async run({ arguments: { name = "" }, options, out, vireo }) {
      if (name.trim() === "") throw new Error('The key needs a name, such as "vireo keys create ci".');
      const version = options["api-version"] as string | undefined;
      if (version && !versions.some((known) => known.version === version)) {
        throw new Error(
          `Unknown API version "${version}". Available versions: ${versions.map((known) => known.version).join(", ")}.`,
        );
      }
      const days = options["expires-in"] as number | undefined;
      if (days !== undefined && days < 1) throw new Error("--expires-in must be at least 1 day.");
      const input = {
        accountId: await findAccountId(vireo, options.account),
        name,
        scopes: parseScopes(vireo.access.scopes, options.scope as string[] | undefined),
        apiVersion: version,
        expiresAt: days === undefined ? undefined : new Date(Date.now() + days * DAY_MS),
      };
      const { row, key } = await vireo.db.transaction().execute((trx) => vireo.access.createKey(trx, input));
      out.note("Store the key now. It won't be shown again.");
      out.result({ keyId: row.id, accountId: row.account_id, name, scopes: row.scopes, key }, key);
    },
  },
  {
    name: "keys list",
    summary: "List active API keys",
    options: { ...accountOption, all: { type: "boolean", description: "Keys of all accounts" } },
    async run({ options, out, vireo }) {
      const accountId = options.all ? undefined : await findAccountId(vireo, options.account);
      const rows = await vireo.db
        .selectFrom("api_keys")
        .selectAll()
        .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
        .where("revoked_at", "is", null)
        .orderBy("created_at", "desc")
        .limit(LIST_LIMIT)
        .execute();
      out.list(
        rows.map((row) => ({
          keyId: row.id,
          accountId: row.account_id,
          name: row.name,
          hint: `${row.hint}…`,
          scopes: row.scopes,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at,
          expiresAt: row.expires_at,
        })),
        {
          keyId: "KEY",
          ...(options.all ? { accountId: "ACCOUNT" } : {}),
          name: "NAME",
          hint: "PREFIX",
          lastUsedAt: "LAST USED",
          expiresAt: "EXPIRES",
          scopes: "SCOPES",
        },
      );
    },
  },
  {
    name: "keys revoke",
    summary: "Revoke an API key immediately",
    arguments: [{ name: "keyId", description: 'Key ID, as shown by "vireo keys list"' }],
    async run({ arguments: { keyId = "" }, out, vireo: { access } }) {
      const row = await access.revokeAnyKey(keyId);
      if (!row)
        throw new Error(`Key ${keyId} not found, or already revoked. Run "vireo keys list" to list active keys.`);
      out.result({ keyId, revoked: true }, `Revoked key "${row.name}".`);
    },
  },
];
