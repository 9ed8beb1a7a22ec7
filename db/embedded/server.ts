import { EmbeddedError } from "#db/embedded/error";
import { findPostmaster, isPostmaster } from "#db/embedded/postmaster";
import { removeSocketFolder } from "#db/embedded/socket";

/** A server that accepts connections. */
export interface Server {
  pid: number;
  port: number;
  socketFolder: string;
  /** True if its process has ended. */
  hasEnded(): boolean;
  /** Resolves when the process has ended, with a description of how it ended. */
  ended: Promise<string>;
}

/** Far longer than crash recovery takes, which replays at most `max_wal_size`. */
export const START_LIMIT_MS = 120_000;
export const POLL_MS = 2;
const WATCH_MS = 1_000;

/** Signals to stop PostgreSQL, in order of severity, and how long to wait after each. */
const STOP_STEPS: readonly [NodeJS.Signals, number][] = [
  ["SIGINT", 15_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** Adopts a server that an earlier Vireo left running, waiting while it starts up. Undefined if there is none. */
export async function adoptServer(cluster: string): Promise<Server | undefined> {
  const deadline = Date.now() + START_LIMIT_MS;
  let postmaster = findPostmaster(cluster);
  while (postmaster && !postmaster.ready) {
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `The database server (process ${postmaster.pid}) of an earlier run does not become ready. Kill it and start again.`,
      );
    }
    await Bun.sleep(POLL_MS);
    postmaster = findPostmaster(cluster);
  }
  if (!postmaster) return undefined;
  const { pid, port, socketFolder } = postmaster;
  const hasEnded = () => !isPostmaster(pid, cluster);
  // Not a child of this process, so poll.
  const ended = new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      if (!hasEnded()) return;
      clearInterval(timer);
      resolve("ended");
    }, WATCH_MS);
    timer.unref();
  });
  return { pid, port, socketFolder, hasEnded, ended };
}

/** Stops the server: disconnects clients, shuts down cleanly, and kills it if that takes too long. */
export async function stopServer(server: Server, directory: string): Promise<void> {
  for (const [signal, limit] of STOP_STEPS) {
    const deadline = Date.now() + limit;
    send(signal, server);
    while (!server.hasEnded() && Date.now() < deadline) await Bun.sleep(POLL_MS);
    if (server.hasEnded()) break;
  }
  await removeSocketFolder(server.socketFolder, directory);
}

/** Sends a signal, unless the server has ended. */
export function send(signal: NodeJS.Signals, server: Server): void {
  if (server.hasEnded()) return;
  try {
    process.kill(server.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // It has already ended.
  }
}
