import type { Kysely, Transaction as KyselyTransaction } from "kysely";

/**
 * Every table of the database, by name. Empty here: who owns a table declares it beside its
 * migrations, by `declare module "#db/tables" { interface Tables { notes: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, which a type alias cannot be
export interface Tables {}

export type Database = Kysely<Tables>;

export type Transaction = KyselyTransaction<Tables>;
