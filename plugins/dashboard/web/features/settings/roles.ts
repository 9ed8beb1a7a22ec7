import type { Me } from "../../session";

export type Role = Me["role"];

interface RoleText {
  label: string;
  description: string;
}

/** In order of permissions, fewest first. */
export const roles: Readonly<Record<Role, RoleText>> = {
  viewer: { label: "Viewer", description: "Sees everything in the workspace" },
  editor: { label: "Editor", description: "Also creates, edits and plans" },
  publisher: { label: "Publisher", description: "Also schedules posts, connects channels, manages keys and webhooks" },
  manager: { label: "Manager", description: "Also invites and removes people, and renames the workspace" },
  admin: { label: "Administrator", description: "Full access to this server and all workspaces" },
};

export const roleNames = Object.keys(roles) as Role[];

/** Roles that a person can give in their workspace. Only administrators make others administrators. */
export const listGivable = (own: Role): Role[] => roleNames.filter((role) => role !== "admin" || own === "admin");

export const isLower = (role: Role, than: Role): boolean => roleNames.indexOf(role) < roleNames.indexOf(than);
