import { chmod, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "#db/connection";
import { findBinaries } from "#db/embedded/binaries";
import { createCluster, DATABASE, hasCluster, USER } from "#db/embedded/cluster";
import { EmbeddedError } from "#db/embedded/error";
import { chooseIdentity } from "#db/embedded/identity";
import { launchServer } from "#db/embedded/launch";
import { takeLock } from "#db/embedded/lock";
import { findPostmaster } from "#db/embedded/postmaster";
import { adoptServer, type Server, stopServer } from "#db/embedded/server";
import { settings } from "#db/embedded/settings";
import type { DatabaseLog } from "#db/log";

export interface EmbeddedOptions {
  /** Used only by the database; created if missing. Contains `cluster/` (the data), `lock`, `server.log`, the socket. */
  directory: string;
  log?: DatabaseLog;
  /** Folder with `bin`, `lib`, `share` and `pg-symlinks.json`. Defaults to the installed package. */
  binaries?: string;
  /** Additional server settings. With `fsync: "off"` the cluster is also created without syncing. */
  settings?: Readonly<Record<string, string>>;
}

export interface Embedded {
  connection: Connection;
  /** True if a killed Vireo had left the server running. */
  adopted: boolean;
  /** Process id of the server. */
  pid: number;
  /** Resolves when the server ends for any reason, including `stop()`. Never rejects. */
  exited: Promise<{ expected: boolean; reason: string }>;
  /** Stops the server within half a minute and releases the directory. Idempotent. */
  stop(): Promise<void>;
}

const getClusterFolder = (directory: string) => join(directory, "cluster");

function toConnection({ socketFolder, port }: Pick<Server, "socketFolder" | "port">): Connection {
  return { host: socketFolder, port, database: DATABASE, user: USER };
}

async function openServer(directory: string, options: EmbeddedOptions): Promise<{ server: Server; adopted: boolean }> {
  const cluster = getClusterFolder(directory);
  const exists = await hasCluster(cluster);
  const running = exists ? await adoptServer(cluster) : undefined;
  if (running) return { server: running, adopted: true };
  const binaries = await findBinaries(options.binaries, join(directory, "lib"));
  const programs = { binaries, identity: await chooseIdentity(directory, !exists, binaries.postgres) };
  if (!exists) {
    options.log?.info("creating the database", { directory });
    await createCluster(programs, cluster, options.settings?.fsync !== "off");
  }
  return { server: await launchServer(programs, cluster, { ...settings, ...options.settings }), adopted: false };
}

/**
 * Starts PostgreSQL on the directory, creating the database on first use, and locks the directory until `stop()`.
 * Adopts a server that a killed Vireo left running.
 *
 * The server listens on a socket in a private folder, so only this user can reach it; it has no port and no password.
 * Throws EmbeddedError, with advice, if another Vireo uses the directory, the data has another major version, the
 * process is root and cannot switch users, or the server does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === "win32") {
    throw new EmbeddedError(
      "Embedded PostgreSQL is available on Linux and macOS only. Set DATABASE_URL to a PostgreSQL server.",
    );
  }
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const directory = await realpath(options.directory);
  await chmod(directory, 0o700); // It may have been created by hand or be a mount point.
  const lock = takeLock(join(directory, "lock"));
  const { server, adopted } = await openServer(directory, options).catch((error) => {
    lock.release();
    throw error;
  });
  let stopping: Promise<void> | undefined;
  return {
    connection: toConnection(server),
    adopted,
    pid: server.pid,
    exited: server.ended.then((reason) => ({ expected: stopping !== undefined, reason })),
    stop: () => (stopping ??= stopServer(server, directory).finally(lock.release)),
  };
}

/** Returns the connection to the server running on the directory, for other processes; undefined if none is. */
export async function joinEmbedded(directory: string): Promise<Connection | undefined> {
  const real = await realpath(directory).catch(() => undefined);
  const postmaster = real === undefined ? undefined : findPostmaster(getClusterFolder(real));
  return postmaster?.ready ? toConnection(postmaster) : undefined;
}
