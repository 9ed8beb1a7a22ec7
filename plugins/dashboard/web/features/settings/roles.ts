import type { Me } from "../../session";

export type Role = Me["role"];

interface RoleText {
  label: string;
  description: string;
}

/** In order of permissions, fewest first. */
export const roles: Readonly<Record<Role, RoleText>> = {
  viewer: { label: "Viewer", description: "Sees everything in one workspace" },
  editor: { label: "Editor", description: "Also creates, edits and plans" },
  publisher: { label: "Publisher", description: "Also schedules posts, connects channels, manages keys and webhooks" },
  admin: { label: "Administrator", description: "Full access to all workspaces" },
};

export const roleNames = Object.keys(roles) as Role[];

export const isLower = (role: Role, than: Role): boolean => roleNames.indexOf(role) < roleNames.indexOf(than);
