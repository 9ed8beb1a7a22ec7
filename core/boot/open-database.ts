import { existsSync } from "node:fs";
import { join } from "node:path";
import { requireData, requireTables } from "#core/boot/absent-database";
import type { Command } from "#core/command";
import type { Config } from "#core/config/config";
import { openDataFolder } from "#core/database/data-folder";
import { newUuid } from "#core/ids";
import type { Log } from "#core/observability/log";
import { placeNatives, sweepNatives, unpacked } from "#core/process/natives";
import { version } from "#core/version";
import { parseDatabaseUrl } from "#db/address";
import { connect, type Pool, SERVER } from "#db/connect";
import { type Embedded, getClusterFolder, joinEmbedded, startEmbedded } from "#db/embedded";
import { explainConnectionError } from "#db/failure";
import { type Applied, isNew, MigrationError, type ModuleMigrations, migrate, pendingMigrations } from "#db/migrate";
import { refuseSharedSessions } from "#db/pooler";
import { applyContractions, registerReplica, type WaitingMigration } from "#db/replicas";
import type { Database } from "#db/tables";

/** Purpose of `boot`. A tool works on the data, next to a server or without one, and does no background work. */
export type Role = "server" | "tool";

export interface OpenDatabase extends Pick<Pool, "db" | "sql" | "writes"> {
  /** The embedded server, if this process runs it. No other process uses the data then. */
  embedded?: Embedded;
  /** Migrations applied by this start. */
  migrated: readonly Applied[];
  /** Migrations that wait until replicas of older versions have stopped. */
  waiting: readonly WaitingMigration[];
  /** Applies waiting migrations whose replicas have stopped. */
  contract(): Promise<void>;
  /** Resolves with the reason when this process can no longer use the database. */
  broken: Promise<string>;
}

interface Options {
  config: Config;
  lines: readonly ModuleMigrations[];
  log: Log;
  role: Role;
  /** Allows a tool to run before any data exists. */
  creates: Command["creates"];
  /** The embedded server, if `startAhead` has started it. */
  ahead?: Promise<Embedded> | undefined;
  cleanup: AsyncDisposableStack;
}

const getDirectory = ({ dataDir }: Config) => join(dataDir, "postgres");

const OTHER_VERSION =
  "The server running on this data directory is an older version of Vireo. Use its own program, or stop it first.";
const NO_BUCKET =
  "Other servers use this database, but S3_BUCKET is not set. Files stored by one server cannot be read by the others. Set S3_BUCKET.";

/** Connects to DATABASE_URL, to the embedded server of a running Vireo (tools only), or starts the embedded server. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const { config, lines, log, role, creates, cleanup } = options;
  const isTool = role === "tool";
  if (isTool) requireData(config, creates);
  await openFolders(config, log);
  const joined = isTool && !config.databaseUrl ? await joinEmbedded(getDirectory(config)) : undefined;
  const embedded = config.databaseUrl || joined ? undefined : await (options.ahead ?? openEmbedded(config, log));
  if (embedded) cleanup.defer(() => embedded.stop());

  const target = config.databaseUrl ?? joined ?? embedded!.connection;
  const { db, sql, writes, close } = connect(target, {
    log,
    slowMs: config.log.slowQueryMs,
    name: isTool ? undefined : SERVER,
  });
  cleanup.defer(close);

  if (config.databaseUrl) await refuseSharedSessions(sql).catch((error) => refuse(error, config));
  if (isTool) await requireTables(db, config, creates).catch((error) => refuse(error, config));
  if (joined && (await pendingMigrations(db, lines)).length > 0) throw new MigrationError(OTHER_VERSION);
  const migrated = await migrateDatabase(db, lines, log).catch((error) => refuse(error, config));
  const { promise: broken, resolve: fail } = Promise.withResolvers<string>();
  void embedded?.exited.then(({ expected, reason }) => expected || fail(`the database server ended: ${reason}`));
  if (!isTool && config.databaseUrl) {
    const replica = await registerReplica(db, { id: newUuid(), version, lines }, fail);
    cleanup.defer(replica.stop);
    if (replica.others > 0 && !config.s3.bucket) log.warn(NO_BUCKET);
  }
  const contract = async () => {
    const { applied, waiting } = await applyContractions(db, lines);
    for (const one of applied) logMigration(log, one);
    return waiting;
  };
  // No other process uses an embedded database.
  const waiting = isTool && !embedded ? [] : await contract();
  return {
    db,
    sql,
    writes,
    migrated,
    waiting,
    broken,
    embedded,
    contract: async () => void (await contract()),
  };
}

function refuse(error: unknown, { databaseUrl }: Config): never {
  throw databaseUrl ? explainConnectionError(error, parseDatabaseUrl(databaseUrl)) : error;
}

const logMigration = (log: Log, { module, name }: Applied) =>
  log.info("migration applied", { migration: `${module}/${name}` });

/** Applies pending migrations. Logs each one, or a single line for a new database. */
async function migrateDatabase(db: Database, lines: readonly ModuleMigrations[], log: Log): Promise<Applied[]> {
  if (!(await isNew(db))) return migrate(db, lines, (migration) => logMigration(log, migration));
  const migrated = await migrate(db, lines);
  log.info("database set up", { migrations: migrated.length });
  return migrated;
}

async function openFolders({ dataDir, nativesDir }: Config, log: Log): Promise<void> {
  await openDataFolder(dataDir, log);
  placeNatives(nativesDir ?? join(dataDir, "natives"));
}

/**
 * Starts the embedded server of an existing database, so that it boots while modules are loaded. Resolves once its
 * process runs, because loading blocks this one. Undefined if there is no such database.
 */
export async function startAhead(config: Config, log: Log): Promise<{ embedded: Promise<Embedded> } | undefined> {
  if (config.databaseUrl || !existsSync(getClusterFolder(getDirectory(config)))) return undefined;
  await openFolders(config, log);
  const launched = Promise.withResolvers<void>();
  const embedded = openEmbedded(config, log, launched.resolve);
  // The error is reported when the database is opened, after mistakes in module settings.
  embedded.then(
    () => launched.resolve(),
    () => launched.resolve(),
  );
  await launched.promise;
  return { embedded };
}

/** The lock on the embedded database covers the whole data directory, so outdated native files can be removed too. */
async function openEmbedded(config: Config, log: Log, onLaunch?: () => void): Promise<Embedded> {
  const binaries = await unpacked("postgres");
  const embedded = await startEmbedded({
    directory: getDirectory(config),
    log,
    binaries,
    onLaunch,
  });
  if (!config.nativesDir) await sweepNatives();
  return embedded;
}
