import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Pagination } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import type { Group } from "./groups";

export type Values = Record<string, string | string[]>;

/** An entry of any group, with its fields by name. */
export interface Entry {
  id: string;
  name: string;
  /** False for built-in entries, which are read-only. Only groups with built-in entries have it. */
  isCustom?: boolean;
  [field: string]: unknown;
}

const PAGE_SIZE = 50;

export const useEntries = ({ path, plural }: Group, page: number, q: string) =>
  useQuery({
    queryKey: keys.brandList(path, page, q),
    async queryFn() {
      const response = await vireo.request<Record<string, Entry[]> & { pagination: Pagination }>("GET", `/${path}`, {
        query: { page, pageSize: PAGE_SIZE, q: q || undefined },
      });
      return { entries: response[plural] ?? [], pagination: response.pagination as Pagination };
    },
    placeholderData: keepPreviousData,
  });

export const readEntry = ({ path }: Group, id: string) =>
  vireo.request<Entry>("GET", `/${path}/${encodeURIComponent(id)}`);

/** Updates an entry, or creates one if there is no ID. */
export const saveEntry = ({ path }: Group, id: string | undefined, body: Values) =>
  id
    ? vireo.request<Entry>("PATCH", `/${path}/${encodeURIComponent(id)}`, { body })
    : vireo.request<Entry>("POST", `/${path}`, { body });

export const deleteEntry = ({ path }: Group, id: string) =>
  vireo.request("DELETE", `/${path}/${encodeURIComponent(id)}`);

export const getText = (entry: Entry | undefined, name: string): string => {
  const value = entry?.[name];
  return typeof value === "string" ? value : "";
};
export const getList = (entry: Entry | undefined, name: string): string[] => {
  const value = entry?.[name];
  return Array.isArray(value) ? value.map(String) : [];
};

/** Returns initial values for the form. */
export const toValues = ({ fields }: Group, entry: Entry | undefined): Values => ({
  name: entry?.name ?? "",
  ...Object.fromEntries(
    fields.map(({ name, kind }) => [
      name,
      kind === "images" || kind === "colors" ? getList(entry, name) : getText(entry, name),
    ]),
  ),
});
