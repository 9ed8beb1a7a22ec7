import { sql } from "kysely";
import type { Workspace } from "#core/command";
import { SERVER } from "#db/connect";
import type { Database } from "#db/tables";

export const IN_USE = "The database is in use by a running server. Stop the server and try again.";

/** Returns why a restore must not replace the data now. Undefined if it may. */
export async function findObstacle(
  { config, db, isOnlyWriter, modules }: Workspace,
  replace: boolean,
): Promise<string | undefined> {
  if (!config.databaseUrl && !isOnlyWriter) return IN_USE;
  if ((await countServers(db)) > 0) return IN_USE;
  if (replace) return findUnknownModule(db, ["core", ...modules.map(({ name }) => name)]);
  const { accounts } = await db
    .selectFrom("accounts")
    .select((eb) => eb.fn.countAll<number>().as("accounts"))
    .executeTakeFirstOrThrow();
  if (accounts === 0) return undefined;
  return `The database is not empty (accounts: ${accounts}). Restore into an empty database, or use --replace to delete all existing data.`;
}

/** Tables of a plug-in that is not loaded would remain without their migration records. */
async function findUnknownModule(db: Database, known: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ module: string }>`
    select module from vireo_migrations where module <> all(${known}::text[]) limit 1`.execute(db);
  return (
    rows[0] &&
    `The database contains data of the plug-in "${rows[0].module}", which is not loaded. Add it to "plugins" in vireo.config.ts.`
  );
}

/** Counts connections of servers, excluding those of commands. */
export async function countServers(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER}`.execute(db);
  return rows[0]!.count;
}
