import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Kind, media } from "../../ui/media";

/** Changes what the address says is shown. */
export type Show = (next: Record<string, string | number | undefined>) => void;

/** Folders and tags in use, by name. */
export const useLabels = (kind: Kind) =>
  useQuery({ queryKey: keys.labels(media[kind].resource), queryFn: () => vireo.library.get({ kind }) });

/** Options of a field, such as "Summer sale (12)". */
export const toOptions = (labels: readonly { name: string; count: number }[] = []) =>
  labels.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }));

/** Requests sent at the same time. */
const PARALLEL = 4;

/** Does something to each item, a few at a time. Throws the first error once all have been tried. */
export async function forEachItem<Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const errors: unknown[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      await run(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (errors.length > 0) throw errors[0];
}
