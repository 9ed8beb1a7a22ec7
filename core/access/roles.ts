/** Roles of people, from the one with the fewest scopes to the one with all. */
export const roles = ["viewer", "editor", "publisher", "admin"] as const;
export type RoleName = (typeof roles)[number];

export const isLowerRole = (role: RoleName, than: RoleName): boolean => roles.indexOf(role) < roles.indexOf(than);

/** The lowest role that has a scope, if its module declares no other. */
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
