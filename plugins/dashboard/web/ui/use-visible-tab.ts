import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref for a list of tabs. Scrolls the list to the active tab if not all of them fit. */
export function useVisibleTab(active: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is active
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[data-active]");
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [active]);
  return list;
}
