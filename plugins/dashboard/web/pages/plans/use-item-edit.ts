import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { ContentPlan, ContentPlanItem } from "vireo/client";
import { queries, vireo } from "../../api";
import { useAction } from "../../ui/action";
import { isSame } from "./conflict";

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** An item while it is changed. Saving looks first whether somebody else has changed it meanwhile. */
export function useEdit({ planId, items: first }: ContentPlan, at: number, close: () => void) {
  // What was there when the change began, or was last seen of somebody else's: not what the plan says meanwhile.
  const [before, setBefore] = useState(first[at] as ContentPlanItem);
  const [item, setItem] = useState(before);
  const [shots, setShots] = useState(before.shots.join("\n"));
  const [theirs, setTheirs] = useState<ContentPlanItem>();
  const [mine, setMine] = useState<ContentPlanItem>();
  const whole = (): ContentPlanItem => ({ ...item, shots: lines(shots) });
  const fill = (next: ContentPlanItem) => {
    setItem(next);
    setShots(next.shots.join("\n"));
  };
  const save = useAction(
    async (known: ContentPlanItem) => {
      // The API takes all items at once: the others are sent as they are now, not as they were.
      const { items } = await vireo.contentPlans.get(planId);
      const now = items[at] as ContentPlanItem;
      if (!isSame(now, known) && !isSame(now, whole())) return setTheirs(now);
      const fresh = await vireo.contentPlans.update(planId, { items: items.with(at, whole()) });
      queries.setQueryData(["plans", "one", planId], fresh);
      notifications.show({ message: "Saved." });
      close();
    },
    { changes: ["plans"] },
  );
  const seen = (other: ContentPlanItem) => {
    setBefore(other);
    setTheirs(undefined);
  };
  return {
    item,
    set: (patch: Partial<ContentPlanItem>) => setItem((now) => ({ ...now, ...patch })),
    shots,
    setShots,
    before,
    busy: save.isPending,
    error: save.error,
    save: () => save.mutate(before),
    conflict: {
      theirs,
      mine,
      overwrite() {
        if (!theirs) return;
        seen(theirs);
        save.mutate(theirs);
      },
      load() {
        if (!theirs) return;
        setMine(whole());
        fill(theirs);
        seen(theirs);
      },
      back() {
        if (mine) fill(mine);
        setMine(undefined);
      },
    },
  };
}
