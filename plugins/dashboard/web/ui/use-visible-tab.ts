import { type RefObject, useEffect, useRef } from "react";

/** The list of tabs to put this on scrolls to the active one, where there is no room for all of them. */
export function useVisibleTab(active: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is active
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[data-active]");
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [active]);
  return list;
}
