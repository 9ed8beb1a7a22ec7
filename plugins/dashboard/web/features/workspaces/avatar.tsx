import { Avatar } from "@mantine/core";
import { getColor } from "./workspaces";

interface Props {
  workspace: { accountId: string; name: string; color?: string | undefined };
  size?: number;
}

/** First letters of a workspace's name, on its color. */
export const WorkspaceAvatar = ({ workspace, size = 28 }: Props) => (
  <Avatar size={size} radius="sm" variant="filled" color={getColor(workspace)} autoContrast aria-hidden>
    {workspace.name
      .split(/\s+/, 2)
      .map((word) => [...word][0]?.toUpperCase())
      .join("")}
  </Avatar>
);
