import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedError } from "#db/embedded/error";
import { findPostmaster, findRemains } from "#db/embedded/postmaster";
import { type Programs, startServer } from "#db/embedded/program";
import { POLL_MS, type Server, START_LIMIT_MS, stopServer } from "#db/embedded/server";
import { openSocketFolder, PORT, removeSocketFolder } from "#db/embedded/socket";

const LOG_LIMIT = 1024 * 1024;
const LOG_TAIL = 2000;

/** Message of a server while processes of a killed one are still exiting. */
const STILL_IN_USE = /shared memory block .* is still in use/;
const STILL_IN_USE_LIMIT_MS = 10_000;
const STILL_IN_USE_WAIT_MS = 50;

interface Launch {
  cluster: string;
  settings: Readonly<Record<string, string>>;
  /** Socket folder of the previous server, so that its path stays the same. Defaults to a new one. */
  socketFolder?: string | undefined;
  /** Called when the process has started. */
  onLaunch?(): void;
}

/** Starts a server on the cluster and waits until it accepts connections. Throws EmbeddedError with its log. */
export async function launchServer(programs: Programs, launch: Launch): Promise<Server> {
  const deadline = Date.now() + STILL_IN_USE_LIMIT_MS;
  for (;;) {
    try {
      return await tryLaunch(programs, launch);
    } catch (error) {
      if (!STILL_IN_USE.test(String(error)) || Date.now() > deadline) throw error;
      await Bun.sleep(STILL_IN_USE_WAIT_MS);
    }
  }
}

async function tryLaunch(programs: Programs, launch: Launch): Promise<Server> {
  const { cluster, settings, socketFolder: keptFolder } = launch;
  const directory = dirname(cluster);
  const remains = findRemains(cluster);
  if (remains && !keptFolder) await removeSocketFolder(remains.socketFolder, directory);
  const socketFolder = keptFolder ?? (await openSocketFolder(directory, programs.identity.ids));
  const args = ["-D", cluster, "-k", socketFolder, "-p", String(PORT)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  const log = openLog(join(directory, "server.log"));
  // With this variable the server ignores a lock file whose pid now belongs to another process, but still refuses
  // to start while processes of the old server use the cluster's memory.
  const env: Record<string, string> = remains ? { PG_GRANDPARENT_PID: String(remains.pid) } : {};
  const child = startServer(programs, args, log.file, env);
  closeSync(log.file);
  launch.onLaunch?.();
  let end: string | undefined;
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const onEnd = (how: string) => {
    end = how;
    resolve(how);
  };
  child.once("error", (error) => onEnd(`could not be run: ${error.message}`));
  child.once("exit", (code, signal) => onEnd(signal ? `ended by ${signal}` : `ended with status ${code}`));
  if (child.pid === undefined) await ended;
  const server: Server = { pid: child.pid ?? 0, port: PORT, socketFolder, ended, hasEnded: () => end !== undefined };

  const deadline = Date.now() + START_LIMIT_MS;
  while (!server.hasEnded()) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.ready && postmaster.pid === child.pid) return server;
    if (Date.now() > deadline) {
      await stopServer(server, directory);
      end = `was not ready after ${START_LIMIT_MS / 1000} s`;
    }
    await Bun.sleep(POLL_MS);
  }
  if (!keptFolder) await removeSocketFolder(socketFolder, directory);
  const output = log.read();
  throw new EmbeddedError(`The database server ${end}.${output ? ` Its log:\n${output}` : ""}`);
}

/** Opens the server's log and truncates it if it has grown too long. `read` returns the end of what was added since. */
function openLog(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const start = size > LOG_LIMIT ? 0 : size;
  const file = openSync(path, start === 0 ? "w" : "a", 0o600);
  const read = () => readFileSync(path).subarray(start).toString().trim().slice(-LOG_TAIL);
  return { file, read };
}
