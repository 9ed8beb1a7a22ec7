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
