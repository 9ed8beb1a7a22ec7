import { type Static, Type } from "@sinclair/typebox";
import { type RoleName, roles } from "vireo/access";
import { Group } from "vireo/settings";

const text = (env: string, description: string, more: object = {}) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, env, description, ...more }));

export const oidcSettings = Group({
  issuer: text("OIDC_ISSUER", "Issuer URL of an OpenID Connect provider. Enables sign-in with it.", {
    pattern: "^https?://[^?#@\\s]+$",
    expected: "a URL such as https://login.example.com",
  }),
  clientId: text("OIDC_CLIENT_ID", "Client ID at the provider."),
  clientSecret: text("OIDC_CLIENT_SECRET", "Client secret at the provider.", { secret: true }),
  name: Type.String({
    minLength: 1,
    maxLength: 40,
    default: "single sign-on",
    env: "OIDC_NAME",
    description: "Name of the provider, shown on the sign-in button.",
  }),
  scopes: Type.Array(Type.String({ pattern: "^[!#-\\[\\]-~]+$" }), {
    default: ["openid", "profile", "email"],
    env: "OIDC_SCOPES",
    description: "Scopes to request.",
  }),
  newRole: Type.Optional(
    Type.Union(
      roles.map((role) => Type.Literal(role)),
      {
        expected: roles.join(", "),
        env: "OIDC_NEW_ROLE",
        description:
          "Role of people who sign in for the first time without an invitation; they join the owner account. Default: they are refused.",
      },
    ),
  ),
  roleClaim: text(
    "OIDC_ROLE_CLAIM",
    "Claim that sets the role at every sign-in, such as groups or realm_access.roles. Default: roles are set in Vireo.",
  ),
  roles: Type.Array(Type.String({ pattern: `^.+=(${roles.join("|")})$`, expected: "entries such as staff=editor" }), {
    default: roles.map((role) => `${role}=${role}`),
    env: "OIDC_ROLES",
    description:
      "Role for each value of the claim, such as marketing=publisher. If several match, the highest role applies.",
  }),
  trustEmail: Type.Boolean({
    default: false,
    env: "OIDC_TRUST_EMAIL",
    description:
      "Trust email addresses that the provider does not mark as verified. Only for providers where people cannot choose their address.",
  }),
  only: Type.Boolean({
    default: false,
    env: "OIDC_ONLY",
    description:
      "Turn off passwords: people sign in with the provider. Password links that administrators create still work, once.",
  }),
});
type OidcSettings = Static<typeof oidcSettings>;
/** Settings that are complete for sign-in with a provider. */
export type Configured = OidcSettings & Record<"issuer" | "clientId" | "clientSecret", string>;

/** Returns undefined if no provider is configured. Throws if a part is missing. */
export function getConfigured(settings: OidcSettings): Configured | undefined {
  const { issuer, clientId, clientSecret } = settings;
  if (!issuer && !clientId && !clientSecret && !settings.only) return undefined;
  if (!issuer || !clientId || !clientSecret) {
    throw new Error("Sign-in with a provider needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.");
  }
  return { ...settings, issuer, clientId, clientSecret };
}

/** Returns the highest role that the claims give. Undefined if they give none. */
export function findRole(claims: Record<string, unknown>, claim: string, entries: readonly string[]) {
  const value = claims[claim] ?? claim.split(".").reduce<unknown>(getMember, claims);
  const values = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  const granted = entries
    .map((entry) => entry.split(/=(?=[^=]*$)/) as [string, RoleName])
    .filter(([name]) => values.includes(name))
    .map(([, role]) => roles.indexOf(role));
  return roles[Math.max(...granted, -1)];
}

const getMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
