import { Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { getWorkspaceColor } from "vireo/workspace-look";
import { useMe } from "../../session";
import { WorkspaceAvatar } from "./avatar";

// Loaded after the page.
const WorkspaceMenu = lazy(() => import("./menu"));

/** Names the workspace at the top of every page, and opens the list of the others. */
export function WorkspaceSwitcher() {
  const { account } = useMe();
  const [isWanted, setWanted] = useState(false);
  const color = getWorkspaceColor(account.accountId, account.color);
  // Marks what belongs to the workspace, such as the posts of the calendar, in the frame that shows its name.
  useLayoutEffect(() => document.documentElement.style.setProperty("--workspace-color", color), [color]);
  const button = (
    <UnstyledButton className="workspace" onClick={isWanted ? undefined : () => setWanted(true)}>
      <VisuallyHidden>Workspace: </VisuallyHidden>
      <WorkspaceAvatar workspace={account} />
      <Text size="sm" fw={600} truncate>
        {account.name}
      </Text>
      <ChevronsUpDown size={14} aria-hidden />
    </UnstyledButton>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <WorkspaceMenu target={button} />
    </Suspense>
  );
}
