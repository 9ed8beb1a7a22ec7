/** How a workspace is marked where people see it: in the dashboard, and on pages for people without an account. */

/** Colors to choose from. A workspace without a color gets one of them. Text on them is white. */
export const workspaceColors = ["#0f766e", "#4338ca", "#b91c1c", "#a16207", "#7e22ce", "#0369a1", "#be185d", "#4d7c0f"];

/**
 * Returns the color of a workspace: its own, or always the same one for its ID.
 *
 * @example getWorkspaceColor("a", "#123456"); // "#123456"
 */
export function getWorkspaceColor(accountId: string, color: string | null | undefined): string {
  if (color) return color;
  let sum = 0;
  for (const character of accountId) sum = (sum * 31 + character.charCodeAt(0)) % workspaceColors.length;
  return workspaceColors[sum]!;
}

/**
 * Returns the first letters of a name, for a workspace without a picture.
 *
 * @example getInitials("Night owl coffee"); // "NO"
 */
export const getInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join("");
