import { queryOptions } from "@tanstack/react-query";
import { auth, vireo } from "../../api";
import { keys } from "../../query-keys";
import { enterWorkspace } from "../../workspace";

/** A workspace that the signed-in person belongs to. */
export interface Workspace {
  accountId: string;
  name: string;
  color?: string;
  picture?: string;
  role: string;
  status: "active" | "suspended";
}

export const workspacesQuery = queryOptions({
  queryKey: keys.workspaces,
  queryFn: async () => (await auth<{ workspaces: Workspace[] }>("GET", "/workspaces")).workspaces,
});

async function select(accountId: string): Promise<void> {
  await auth("POST", `/workspaces/${accountId}/select`);
  enterWorkspace(accountId);
}

/**
 * Opens a workspace in this tab, and in new ones. The page is loaded again, so that nothing of another workspace is left
 * in memory.
 */
export async function switchWorkspace(accountId: string, path = "/"): Promise<void> {
  await select(accountId);
  location.assign(path);
}

/** Opens a workspace that was just created, in a color that no other workspace of the person has. */
export async function openNewWorkspace(accountId: string, others: readonly Workspace[]): Promise<void> {
  const used = others.map(getColor);
  await select(accountId);
  await vireo.workspace.update({ color: COLORS.find((color) => !used.includes(color)) ?? null });
  location.assign("/");
}

/** Colors to choose from. A workspace without a color gets one of them. Text on them is white. */
export const COLORS = ["#0f766e", "#4338ca", "#b91c1c", "#a16207", "#7e22ce", "#0369a1", "#be185d", "#4d7c0f"] as const;

/** Returns the color of a workspace: its own, or always the same one for its ID. */
export function getColor({ accountId, color }: { accountId: string; color?: string | undefined }): string {
  if (color) return color;
  let sum = 0;
  for (const character of accountId) sum = (sum * 31 + character.charCodeAt(0)) % COLORS.length;
  return COLORS[sum] ?? COLORS[0];
}
