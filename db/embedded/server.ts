import { EmbeddedError } from "#db/embedded/error";
import { findPostmaster, isPostmaster } from "#db/embedded/postmaster";
import { removeSocketFolder } from "#db/embedded/socket";

/** A server that takes connections. */
export interface Server {
  pid: number;
  port: number;
  socketFolder: string;
  /** Whether its process has ended. */
  hasEnded(): boolean;
  /** Resolves when its process has ended, with the words for how. */
  ended: Promise<string>;
}

/** Recovery after a crash replays at most `max_wal_size`: this is far above what it takes. */
export const START_LIMIT_MS = 120_000;
export const POLL_MS = 2;
const WATCH_MS = 1_000;

/** Signals to PostgreSQL, each harsher than the one before, and how long it gets. The last cannot be refused. */
const STOP_STEPS: readonly [NodeJS.Signals, number][] = [
  ["SIGINT", 15_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** The server that a Vireo before us left running, waiting for it if it is just starting; undefined when there is none. */
export async function adoptServer(cluster: string): Promise<Server | undefined> {
  const deadline = Date.now() + START_LIMIT_MS;
  let found = findPostmaster(cluster);
  while (found && !found.ready) {
    if (Date.now() > deadline) {
      throw new EmbeddedError(
        `The database server (process ${found.pid}) left by an earlier run is neither ready nor gone: end it, and start again.`,
      );
    }
    await Bun.sleep(POLL_MS);
    found = findPostmaster(cluster);
  }
  if (!found) return undefined;
  const { pid, port, socketFolder } = found;
  const hasEnded = () => !isPostmaster(pid, cluster);
  // Not our child, so nobody tells us.
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

/** Stops the server: at once for its clients, in order for its data; by force when it does not obey. */
export async function stopServer(server: Server, directory: string): Promise<void> {
  for (const [signal, limit] of STOP_STEPS) {
    const deadline = Date.now() + limit;
    send(signal, server);
    while (!server.hasEnded() && Date.now() < deadline) await Bun.sleep(POLL_MS);
    if (server.hasEnded()) break;
  }
  await removeSocketFolder(server.socketFolder, directory);
}

function send(signal: NodeJS.Signals, server: Server): void {
  if (server.hasEnded()) return;
  try {
    process.kill(server.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // It ended meanwhile.
  }
}
