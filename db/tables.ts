import type { Kysely, Transaction as KyselyTransaction } from "kysely";

/**
 * All tables by name. Empty here: each module declares its tables beside its migrations, with `declare module "#db/tables" { interface Tables { notes: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, which a type alias cannot be
export interface Tables {}

export type Database = Kysely<Tables>;

export type Transaction = KyselyTransaction<Tables>;
