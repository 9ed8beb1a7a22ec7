import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, Text, Timestamp } from "vireo/schema";
import { Group } from "vireo/settings";
import { versions } from "vireo/versions";

const name = Text({ minLength: 1, maxLength: 200 });
const ApiVersion = OneOf(versions.map((entry) => entry.version) as [string, ...string[]], {
  description: "API version that the key is pinned to.",
});
const ExpiresAt = Type.Integer({
  minimum: 0,
  maximum: 8.64e15,
  description: "Expiry of the key, in milliseconds since the epoch.",
});

const concurrentJobs = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: "Maximum number of queued and running jobs. Defaults to `quotas.concurrentJobs`.",
});
const storageBytes = Type.Integer({
  minimum: 0,
  maximum: 2 ** 50,
  description: "Maximum total size of stored files, in bytes. Defaults to `quotas.storageBytes`.",
});
const keys = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Maximum number of valid API keys. Defaults to `quotas.keys`.",
});

export const Account = Closed({
  accountId: Type.String(),
  name: Type.String(),
  balance: Type.Number(),
  status: OneOf(["active", "suspended", "deleting"], {
    description: "`deleting`: suspended; it is deleted with all its data at `deleteAt`.",
  }),
  suspendedAt: Type.Optional(Timestamp("Time of the suspension.")),
  deleteAt: Type.Optional(Timestamp("Time of the deletion. Until then, the account can be resumed.")),
  concurrentJobs,
  storageBytes,
  keys,
  usage: Type.Optional(
    Closed(
      {
        concurrentJobs: Type.Integer({ description: "Queued and running jobs." }),
        storageBytes: Type.Integer({ description: "Total size of stored files, in bytes." }),
        keys: Type.Integer({ description: "Number of valid API keys." }),
      },
      { description: "Current use of the quotas. Absent in lists." },
    ),
  ),
  createdAt: Timestamp("Creation time."),
});
const color = Type.String({
  pattern: "^#[0-9a-f]{6}$",
  description: "Color that marks the account in the dashboard, such as `#0f766e`.",
});
const picture = Type.String({
  maxLength: 20_000,
  pattern: "^data:image/(webp|jpeg|png);base64,[A-Za-z0-9+/]+=*$",
  description: "Small square image that marks the account in the dashboard, as a data URL of WebP, JPEG or PNG.",
});
export const Workspace = Closed({
  accountId: Type.String(),
  name: Type.String(),
  color: Type.Optional(color),
  picture: Type.Optional(picture),
  createdAt: Timestamp("Creation time."),
});
export const PatchWorkspace = Closed({
  name: Type.Optional(name),
  color: Type.Optional(Type.Union([color, Type.Null()], { description: "`null` lets the dashboard choose one." })),
  picture: Type.Optional(Type.Union([picture, Type.Null()], { description: "`null` removes it." })),
});
export const Accounts = ListOf("accounts", Account);

const meter = (description: string) => Closed({ used: Type.Integer(), limit: Type.Integer() }, { description });
export const Usage = Closed({
  concurrentJobs: meter("Queued and running jobs."),
  storageBytes: meter("Total size of stored files, in bytes."),
  keys: meter("Number of valid API keys."),
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
    description:
      "Days between the deletion of an account and the deletion of its data. Until then, the account can be resumed.",
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
  hint: Type.String({ description: "First characters of the key." }),
  scopes: Type.Array(Type.String()),
  apiVersion: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Timestamp("The key returns 401 from then on.")),
  createdBy: Type.Optional(
    Closed(
      {
        keyId: Type.Optional(Type.String({ description: "Key that created it." })),
        personId: Type.Optional(
          Type.String({ description: "Person who created it, directly or through another key." }),
        ),
      },
      { description: "Creator, or whoever rotated the key last. Absent for the command line and the environment." },
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

/** Creates request bodies with scopes. The modules decide which scopes exist. */
export function createKeySchemas(grantable: readonly string[]) {
  const scopes = Type.Optional(
    Type.Array(OneOf(grantable, { $id: "KeyScope" }), {
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
