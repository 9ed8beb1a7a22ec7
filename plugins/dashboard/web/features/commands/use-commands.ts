import { useQuery } from "@tanstack/react-query";
import {
  Building2,
  CalendarPlus,
  Clapperboard,
  FolderUp,
  Image,
  KeyRound,
  type LucideIcon,
  Music,
  UserPlus,
} from "lucide-react";
import { pages } from "../../pages";
import { useMe } from "../../session";
import { showError } from "../../ui/failure";
import { switchWorkspace, workspacesQuery } from "../workspaces/workspaces";

export interface Command {
  group: string;
  title: string;
  href: string;
  icon?: LucideIcon;
  /** Additional search terms. */
  keywords?: string;
  /** Hidden without this scope. */
  scope?: string;
  /** What to do instead of opening `href`, which then is only an ID. */
  run?(): void;
}

const actions: readonly Command[] = [
  {
    title: "Create video",
    href: "/create?kind=video",
    icon: Clapperboard,
    keywords: "generate clip",
    scope: "media:write",
  },
  { title: "Create image", href: "/create?kind=image", icon: Image, keywords: "generate poster", scope: "media:write" },
  { title: "Create music", href: "/create?kind=music", icon: Music, keywords: "generate track", scope: "media:write" },
  {
    title: "Upload files",
    href: "/library?kind=uploads",
    icon: FolderUp,
    keywords: "clip import",
    scope: "media:write",
  },
  {
    title: "New post",
    href: "/calendar?new=1",
    icon: CalendarPlus,
    keywords: "schedule publish",
    scope: "social:draft",
  },
  { title: "New API key", href: "/keys?new=1", icon: KeyRound, keywords: "token", scope: "keys:manage" },
  {
    title: "Invite a person",
    href: "/settings/people?new=1",
    icon: UserPlus,
    keywords: "team member",
    scope: "workspace:manage",
  },
].map((action) => ({ ...action, group: "Actions" }));

/** Lists the pages and actions that the person's scopes allow, and their other workspaces. */
export function useCommands(): readonly Command[] {
  const { scopes, account } = useMe();
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const all: readonly Command[] = [
    ...actions,
    ...pages.map(({ title, icon, paths: [href], scope }) => ({
      group: "Pages",
      title,
      icon,
      href,
      scope: scope || undefined,
    })),
    ...workspaces
      .filter(({ accountId, status }) => accountId !== account.accountId && status === "active")
      .map(({ accountId, name }) => ({
        group: "Workspaces",
        title: name,
        href: accountId,
        icon: Building2,
        keywords: "switch client",
        run: () => void switchWorkspace(accountId).catch(showError),
      })),
  ];
  return all.filter(({ scope }) => !scope || scopes.includes(scope));
}
