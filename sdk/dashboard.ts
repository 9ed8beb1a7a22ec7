/** Pages that plug-ins add to the dashboard. */
import type { Vireo } from "#sdk/client/index";

/** What a page gets from the dashboard. */
export interface PageContext {
  /** The API, called as the signed-in person: `api.request("GET", "/gradients/favourites")`. */
  api: Vireo;
  person: {
    personId: string;
    name: string;
    email: string;
    role: "viewer" | "editor" | "publisher" | "manager" | "admin";
    scopes: readonly string[];
  };
  account: { accountId: string; name: string };
  /** Aborted when the page is left. */
  signal: AbortSignal;
  /** Opens another page of the dashboard, such as `/library`. */
  navigate(path: string): void;
  /** Shows a toast. */
  notify(message: string, options?: { isError?: boolean }): void;
}

/**
 * A page is an ES module that exports `mount`. It draws into `root` with the platform's own elements, which the dashboard
 * styles, and can return a function that is called when the page is left. It needs no framework.
 */
export interface PageModule {
  // biome-ignore lint/suspicious/noConfusingVoidType: a page may return nothing
  mount(root: HTMLElement, context: PageContext): PageCleanup | void | Promise<PageCleanup | void>;
}
export type PageCleanup = () => void;
