import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, Text, Timestamp } from "vireo/schema";

/** What better-auth takes for an e-mail address: letters of ASCII, and a domain with a dot. */
const EMAIL = "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+\\-.]*[A-Za-z0-9_+\\-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

const email = Text({ maxLength: 254, pattern: EMAIL, description: "An e-mail address such as ann@example.com." });
const password = Text({ minLength: 10, maxLength: 128, description: "10 to 128 characters." });
const knownPassword = Text({ minLength: 1, maxLength: 128, description: "The password there is." });
const name = Text({ minLength: 1, maxLength: 200 });
const token = Text({ minLength: 1, maxLength: 200, description: "The token in the link." });
const accountId = Text({ minLength: 1, maxLength: 100 });
const Role = OneOf(["admin", "member"], {
  description: "`admin` may do everything, in every account; `member` all that a key of the account may.",
});

export const Person = Closed({
  personId: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.String(),
  createdAt: Timestamp("When they joined."),
  updatedAt: Timestamp("Last change."),
});
export const People = ListOf("people", Person);
export const PeopleQuery = Closed({
  ...pageQuery,
  accountId: Type.Optional(Text({ ...accountId, description: "Only people of this account." })),
});
export const PatchPerson = Closed({ name: Type.Optional(name), role: Type.Optional(Role) });

export const Invitation = Closed({
  invitationId: Type.String(),
  accountId: Type.String(),
  email: Type.String(),
  role: Type.String(),
  expiresAt: Timestamp("The link does not work any more from then on."),
  createdAt: Timestamp("When it was made."),
});
export const Invitations = ListOf("invitations", Invitation);
export const CreateInvitation = Closed({
  email,
  accountId: Type.Optional(Text({ ...accountId, description: "The account they join; yours without it." })),
  role: Type.Optional(Role),
});
const link = Type.String({ description: "Where they set a password. It works once, and is shown this once." });
export const ShownInvitation = Closed({ ...Invitation.properties, link });
export const ResetLink = Closed({ link, expiresAt: Timestamp("The link does not work any more from then on.") });

/** Below /auth. */
export const SetUp = Closed({ token, email, password, name });
export const SignIn = Closed({ email: Text({ minLength: 1, maxLength: 254 }), password: knownPassword });
export const Accept = Closed({ token, password, name });
export const Reset = Closed({ token, password });
export const Link = Closed({ token });
export const ChangePassword = Closed({ currentPassword: knownPassword, newPassword: password });

export const State = Closed({ setUp: Type.Boolean() });
export const LinkFacts = Closed({
  purpose: Type.String(),
  expiresAt: Type.Number(),
  email: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
  account: Type.Optional(Type.String()),
});
export const Me = Closed({
  personId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.String(),
  account: Closed({ accountId: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  session: Closed({ sessionId: Type.String(), expiresAt: Type.Number() }),
});
const Session = Closed({
  sessionId: Type.String(),
  current: Type.Boolean(),
  address: Type.Optional(Type.String()),
  userAgent: Type.Optional(Type.String()),
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
});
export const Sessions = Closed({ sessions: Type.Array(Session) });
