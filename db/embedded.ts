import { chmod, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "#db/connection";
import { findBinaries } from "#db/embedded/binaries";
import { createCluster, hasCluster } from "#db/embedded/cluster";
import { EmbeddedError } from "#db/embedded/error";
import { chooseIdentity } from "#db/embedded/identity";
import { type End, keepRunning } from "#db/embedded/keep-running";
import { launchServer } from "#db/embedded/launch";
import { isLocked, takeLock } from "#db/embedded/lock";
import { findPostmaster } from "#db/embedded/postmaster";
import { closeCluster, isClosed, openCluster, readPassword, reloadServer, toConnection } from "#db/embedded/role";
import { adoptServer, type Server, send, stopServer } from "#db/embedded/server";
import { settings } from "#db/embedded/settings";
import type { DatabaseLog } from "#db/log";

export interface EmbeddedOptions {
  /** Used only by the database; created if missing. Contains `cluster/` (the data), `lock`, `password`, `server.log`, the socket. */
  directory: string;
  log?: DatabaseLog;
  /** Folder with `bin`, `lib`, `share` and `pg-symlinks.json`. Defaults to the installed package. */
  binaries?: string;
  /** Additional attributes of the database role, such as `createdb`. For tests and benchmarks. */
  roleAttributes?: string;
  /** Additional server settings. With `fsync: "off"`, the cluster is also created without syncing. */
  settings?: Readonly<Record<string, string>>;
  /** Called when the server process has started, before it accepts connections. */
  onLaunch?(): void;
}

export interface Embedded {
  connection: Connection;
  /** True if the server was left running by a Vireo process that was killed. */
  adopted: boolean;
  /** Process id of the server. Changes when the server restarts. */
  readonly pid: number;
  /** Resolves after `stop()`, or when the server has ended and could not be restarted. Never rejects. */
  exited: Promise<End>;
  /** Stops the server within half a minute and releases the directory. Idempotent. */
  stop(): Promise<void>;
}

export const getClusterFolder = (directory: string) => join(directory, "cluster");

interface OpenServer {
  server: Server;
  adopted: boolean;
  connection: Connection;
}

/** Adopts or starts the server. After a restart, pass the previous socket folder to keep it. */
async function openServer(directory: string, options: EmbeddedOptions, socketFolder?: string): Promise<OpenServer> {
  const cluster = getClusterFolder(directory);
  const exists = await hasCluster(cluster);
  const running = exists ? await adoptServer(cluster) : undefined;
  if (running) {
    const isOpen = !(await isClosed(cluster));
    if (isOpen) await openCluster(cluster);
    reloadServer(running); // The killed Vireo may not have reloaded the configuration.
    return { server: running, adopted: true, connection: await login(running, directory, isOpen, options) };
  }
  const binaries = await findBinaries(options.binaries, join(directory, "lib"));
  const programs = { binaries, identity: await chooseIdentity(directory, !exists, binaries.postgres) };
  if (!exists) {
    options.log?.info("creating the database", { directory });
    await createCluster(programs, cluster, options.settings?.fsync !== "off");
  }
  const isOpen = !(await isClosed(cluster));
  if (isOpen) await openCluster(cluster);
  const { onLaunch } = options;
  const server = await launchServer(programs, {
    cluster,
    settings: { ...settings, ...options.settings },
    socketFolder,
    onLaunch,
  });
  try {
    return { server, adopted: false, connection: await login(server, directory, isOpen, options) };
  } catch (error) {
    await stopServer(server, directory);
    throw error;
  }
}

/** Returns the role's connection. Sets up the role in clusters that are new or from an earlier version. */
async function login(
  server: Server,
  directory: string,
  isOpen: boolean,
  { roleAttributes = "" }: EmbeddedOptions,
): Promise<Connection> {
  const set = isOpen
    ? await closeCluster(server, getClusterFolder(directory), roleAttributes)
    : await readPassword(directory);
  return toConnection(server, set);
}

/**
 * Starts PostgreSQL on the directory, creating the database on first use, and locks the directory until `stop()`.
 * Adopts a server that a killed Vireo left running, and restarts one that ends by itself.
 *
 * The server listens on a socket in a private folder and has no port. Its only role has a password and is not a
 * superuser. Throws EmbeddedError, with advice, if another Vireo uses the directory, the data has another major
 * version, the process is root and cannot switch users, or the server does not start.
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
  const { server, adopted, connection } = await openServer(directory, options).catch((error) => {
    lock.release();
    throw error;
  });
  const launch = async () => (await openServer(directory, options, server.socketFolder)).server;
  const supervisor = keepRunning(server, { launch, log: options.log });
  const onExit = () => send("SIGINT", supervisor.server);
  process.once("exit", onExit);
  const stop = async () => {
    try {
      await stopServer(await supervisor.end(), directory);
    } finally {
      process.off("exit", onExit);
      lock.release();
    }
  };
  let stopping: Promise<void> | undefined;
  return {
    connection,
    adopted,
    get pid() {
      return supervisor.server.pid;
    },
    exited: supervisor.ended,
    stop: () => (stopping ??= stop()),
  };
}

/**
 * Returns the connection to the server of a running Vireo, for other processes. Undefined if none is running, even if a
 * killed Vireo has left its server behind.
 */
export async function joinEmbedded(directory: string): Promise<Connection | undefined> {
  const real = await realpath(directory).catch(() => undefined);
  if (!real || !isLocked(join(real, "lock"))) return undefined;
  const postmaster = findPostmaster(getClusterFolder(real));
  return postmaster?.ready ? toConnection(postmaster, await readPassword(real)) : undefined;
}
