import {
  AtSign,
  CalendarDays,
  CalendarRange,
  ChartColumn,
  CircleUserRound,
  Coins,
  FileChartColumn,
  Flame,
  House,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Palette,
  Scissors,
  Settings,
  Sparkles,
  Webhook,
} from "lucide-react";
import type { ComponentType } from "react";
import { pagePaths, pageTitles } from "../paths";
import { lazyPart } from "./ui/lazy";

type LoadPage = () => Promise<{ default: ComponentType }>;

interface PageFacts {
  icon: LucideIcon;
  /** Section of the navigation, if the page is in it. */
  group?: "" | "Content" | "Publish" | "Research" | "Workspace";
  /** Hidden without this scope. */
  scope?: string;
  load: LoadPage;
  /** Loads the page of a single item, if it is a separate script. */
  loadItem?: LoadPage;
}

/** All pages, in the order of the navigation. Each is loaded when it is first opened. */
const facts: Readonly<Record<keyof typeof pagePaths, PageFacts>> = {
  home: { icon: House, group: "", load: () => import("./features/home/index") },
  create: {
    icon: Sparkles,
    group: "Content",
    scope: "media:write",
    load: () => import("./features/create/index"),
  },
  library: {
    icon: LayoutGrid,
    group: "Content",
    scope: "media:read",
    load: () => import("./features/library/index"),
    loadItem: () => import("./features/library/item"),
  },
  clips: {
    icon: Scissors,
    group: "Content",
    scope: "media:read",
    load: () => import("./features/clips/index"),
  },
  brand: {
    icon: Palette,
    group: "Content",
    scope: "content:read",
    load: () => import("./features/brand/index"),
  },
  calendar: {
    icon: CalendarDays,
    group: "Publish",
    scope: "social:read",
    load: () => import("./features/calendar/index"),
  },
  analytics: {
    icon: ChartColumn,
    group: "Publish",
    scope: "social:read",
    load: () => import("./features/analytics/index"),
  },
  reports: {
    icon: FileChartColumn,
    group: "Publish",
    scope: "social:read",
    load: () => import("./features/reports/index"),
  },
  channels: {
    icon: AtSign,
    group: "Publish",
    scope: "social:read",
    load: () => import("./features/channels/index"),
  },
  viral: {
    icon: Flame,
    group: "Research",
    scope: "research:read",
    load: () => import("./features/viral/index"),
  },
  plans: {
    icon: CalendarRange,
    group: "Research",
    scope: "research:read",
    load: () => import("./features/plans/index"),
  },
  keys: {
    icon: KeyRound,
    group: "Workspace",
    scope: "keys:manage",
    load: () => import("./features/keys/index"),
  },
  credits: {
    icon: Coins,
    group: "Workspace",
    scope: "credits:read",
    load: () => import("./features/credits/index"),
  },
  webhooks: {
    icon: Webhook,
    group: "Workspace",
    scope: "webhooks:manage",
    load: () => import("./features/webhooks/index"),
  },
  profile: { icon: CircleUserRound, load: () => import("./features/profile/index") },
  settings: { icon: Settings, group: "Workspace", load: () => import("./features/settings/index") },
};

export const pages = Object.entries(facts).map(([name, page]) => {
  const Component = lazyPart(page.load);
  return {
    ...page,
    title: pageTitles[name as keyof typeof pagePaths],
    paths: pagePaths[name as keyof typeof pagePaths],
    Component,
    Item: page.loadItem ? lazyPart(page.loadItem) : Component,
  };
});

/** Starts loading the page of a path. */
export function preloadPage(path: string): void {
  const first = `/${path.split("/")[1] ?? ""}`;
  const page = pages.find(({ paths }) => paths[0] === first);
  if (path === first) page?.Component.preload();
  else page?.Item.preload();
}
