/** Column types of the kernel's tables. */
export type { Json, StoredOutput } from "#core/database/tables";
