import { type Static, Type } from "@sinclair/typebox";
import { type RoleName, roles } from "vireo/access";
import { Group } from "vireo/settings";

const text = (env: string, description: string, more: object = {}) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, env, description, ...more }));

export const oidcSettings = Group({
  issuer: text("OIDC_ISSUER", "Issuer of an OpenID Connect provider. Enables sign-in with it.", {
    pattern: "^https?://[^?#@\\s]+$",
    expected: "an address such as https://login.example.com",
  }),
  clientId: text("OIDC_CLIENT_ID", "Client ID at the provider."),
  clientSecret: text("OIDC_CLIENT_SECRET", "Client secret at the provider.", { secret: true }),
  name: Type.String({
    minLength: 1,
    maxLength: 40,
    default: "single sign-on",
    env: "OIDC_NAME",
    description: "Name of the provider, on the button of the sign-in page.",
  }),
  scopes: Type.Array(Type.String({ pattern: "^[!#-\\[\\]-~]+$" }), {
    default: ["openid", "profile", "email"],
    env: "OIDC_SCOPES",
    description: "Scopes to ask for.",
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
    description: "Role for each value of the claim, such as marketing=publisher. Of several, the highest counts.",
  }),
  trustEmail: Type.Boolean({
    default: false,
    env: "OIDC_TRUST_EMAIL",
    description:
      "Trust email addresses although the provider does not say that they are verified. Only for providers where people cannot choose their address.",
  }),
  only: Type.Boolean({
    default: false,
    env: "OIDC_ONLY",
    description:
      "Turn passwords off: people sign in with the provider. Links to set a password that administrators create still let somebody in once.",
  }),
});
type OidcSettings = Static<typeof oidcSettings>;
/** Settings with everything that a provider needs. */
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

/** The highest role that the claims give; undefined if they give none. */
export function findRole(claims: Record<string, unknown>, claim: string, entries: readonly string[]) {
  const value = claims[claim] ?? claim.split(".").reduce<unknown>(getMember, claims);
  const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
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
