import { useQuery } from "@tanstack/react-query";
import type { LibraryFolder } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Kind, media } from "../../ui/media";

/** Changes filters in the URL. */
export type Show = (next: Record<string, string | number | undefined>) => void;

/** Resources that have folders. Renaming or removing a folder affects all of them. */
export const inFolders = ["videos", "images", "music"] as const;

/** Reads the folders and tags in use. */
export const useLabels = (kind: Kind) =>
  useQuery({ queryKey: keys.labels(media[kind].resource), queryFn: () => vireo.library.get({ kind }) });

/** A folder or a tag, with its number of items. */
export type Label = LibraryFolder;

/** Options of a field, such as "Summer sale (12)". */
export const toOptions = (labels: readonly Label[] = []) =>
  labels.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }));
