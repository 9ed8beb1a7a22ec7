import { Avatar } from "@mantine/core";
import { getInitials, getWorkspaceColor } from "vireo/workspace-look";

interface Props {
  workspace: { accountId: string; name: string; color?: string | undefined; picture?: string | undefined };
  size?: number;
}

/** A workspace's picture, or the first letters of its name on its color. */
export const WorkspaceAvatar = ({ workspace, size = 28 }: Props) => (
  <Avatar
    src={workspace.picture}
    alt=""
    size={size}
    radius="sm"
    variant="filled"
    color={getWorkspaceColor(workspace.accountId, workspace.color)}
    autoContrast
    aria-hidden
  >
    {getInitials(workspace.name)}
  </Avatar>
);
