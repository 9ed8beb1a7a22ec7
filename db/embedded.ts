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
  /** Belongs to the database alone; made when missing. Inside: `cluster/` (the data), `lock`, `server.log`, the socket. */
  directory: string;
  log?: DatabaseLog;
  /** Folder with PostgreSQL's `bin`, `lib`, `share` and `pg-symlinks.json`. Default: the installed package's. */
  binaries?: string;
  /** Server settings on top of ours. With `fsync: "off"` the cluster is made without it, too. */
  settings?: Readonly<Record<string, string>>;
}

export interface Embedded {
  connection: Connection;
  /** The server was left running by a Vireo that was killed. */
  adopted: boolean;
  /** Process id of the server. */
  pid: number;
  /** Resolves when the server has ended, for whatever reason, `stop()` included; never rejects. */
  exited: Promise<{ expected: boolean; reason: string }>;
  /** Stops the server (half a minute at the very most) and gives the directory free. May be called again. */
  stop(): Promise<void>;
}

const clusterOf = (directory: string) => join(directory, "cluster");

function connectionTo({ socketFolder, port }: Pick<Server, "socketFolder" | "port">): Connection {
  return { host: socketFolder, port, database: DATABASE, user: USER };
}

async function openServer(directory: string, options: EmbeddedOptions): Promise<{ server: Server; adopted: boolean }> {
  const cluster = clusterOf(directory);
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
 * Starts PostgreSQL on the directory, making the database at the first time, and holds the directory
 * until `stop()`. A server that a killed Vireo left running is taken over as it is.
 *
 * Only this user can reach it: through a socket in a private folder, with no port and no password.
 * Throws an EmbeddedError with the way out: another Vireo holds the directory, the data is of
 * another major version, we are root and cannot be anybody else, or the server does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === "win32") {
    throw new EmbeddedError("The built-in database runs on Linux and macOS: set DATABASE_URL to a PostgreSQL server.");
  }
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const directory = await realpath(options.directory);
  await chmod(directory, 0o700); // It may have been made by hand, or be a volume's mount point.
  const lock = takeLock(join(directory, "lock"));
  const { server, adopted } = await openServer(directory, options).catch((error) => {
    lock.release();
    throw error;
  });
  let stopping: Promise<void> | undefined;
  return {
    connection: connectionTo(server),
    adopted,
    pid: server.pid,
    exited: server.ended.then((reason) => ({ expected: stopping !== undefined, reason })),
    stop: () => (stopping ??= stopServer(server, directory).finally(lock.release)),
  };
}

/** The way to the server that runs on the directory now, for programs beside the one that holds it; undefined when none does. */
export async function joinEmbedded(directory: string): Promise<Connection | undefined> {
  const real = await realpath(directory).catch(() => undefined);
  const found = real === undefined ? undefined : findPostmaster(clusterOf(real));
  return found?.ready ? connectionTo(found) : undefined;
}
