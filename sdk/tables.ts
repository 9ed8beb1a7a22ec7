export type { Json, StoredOutput } from "#core/database/tables";
