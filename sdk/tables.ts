/** Column types of the kernel's tables, and tables that are partitioned by day. */
export type { Json, StoredOutput } from "#core/database/tables";
/** Tables partitioned by day, for rows that are many and kept for days. */
export { attachFirstPartition, maintainPartitions } from "#db/partitions";
/** Inserts of many rows, updates of single fields in jsonb, and rows that were refused. */
export { insertRows, isUniqueViolation, mergeJson } from "#db/rows";
