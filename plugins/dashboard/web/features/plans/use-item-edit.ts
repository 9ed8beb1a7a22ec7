import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentPlan, ContentPlanItem } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { getFieldErrors } from "../../ui/form";
import { isSame } from "./conflict";

/** An item with its shots as text, one per line. */
type ItemValues = Omit<ContentPlanItem, "shots"> & { shots: string };

const toValues = (item: ContentPlanItem): ItemValues => ({ ...item, shots: item.shots.join("\n") });
const toItem = (values: ItemValues): ContentPlanItem => ({
  ...values,
  shots: values.shots
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
});

/** Edits an item of a plan. Before saving, checks whether someone else has changed it. */
export function useItemEdit({ planId, items }: ContentPlan, index: number, close: () => void) {
  const client = useQueryClient();
  // The version when editing started. The plan may be refetched meanwhile.
  const [before, setBefore] = useState(items[index] as ContentPlanItem);
  const form = useForm<ItemValues>({ initialValues: toValues(before) });
  const [theirs, setTheirs] = useState<ContentPlanItem>();
  const [own, setOwn] = useState<ContentPlanItem>();
  const save = useAction(
    async (seen: ContentPlanItem) => {
      const item = toItem(form.values);
      // The API replaces all items, so send the current state of the others.
      const { items } = await vireo.contentPlans.get(planId);
      const current = items[index] as ContentPlanItem;
      if (!isSame(current, seen) && !isSame(current, item)) return setTheirs(current);
      const plan = await vireo.contentPlans.update(planId, { items: items.with(index, item) });
      client.setQueryData(keys.plan(planId), plan);
      notifications.show({ message: "Changes saved" });
      close();
    },
    {
      stale: ["plans"],
      handleError(error) {
        // The API names a field `items.3.hook`, or `items.3.hashtags.0` within a list.
        const errors = Object.entries(getFieldErrors(error)).map(([path, message]) => {
          const [, at, field = "items"] = path.split(".");
          return [at === String(index) ? field : "items", message] as const;
        });
        form.setErrors(Object.fromEntries(errors));
        return errors.length > 0;
      },
    },
  );
  const acceptTheirs = (item: ContentPlanItem) => {
    setBefore(item);
    setTheirs(undefined);
  };
  return {
    form,
    before,
    isPending: save.isPending,
    save: () => save.mutate(before),
    conflict: {
      theirs,
      own,
      overwrite() {
        if (!theirs) return;
        acceptTheirs(theirs);
        save.mutate(theirs);
      },
      loadTheirs() {
        if (!theirs) return;
        setOwn(toItem(form.values));
        form.setValues(toValues(theirs));
        acceptTheirs(theirs);
      },
      restoreOwn() {
        if (own) form.setValues(toValues(own));
        setOwn(undefined);
      },
    },
  };
}
