import type { Kysely, Transaction as KyselyTransaction } from "kysely";

export { sql } from "kysely";
export type { Migration } from "kysely/migration";

/**
 * All tables by name. Empty here: each module declares its tables next to its migrations, with
 * `declare module "vireo/database" { interface Tables { notes: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, which a type alias cannot be
export interface Tables {}

export type Database = Kysely<Tables>;

export type Transaction = KyselyTransaction<Tables>;
