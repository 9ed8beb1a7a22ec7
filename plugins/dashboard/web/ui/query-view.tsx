import type { ReactNode } from "react";
import { Failure } from "./failure";
import { Loading } from "./loading";
import { isGone, NotFound } from "./not-found";

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; failureReason?: unknown; refetch(): unknown };
  /** Height of the skeleton, in lines. */
  lines?: number;
  /** For the page of an item: the list to link to if the item was deleted. */
  list?: { href: string; title: string };
  children(data: Data): ReactNode;
}

/** Shows a query's data, a loading state or an error. After a failed refetch, the data stays visible. */
export const QueryView = <Data,>({
  query: { data, error, failureReason, refetch },
  lines = 4,
  list,
  children,
}: Props<Data>) => (
  <>
    {list && isGone(error) ? (
      <NotFound error={error} list={list} />
    ) : error ? (
      <Failure error={error} retry={refetch} />
    ) : (
      data === undefined && <Loading lines={lines} isBusy={Boolean(failureReason)} />
    )}
    {data !== undefined && children(data)}
  </>
);
