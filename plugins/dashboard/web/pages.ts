import { KeyRound, type LucideIcon } from "lucide-react";
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
  {
    paths: ["/keys"],
    title: "Keys",
    icon: KeyRound,
    group: "Account",
    scope: "keys:manage",
    Component: page(() => import("./pages/keys")),
  },
];
