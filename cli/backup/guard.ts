import { sql } from "kysely";
import type { Workspace } from "#core/command";
import { SERVER } from "#db/connect";
import type { Database } from "#db/tables";

/** Why nothing may be put in the place of the data just now; undefined where it may. */
export async function obstacle(
  { config, db, isAlone, modules }: Workspace,
  replace: boolean,
): Promise<string | undefined> {
  if (!config.databaseUrl && !isAlone) return "A server runs on this data directory: stop it first.";
  const servers = await countServers(db);
  if (servers > 0) return "A server works on this database: stop it first.";
  if (replace) return foreign(db, ["core", ...modules.map(({ name }) => name)]);
  const { accounts } = await db
    .selectFrom("accounts")
    .select((eb) => eb.fn.countAll<number>().as("accounts"))
    .executeTakeFirstOrThrow();
  if (accounts === 0) return undefined;
  return `There is data here already (accounts: ${accounts}). Restore into an empty database, or say --replace: then all of it is lost.`;
}

/** A plug-in's tables would stay without their record, and the plug-in could not be used again. */
async function foreign(db: Database, known: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ module: string }>`
    select module from vireo_migrations where module <> all(${known}::text[]) limit 1`.execute(db);
  return (
    rows[0] && `The database holds data of the plug-in "${rows[0].module}", which is not loaded: add it to "plugins".`
  );
}

/** Connections of servers, not of tools such as this one. */
async function countServers(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER}`.execute(db);
  return rows[0]!.count;
}
