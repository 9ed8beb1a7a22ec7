import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, Text, Timestamp } from "vireo/schema";
import { versions } from "vireo/versions";

const name = Text({ minLength: 1, maxLength: 200 });
const ApiVersion = OneOf(versions.map((one) => one.version) as [string, ...string[]], {
  description: "Version that the key is pinned to.",
});
const ExpiresAt = Type.Integer({
  minimum: 0,
  maximum: 8.64e15,
  description: "Milliseconds since the epoch; 401 from then on.",
});

export const Account = Closed({
  accountId: Type.String(),
  name: Type.String(),
  balance: Type.Number(),
  createdAt: Timestamp("When it was made."),
});
export const Accounts = ListOf("accounts", Account);
export const CreateAccount = Closed({
  name,
  credits: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: "First credits; the configured number without it.",
    }),
  ),
});

export const Key = Closed({
  keyId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: "The key's first characters." }),
  scopes: Type.Array(Type.String()),
  apiVersion: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Timestamp("401 from then on.")),
  lastUsedAt: Type.Optional(Timestamp("Last use, to about a minute.")),
  createdAt: Timestamp("When it was made."),
  updatedAt: Timestamp("Last change."),
});
export const Keys = ListOf("keys", Key);
export const ShownKey = Closed({
  ...Key.properties,
  key: Type.String({ description: "The key itself: shown this once." }),
});

/** Request bodies that name scopes; which ones exist depends on the modules. */
export function createKeySchemas(grantable: readonly string[]) {
  const scopes = Type.Optional(
    Type.Array(OneOf(grantable), {
      minItems: 1,
      maxItems: grantable.length,
      description: "Scopes of the key, or groups such as `media:*`.",
    }),
  );
  return {
    CreateKey: Closed({
      name,
      accountId: Type.Optional(
        Text({ minLength: 1, maxLength: 100, description: "Another account's key: admin only." }),
      ),
      scopes,
      apiVersion: Type.Optional(ApiVersion),
      expiresAt: Type.Optional(ExpiresAt),
    }),
    PatchKey: Closed({
      name: Type.Optional(name),
      scopes,
      apiVersion: Type.Optional(Type.Union([ApiVersion, Type.Null()])),
      expiresAt: Type.Optional(Type.Union([ExpiresAt, Type.Null()])),
    }),
  };
}
