/** Pages of lists, names and conditions to search by, and totals for tables too long to count on every page. */
export {
  containsText,
  countUpTo,
  listFew,
  listForms,
  listPage,
  listPartitionedPage,
  toName,
  toTags,
} from "#core/http/list";
export { type CountedBy, countRows, type RowCount, readMonthCounts, readRowCount } from "#db/row-counts";
