import { scopes as all, expandScopes, grantable } from "#core/access/access";
import type { Command } from "#core/command";
import { isUuid } from "#core/ids";
import { versions } from "#core/request/versions";
import { accountOf, accountOption } from "./accounts";

const LIST_LIMIT = 1000;
const DAY_MS = 86_400_000;

function scopesOf(asked: string[] | undefined) {
  if (!asked) return all.filter((scope) => scope !== "admin");
  const unknown = asked.find((scope) => !(grantable as readonly string[]).includes(scope));
  if (unknown) throw new Error(`There is no scope "${unknown}". There are: ${grantable.join(", ")}.`);
  return expandScopes(asked);
}

export const keys: readonly Command[] = [
  {
    name: "keys create",
    summary: "Make an API key; it is shown this once",
    arguments: [{ name: "name", description: "What to call it." }],
    options: {
      ...accountOption,
      scope: {
        type: "text",
        value: "scope",
        several: true,
        description: "What it may do, such as media:*; all but admin without it.",
      },
      "api-version": { type: "text", value: "date", description: "API version that it is pinned to." },
      "expires-in": { type: "integer", value: "days", description: "Days until it ends." },
    },
    examples: ["vireo keys create ci --scope media:* --scope credits:read", "vireo keys create operator --scope admin"],
    async run({ arguments: { name = "" }, options, out, vireo }) {
      const version = options["api-version"] as string | undefined;
      if (version && !versions.some((one) => one.version === version)) {
        throw new Error(
          `There is no API version "${version}". There are: ${versions.map((one) => one.version).join(", ")}.`,
        );
      }
      const days = options["expires-in"] as number | undefined;
      if (days !== undefined && days < 1) throw new Error("--expires-in takes a number of days from 1.");
      const { row, key } = await vireo.access.createKey(vireo.db, {
        accountId: await accountOf(vireo, options.account),
        name,
        scopes: scopesOf(options.scope as string[] | undefined),
        apiVersion: version,
        expiresAt: days === undefined ? undefined : new Date(Date.now() + days * DAY_MS),
      });
      out.note("The key is shown this once: keep it.");
      out.result({ keyId: row.id, accountId: row.account_id, name, scopes: row.scopes, key }, key);
    },
  },
  {
    name: "keys list",
    summary: "List the keys that are in force",
    options: accountOption,
    async run({ options, out, vireo }) {
      const rows = await vireo.db
        .selectFrom("api_keys")
        .selectAll()
        .where("account_id", "=", await accountOf(vireo, options.account))
        .where("revoked_at", "is", null)
        .orderBy("created_at", "desc")
        .limit(LIST_LIMIT)
        .execute();
      out.list(
        rows.map((row) => ({
          ...{ keyId: row.id, name: row.name, hint: `${row.hint}…`, scopes: row.scopes, createdAt: row.created_at },
          ...{ lastUsedAt: row.last_used_at, expiresAt: row.expires_at },
        })),
        { keyId: "KEY", name: "NAME", hint: "BEGINS", lastUsedAt: "LAST USED", expiresAt: "EXPIRES", scopes: "SCOPES" },
      );
    },
  },
  {
    name: "keys revoke",
    summary: "End a key, at once and everywhere",
    arguments: [{ name: "keyId", description: 'From "vireo keys list".' }],
    async run({ arguments: { keyId = "" }, out, vireo: { access, db } }) {
      const row = isUuid(keyId)
        ? await db
            .updateTable("api_keys")
            .set({ revoked_at: new Date(), updated_at: new Date() })
            .where("id", "=", keyId)
            .where("revoked_at", "is", null)
            .returning(["hash", "name"])
            .executeTakeFirst()
        : undefined;
      if (!row) throw new Error(`There is no key ${keyId} in force. "vireo keys list" shows all.`);
      await access.forget(db, [row.hash]);
      out.result({ keyId, revoked: true }, `The key "${row.name}" is revoked.`);
    },
  },
];
