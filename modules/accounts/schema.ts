import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, Text, Timestamp } from "vireo/schema";
import { Group } from "vireo/settings";
import { versions } from "vireo/versions";

const name = Text({ minLength: 1, maxLength: 200 });
const ApiVersion = OneOf(versions.map((one) => one.version) as [string, ...string[]], {
  description: "API version the key is pinned to.",
});
const ExpiresAt = Type.Integer({
  minimum: 0,
  maximum: 8.64e15,
  description: "When the key expires, in milliseconds since the epoch.",
});

const concurrentJobs = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: "Jobs that may wait or run at a time. Defaults to `quotas.concurrentJobs`.",
});
const storageBytes = Type.Integer({
  minimum: 0,
  maximum: 2 ** 50,
  description: "Bytes that stored files may have. Defaults to `quotas.storageBytes`.",
});
const keys = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "API keys that may be valid at a time. Defaults to `quotas.keys`.",
});

export const Account = Closed({
  accountId: Type.String(),
  name: Type.String(),
  balance: Type.Number(),
  status: OneOf(["active", "suspended", "deleting"], {
    description: "`deleting`: suspended, and deleted with all its data at `deleteAt`.",
  }),
  suspendedAt: Type.Optional(Timestamp("Since when it is suspended.")),
  deleteAt: Type.Optional(Timestamp("When it is deleted. Until then, it can be resumed.")),
  concurrentJobs,
  storageBytes,
  keys,
  usage: Type.Optional(
    Closed(
      {
        concurrentJobs: Type.Integer({ description: "Jobs that wait or run." }),
        storageBytes: Type.Integer({ description: "Bytes of stored files." }),
        keys: Type.Integer({ description: "Valid API keys." }),
      },
      { description: "Current use of the quotas. Not in lists." },
    ),
  ),
  createdAt: Timestamp("Creation time."),
});
export const Accounts = ListOf("accounts", Account);

const meter = (description: string) => Closed({ used: Type.Integer(), limit: Type.Integer() }, { description });
export const Usage = Closed({
  concurrentJobs: meter("Jobs that wait or run."),
  storageBytes: meter("Bytes of stored files."),
  keys: meter("Valid API keys."),
});
export const CreateAccount = Closed({
  name,
  credits: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: "Initial credits. Defaults to `credits.initial`.",
    }),
  ),
  concurrentJobs: Type.Optional(concurrentJobs),
  storageBytes: Type.Optional(storageBytes),
  keys: Type.Optional(keys),
});
export const settings = Group({
  graceDays: Type.Integer({
    minimum: 0,
    maximum: 3650,
    default: 30,
    env: "ACCOUNT_GRACE_DAYS",
    description: "Days between the deletion of an account and that of its data. Until then, it can be resumed.",
  }),
});

/** `null` restores the configured number. */
export const PatchAccount = Closed({
  name: Type.Optional(name),
  concurrentJobs: Type.Optional(Type.Union([concurrentJobs, Type.Null()])),
  storageBytes: Type.Optional(Type.Union([storageBytes, Type.Null()])),
  keys: Type.Optional(Type.Union([keys, Type.Null()])),
});

export const Key = Closed({
  keyId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: "The key's first characters." }),
  scopes: Type.Array(Type.String()),
  apiVersion: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Timestamp("401 from then on.")),
  createdBy: Type.Optional(
    Closed(
      {
        keyId: Type.Optional(Type.String({ description: "The key that created it." })),
        personId: Type.Optional(
          Type.String({ description: "The person who created it, directly or through another key." }),
        ),
      },
      { description: "Who created it, or rotated it last. Absent for the command line and the environment." },
    ),
  ),
  lastUsedAt: Type.Optional(Timestamp("Last use, accurate to about a minute.")),
  createdAt: Timestamp("Creation time."),
  updatedAt: Timestamp("Last change."),
});
export const Keys = ListOf("keys", Key);
export const ShownKey = Closed({
  ...Key.properties,
  key: Type.String({ description: "The API key. It is not shown again." }),
});

/** Request bodies with scopes. Which scopes exist depends on the modules. */
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
        Text({
          minLength: 1,
          maxLength: 100,
          description: "Account of the key, if not your own. Requires the scope `admin`.",
        }),
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
