/** One page of a list, with its pagination; and totals for tables too long to count on every page. */
export { listPage } from "#core/http/list";
export { countRows, readRowCount } from "#db/row-counts";
