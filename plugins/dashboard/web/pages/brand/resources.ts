import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Pagination } from "vireo/client";
import { vireo } from "../../api";
import type { Group } from "./groups";

export type Values = Record<string, string | string[]>;

/** A row of any group, as it is read; its fields by their names. */
export interface Thing {
  id: string;
  name: string;
  /** False for what comes with Vireo and cannot be changed; told where a group has such. */
  isCustom?: boolean;
  createdAt: number;
  updatedAt: number;
  [field: string]: unknown;
}

const PAGE_SIZE = 50;

export const useThings = ({ path, plural }: Group, page: number) =>
  useQuery({
    queryKey: [path, "list", page],
    async queryFn() {
      const answer = await vireo.request<Record<string, Thing[]> & { pagination: Pagination }>("GET", `/${path}`, {
        query: { page, pageSize: PAGE_SIZE },
      });
      return { things: answer[plural] ?? [], pagination: answer.pagination as Pagination };
    },
    placeholderData: keepPreviousData,
  });

export const readThing = ({ path }: Group, id: string) =>
  vireo.request<Thing>("GET", `/${path}/${encodeURIComponent(id)}`);

/** Makes it, or changes the one with the id. */
export const writeThing = ({ path }: Group, id: string | undefined, body: Values) =>
  id
    ? vireo.request<Thing>("PATCH", `/${path}/${encodeURIComponent(id)}`, { body })
    : vireo.request<Thing>("POST", `/${path}`, { body });

export const deleteThing = ({ path }: Group, id: string) =>
  vireo.request("DELETE", `/${path}/${encodeURIComponent(id)}`);

export const textOf = (thing: Thing, name: string): string => {
  const value = thing[name];
  return typeof value === "string" ? value : "";
};
export const listOf = (thing: Thing, name: string): string[] => {
  const value = thing[name];
  return Array.isArray(value) ? value.map(String) : [];
};

/** What its form begins with. */
export function toValues({ fields }: Group, thing: Thing | undefined): Values {
  const from = thing ?? { id: "", name: "", createdAt: 0, updatedAt: 0 };
  const filled = fields.map(({ name, kind }) => [name, kind === "pictures" ? listOf(from, name) : textOf(from, name)]);
  return { name: from.name, ...Object.fromEntries(filled) };
}
