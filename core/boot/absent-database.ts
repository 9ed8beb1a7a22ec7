import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "#core/command";
import type { Config } from "#core/config/config";
import { parseDatabaseUrl } from "#db/address";
import { isNew } from "#db/migrate";
import type { Database } from "#db/tables";

/** A command was run where no server has ever run, so it would report success on nothing. */
export class NoDataError extends Error {
  override readonly name = "NoDataError";
}

/** Throws NoDataError if the data directory contains no database. Changes nothing. */
export function requireData({ databaseUrl, dataDir }: Config, creates: Command["creates"]): void {
  if (databaseUrl || creates === "anywhere" || existsSync(join(dataDir, "postgres", "cluster", "PG_VERSION"))) return;
  throw new NoDataError(
    `There is no Vireo data in ${dataDir}. Set DATA_DIR to the server's data directory, or DATABASE_URL to its database.`,
  );
}

/** Throws NoDataError if no server has ever used the database at DATABASE_URL. Changes nothing. */
export async function requireTables(db: Database, { databaseUrl }: Config, creates: Command["creates"]): Promise<void> {
  if (!databaseUrl || creates || !(await isNew(db))) return;
  throw new NoDataError(
    `There is no Vireo data in the database at DATABASE_URL (${parseDatabaseUrl(databaseUrl).database}). Correct DATABASE_URL, or run "vireo migrate" first.`,
  );
}
