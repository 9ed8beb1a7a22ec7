import {
  AtSign,
  CalendarDays,
  CalendarRange,
  Coins,
  Flame,
  House,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Palette,
  Settings,
  Sparkles,
  Webhook,
} from "lucide-react";
import { type ComponentType, lazy } from "react";

export interface PageFacts {
  /** The first is its address in the navigation; the others lead to the same page. */
  paths: readonly [string, ...string[]];
  title: string;
  icon: LucideIcon;
  /** Group in the navigation. */
  group: "" | "Make" | "Publish" | "Learn" | "Account";
  /** Only for those who have this scope. */
  scope?: string;
  Component: ComponentType;
}

interface Loaded {
  default: ComponentType;
}
/** Begins to load the page of each component. */
const loads = new Map<ComponentType, () => Promise<Loaded>>();

function page(load: () => Promise<Loaded>): ComponentType {
  const Component = lazy(load);
  loads.set(Component, load);
  return Component;
}

/** Every page, in the order of the navigation; each is loaded when it is first opened. */
export const pages: readonly PageFacts[] = [
  { paths: ["/"], title: "Home", icon: House, group: "", Component: page(() => import("./pages/home/index")) },
  {
    paths: ["/create"],
    title: "Create",
    icon: Sparkles,
    group: "Make",
    scope: "media:write",
    Component: page(() => import("./pages/create/index")),
  },
  {
    paths: ["/library", "/library/:kind/:id"],
    title: "Library",
    icon: LayoutGrid,
    group: "Make",
    scope: "media:read",
    Component: page(() => import("./pages/library/index")),
  },
  {
    paths: ["/brand", "/brand/:group"],
    title: "Brand",
    icon: Palette,
    group: "Make",
    scope: "content:read",
    Component: page(() => import("./pages/brand/index")),
  },
  {
    paths: ["/calendar"],
    title: "Calendar",
    icon: CalendarDays,
    group: "Publish",
    scope: "social:read",
    Component: page(() => import("./pages/calendar/index")),
  },
  {
    paths: ["/accounts"],
    title: "Accounts",
    icon: AtSign,
    group: "Publish",
    scope: "social:read",
    Component: page(() => import("./pages/accounts/index")),
  },
  {
    paths: ["/viral", "/viral/:id"],
    title: "Viral",
    icon: Flame,
    group: "Learn",
    scope: "research:read",
    Component: page(() => import("./pages/viral/index")),
  },
  {
    paths: ["/plans", "/plans/:id"],
    title: "Plans",
    icon: CalendarRange,
    group: "Learn",
    scope: "research:read",
    Component: page(() => import("./pages/plans/index")),
  },
  {
    paths: ["/keys"],
    title: "Keys",
    icon: KeyRound,
    group: "Account",
    scope: "keys:manage",
    Component: page(() => import("./pages/keys/index")),
  },
  {
    paths: ["/credits"],
    title: "Credits",
    icon: Coins,
    group: "Account",
    scope: "credits:read",
    Component: page(() => import("./pages/credits/index")),
  },
  {
    paths: ["/webhooks", "/webhooks/:id"],
    title: "Webhooks",
    icon: Webhook,
    group: "Account",
    scope: "webhooks:manage",
    Component: page(() => import("./pages/webhooks/index")),
  },
  {
    paths: ["/settings", "/settings/:section"],
    title: "Settings",
    icon: Settings,
    group: "Account",
    Component: page(() => import("./pages/settings/index")),
  },
];

/** Begins to load the page of an address, so that it is there once it is known who asks for it. */
export function loadPage(path: string): void {
  const first = `/${path.split("/")[1] ?? ""}`;
  const found = pages.find(({ paths }) => paths[0] === first);
  // What goes wrong is told when the page is shown.
  if (found)
    void loads
      .get(found.Component)?.()
      .catch(() => {});
}
