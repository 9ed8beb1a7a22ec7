import { type Static, Type } from "@sinclair/typebox";
import { type RoleName, roles } from "vireo/access";
import { Closed, ListOf, OneOf, pageQuery, Text, Timestamp } from "vireo/schema";
import { EMAIL } from "./email";

/** Same rule as in better-auth: ASCII letters and a domain with a dot. */
const email = Text({ maxLength: 254, pattern: EMAIL, description: "Email address, such as ann@example.com." });
const password = Text({ minLength: 10, maxLength: 128, description: "10 to 128 characters." });
const knownPassword = Text({ minLength: 1, maxLength: 128, description: "Current password." });
const name = Text({ minLength: 1, maxLength: 200 });
const token = Text({ minLength: 1, maxLength: 200, description: "Token from the link." });
const accountId = Text({ minLength: 1, maxLength: 100 });
/** Roles in requests, including the former name of `publisher`. */
const Role = OneOf([...roles, "member"] as const, {
  description:
    "`viewer` reads everything in its account; `editor` also generates, edits and plans; `publisher` also schedules posts, connects social accounts, and manages keys and webhooks; `manager` also invites and removes people of the account; `admin` has every scope in every account, and belongs to the owner account. `member` is the former name of `publisher`.",
  $id: "Role",
});

export const toRole = (role: Static<typeof Role>): RoleName => (role === "member" ? "publisher" : role);

export const Person = Closed({
  personId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.String({ description: "Role in `accountId`." }),
  workspaces: Type.Array(Closed({ accountId: Type.String(), name: Type.String(), role: Type.String() }), {
    description: "Accounts that the person belongs to, as far as you may see them.",
  }),
  signIn: Closed(
    {
      password: Type.Boolean(),
      oidc: Type.Boolean({ description: "True after a sign-in with the OpenID Connect provider." }),
      twoFactor: Type.Boolean({ description: "True if every sign-in also requires a code of an authenticator app." }),
    },
    { description: "Sign-in methods of the person." },
  ),
  createdAt: Timestamp("Time at which the person joined the account."),
  updatedAt: Timestamp("Last change."),
});
export const People = ListOf("people", Person);
export const PeopleQuery = Closed({
  ...pageQuery,
  accountId: Type.Optional(Text({ ...accountId, description: "Only people of this account." })),
});
export const SetRole = Closed({ role: Role });
export const PatchPerson = Closed({ name: Type.Optional(name), role: Type.Optional(Role) });

const PersonKey = Closed({
  keyId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: "First characters of the key." }),
  scopes: Type.Array(Type.String()),
  lastUsedAt: Type.Optional(Timestamp("Last use, accurate to about a minute.")),
  createdAt: Timestamp("Creation time."),
});
export const PersonKeys = ListOf("keys", PersonKey);
const revokedKeys = Type.Array(PersonKey, { description: "Keys revoked by this change." });
const sessionFields = {
  sessionId: Type.String(),
  address: Type.Optional(Type.String({ description: "Network address of the sign-in." })),
  userAgent: Type.Optional(Type.String({ description: "User agent of the browser." })),
  createdAt: Timestamp("Time of the sign-in."),
  expiresAt: Timestamp("Expiry of the session if it is not used."),
};
export const PersonSessions = ListOf("sessions", Closed(sessionFields));
export const UpdatedPerson = Closed({ ...Person.properties, revokedKeys });

export const Invitation = Closed({
  invitationId: Type.String(),
  accountId: Type.String(),
  email: Type.String(),
  role: Type.String(),
  expiresAt: Timestamp("Expiry of the link."),
  createdAt: Timestamp("Time at which the invitation was created."),
});
export const Invitations = ListOf("invitations", Invitation);
export const CreateInvitation = Closed({
  email,
  accountId: Type.Optional(
    Text({
      ...accountId,
      description: "Account to join. Defaults to your own. Other accounts need the scope `admin`.",
    }),
  ),
  role: Type.Optional(Role),
});
const link = Type.String({ description: "Link to set a password. Works once and is not shown again." });
const mailed = Type.Boolean({ description: "True if the link was also sent by mail." });
export const ShownInvitation = Closed({ ...Invitation.properties, link, mailed });
export const ResetLink = Closed({ link, expiresAt: Timestamp("Expiry of the link.") });

/** Below /auth. */
export const SetUp = Closed({
  token,
  email,
  password,
  name,
  workspace: Type.Optional(Text({ minLength: 1, maxLength: 200, description: "Name of the first account." })),
});
export const SignIn = Closed({ email: Text({ minLength: 1, maxLength: 254 }), password: knownPassword });
export const Accept = Closed({ token, password, name });
export const Reset = Closed({ token, password });
export const Link = Closed({ token });
export const ChangePassword = Closed({ currentPassword: knownPassword, newPassword: password });

export const Forgotten = Closed({ email });
export const State = Closed({
  setUp: Type.Boolean(),
  mail: Type.Boolean(),
  passwords: Type.Boolean(),
  provider: Type.Optional(Closed({ name: Type.String() })),
});
export const LinkFacts = Closed({
  purpose: Type.String(),
  expiresAt: Type.Number(),
  email: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
  account: Type.Optional(Type.String()),
  /** True if somebody has the invited address already. They sign in and join, instead of choosing a password. */
  known: Type.Optional(Type.Boolean()),
});
const workspace = {
  accountId: Type.String(),
  name: Type.String(),
  color: Type.Optional(Type.String()),
  picture: Type.Optional(Type.String()),
};
export const Me = Closed({
  personId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.String(),
  account: Closed(workspace),
  scopes: Type.Array(Type.String()),
  session: Closed({ sessionId: Type.String(), expiresAt: Type.Number() }),
});
export const Workspaces = Closed({
  workspaces: Type.Array(
    Closed({
      ...workspace,
      role: Type.String(),
      status: OneOf(["active", "suspended"], {}),
    }),
  ),
});
/** Response if the password was correct and a code of the authenticator app is required. */
export const CodeRequired = Closed({ codeRequired: Type.Boolean() });
const Session = Closed({ ...sessionFields, current: Type.Boolean() });
export const Sessions = Closed({ sessions: Type.Array(Session) });
