/** Roles of people in an account, from the fewest scopes to all. Only members of the owner account can be `admin`. */
export const roles = ["viewer", "editor", "publisher", "manager", "admin"] as const;
export type RoleName = (typeof roles)[number];

/**
 * True if a role has fewer rights than another.
 * @example isLowerRole("viewer", "editor"); // true
 */
export const isLowerRole = (role: RoleName, than: RoleName): boolean => roles.indexOf(role) < roles.indexOf(than);

/** Default for the lowest role with a scope, if its module does not declare another. */
function getUsualRole(scope: string): RoleName {
  if (scope === "admin") return "admin";
  if (scope.endsWith(":read")) return "viewer";
  return scope.endsWith(":write") ? "editor" : "publisher";
}

/** Scopes of a role, including those of lower roles. */
export const getScopesOfRole = (
  all: readonly string[],
  declared: Readonly<Record<string, RoleName>>,
  role: RoleName,
): string[] => all.filter((scope) => !isLowerRole(role, declared[scope] ?? getUsualRole(scope)));
