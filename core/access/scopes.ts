import { getScopesOfRole, type RoleName } from "#core/access/roles";
import { ApiError } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";

/** Permission of a key, such as `media:read`. Modules declare the scopes of their routes. */
export type Scope = string;

/** Access to every account. The only scope of the kernel itself. */
export const ADMIN = "admin";

export interface Scopes {
  /** All scopes, `admin` last. */
  readonly all: readonly Scope[];
  /** Scopes and groups (`media:*`) that a key can be given. */
  readonly grantable: readonly string[];
  /** Scopes of a person's role. */
  ofRole(role: RoleName): Scope[];
  /** Expands groups to their scopes. */
  expand(requested: readonly string[]): Scope[];
  /** Adds the scopes that stored ones include: `admin` includes all, others those that their module declares. */
  resolve(granted: readonly Scope[]): ReadonlySet<Scope>;
}

/**
 * @param declared the lowest role that has a scope, for scopes whose module declares one
 * @param implies the scopes that others include
 */
export function createScopes(
  all: readonly Scope[],
  declared: Readonly<Record<Scope, RoleName>> = {},
  implies: Readonly<Record<Scope, readonly Scope[]>> = {},
): Scopes {
  const groups = [
    ...Map.groupBy(
      all.filter((scope) => scope.includes(":")),
      (scope) => scope.split(":")[0],
    ),
  ]
    .filter(([, members]) => members.length > 1)
    .map(([group]) => `${group}:*`);
  const matches = (scope: Scope, requested: string) =>
    requested === scope || (requested.endsWith(":*") && scope.startsWith(requested.slice(0, -1)));
  return {
    all,
    grantable: [...all, ...groups],
    ofRole: (role) => getScopesOfRole(all, declared, role),
    resolve: (granted) =>
      new Set(granted.includes(ADMIN) ? all : granted.flatMap((scope) => [scope, ...(implies[scope] ?? [])])),
    expand: (requested) => all.filter((scope) => requested.some((candidate) => matches(scope, candidate))),
  };
}

/**
 * Throws ApiError `insufficient_scope` if the caller lacks the scope. Routes with `auth` have checked theirs already.
 * @example
 * const caller = { accountId: "acct_1", keyId: "key_1", keyName: "CI", scopes: new Set(["notes:read"]) };
 * requireScope(caller, "notes:write"); // throws "notes:write"
 */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.has(scope)) return;
  const who = caller.personId ? caller.keyName : `The key "${caller.keyName}"`;
  throw new ApiError("insufficient_scope", `${who} does not have the scope ${scope}.`);
}
