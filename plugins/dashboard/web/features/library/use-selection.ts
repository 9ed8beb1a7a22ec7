import { useState } from "react";

/** Selection among the items of a page. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // Items that were deleted are no longer selected.
  const selected = items.filter(({ id }) => ids.has(id));
  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    selectAll: () => setIds(new Set(items.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
