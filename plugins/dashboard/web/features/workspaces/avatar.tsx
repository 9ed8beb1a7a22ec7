import { Avatar } from "@mantine/core";
import { getColor } from "./workspaces";

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
    color={getColor(workspace)}
    autoContrast
    aria-hidden
  >
    {workspace.name
      .split(/\s+/)
      .filter((word) => /^[\p{L}\p{N}]/u.test(word))
      .slice(0, 2)
      .map((word) => [...word][0]?.toUpperCase())
      .join("")}
  </Avatar>
);
