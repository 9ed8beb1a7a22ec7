import { House, KeyRound, LayoutGrid, type LucideIcon, Sparkles } from "lucide-react";
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

const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load);

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
    paths: ["/keys"],
    title: "Keys",
    icon: KeyRound,
    group: "Account",
    scope: "keys:manage",
    Component: page(() => import("./pages/keys")),
  },
];
