import type { ReactNode } from "react";
import { Failure } from "./failure";
import { Loading } from "./loading";
import { isGone, NotFound } from "./not-found";

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; failureReason?: unknown; refetch(): unknown };
  /** Height of the skeleton, in lines. */
  lines?: number;
  /** On a page of its own: the list that something deleted was in. */
  list?: { href: string; title: string };
  children(data: Data): ReactNode;
}

/** Shows a query's data, or that it is loading or has failed. A failed refetch keeps showing the data. */
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
