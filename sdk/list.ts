/** One page of a list, with its pagination, and a pattern to search by; and totals for tables too long to count on every page. */
export { listPage, listPartitionedPage, toLikePattern } from "#core/http/list";
export { type CountedBy, countRows, readRowCount } from "#db/row-counts";
