import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Pagination } from "vireo/client";
import { Pager } from "./pager";
import { QueryView } from "./query-view";

interface Paged<Data> {
  query: UseQueryResult<Data>;
  setPage(page: number): void;
}

/** Reads one page of a list at a time. Keeps showing it while another one loads. */
export function usePages<Data>(
  getKey: (page: number) => unknown[],
  load: (page: number) => Promise<Data>,
  refetchInterval: (data: Data | undefined) => number | false = () => false,
): Paged<Data> {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: getKey(page),
    queryFn: () => load(page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchInterval(state.data as Data | undefined),
  });
  return { query: query as UseQueryResult<Data>, setPage };
}

interface Props<Data> {
  pages: Paged<Data>;
  lines?: number;
  children(data: Data): ReactNode;
}

/** `QueryView` with page numbers below. */
export const PagesView = <Data extends { pagination: Pagination }>({ pages, children, ...view }: Props<Data>) => (
  <QueryView query={pages.query} {...view}>
    {(data) => (
      <>
        {children(data)}
        <Pager pagination={data.pagination} onChange={pages.setPage} />
      </>
    )}
  </QueryView>
);
