import { type RoleName, roles } from "vireo/access";
import type { Command } from "vireo/command";
import type { PeopleService } from "./reset";

const LIST_LIMIT = 1000;
const email = { name: "email", description: "Email address of the person" };
const roleText = `Role: ${roles.join(", ")}`;

function parseRole(value: unknown): RoleName {
  const role = roles.find((known) => known === value);
  if (!role) throw new Error(`Unknown role "${value}". Available roles: ${roles.join(", ")}.`);
  return role;
}

export const commands: readonly Command<PeopleService>[] = [
  {
    name: "people setup",
    summary: "Create a link to set up the first administrator",
    description: "Works until an administrator exists. The server shows such a link when it starts in a terminal.",
    async run({ out, service }) {
      const { row, link } = await service.setupLink();
      out.result({ link, expiresAt: row.expires_at.getTime() }, link);
    },
  },
  {
    name: "people list",
    summary: "List people and their roles",
    async run({ out, service }) {
      const rows = await service.list(LIST_LIMIT);
      out.list(
        rows.map(({ id: personId, account_id: accountId, name, email, role, created_at: createdAt }) => ({
          personId,
          accountId,
          name,
          email,
          role,
          createdAt,
        })),
        { personId: "PERSON", email: "EMAIL", name: "NAME", role: "ROLE", accountId: "ACCOUNT", createdAt: "CREATED" },
      );
    },
  },
  {
    name: "people invite",
    summary: "Create a link that invites a person",
    arguments: [email],
    options: {
      role: { type: "text", value: "role", description: `${roleText}. Defaults to publisher` },
      account: { type: "text", value: "accountId", description: "Account ID. Defaults to the owner account" },
    },
    examples: ["vireo people invite ann@example.com --role editor"],
    async run({ arguments: { email = "" }, options, out, service }) {
      if (!email.includes("@")) throw new Error(`"${email}" is not an email address.`);
      const role = parseRole(options.role ?? "publisher");
      const accountId = options.account === undefined ? undefined : String(options.account);
      const { row, link } = await service.invite({ email, role, accountId });
      out.result({ link, role, expiresAt: row.expires_at.getTime() }, link);
    },
  },
  {
    name: "people role",
    summary: "Change the role of a person",
    description: "Lowering a role revokes the API keys that the person created, and disables their webhooks.",
    arguments: [email, { name: "role", description: roleText }],
    options: {
      account: {
        type: "text",
        value: "accountId",
        description: "Account ID. Defaults to the person's only account. Adds them to another one",
      },
    },
    examples: ["vireo people role ann@example.com viewer"],
    async run({ arguments: { email = "", role }, options, out, service }) {
      const accountId = options.account === undefined ? undefined : String(options.account);
      const { row, revoked } = await service.setRole(email, parseRole(role), accountId);
      const keys = revoked.map(({ id }) => id);
      out.result(
        { personId: row.id, role: row.role, revokedKeys: keys },
        `${row.email} is now ${row.role}. ${keys.length} API keys were revoked.`,
      );
    },
  },
  {
    name: "people sign-out",
    summary: "End all sessions of a person",
    description: "Takes effect immediately, on every server. Their API keys keep working, and they can sign in again.",
    arguments: [email],
    examples: ["vireo people sign-out ann@example.com"],
    async run({ arguments: { email = "" }, out, service }) {
      const ended = await service.signOut(email);
      out.result({ ended }, `${ended} sessions were ended.`);
    },
  },
  {
    name: "people remove-2fa",
    summary: "Turn off the two-factor authentication of a person",
    description: "For people who have lost their authenticator app and their recovery codes.",
    arguments: [email],
    examples: ["vireo people remove-2fa ann@example.com"],
    async run({ arguments: { email = "" }, out, service }) {
      await service.removeTwoFactor(email);
      out.result({ email }, `${email} now signs in without a code.`);
    },
  },
  {
    name: "people reset",
    summary: "Create a password reset link",
    description: "For people who can no longer sign in, including the last administrator. The link works once.",
    arguments: [email],
    examples: ["vireo people reset ann@example.com"],
    async run({ arguments: { email = "" }, out, service }) {
      const { row, link } = await service.resetLink(email);
      out.result({ link, expiresAt: row.expires_at.getTime() }, link);
    },
  },
];
