import { queryOptions } from "@tanstack/react-query";
import { getWorkspaceColor, workspaceColors } from "vireo/workspace-look";
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

const listWorkspaces = async () => (await auth<{ workspaces: Workspace[] }>("GET", "/workspaces")).workspaces;

export const workspacesQuery = queryOptions({ queryKey: keys.workspaces, queryFn: listWorkspaces });

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
export async function openNewWorkspace(accountId: string): Promise<void> {
  // The list on the page may be older than the last workspace.
  const others = (await listWorkspaces()).filter((one) => one.accountId !== accountId);
  const used = others.map((one) => getWorkspaceColor(one.accountId, one.color));
  await select(accountId);
  await vireo.workspace.update({ color: workspaceColors.find((color) => !used.includes(color)) ?? null });
  location.assign("/");
}
