import type { Server } from "#db/embedded/server";
import type { DatabaseLog } from "#db/log";

/** Pauses before each attempt to restart the server: about two minutes in total. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** A server that has run this long is considered stable, which resets the attempts. */
const STABLE_MS = 60_000;

interface Options {
  /** Starts a server with the same socket folder as the first one. */
  launch(): Promise<Server>;
  log: DatabaseLog | undefined;
  /** Set by tests. */
  pausesMs?: readonly number[];
}

export interface End {
  expected: boolean;
  reason: string;
}

export interface KeptServer {
  /** The current server, or the last one. */
  readonly server: Server;
  /** Resolves when no server is left: after `end()`, or when too many restarts have failed. */
  ended: Promise<End>;
  /** Stops restarting. Resolves with the last server, which may still be running. */
  end(): Promise<Server>;
}

/**
 * Restarts a server that exits by itself, for example when the system kills it to free memory. Its socket folder stays
 * the same.
 */
export function keepRunning(first: Server, { launch, log, pausesMs = PAUSES_MS }: Options): KeptServer {
  let server = first;
  let attempts = 0;
  let launching: Promise<boolean> | undefined;
  const stopping = new AbortController();

  async function tryLaunch(): Promise<boolean> {
    try {
      server = await launch();
      log?.warn("the database server is running again", { pid: server.pid });
      return true;
    } catch (error) {
      log?.error("the database server could not be restarted", { reason: (error as Error).message });
      return false;
    }
  }

  /** False once the server must stay down. */
  async function relaunch(): Promise<boolean> {
    while (attempts < pausesMs.length) {
      await pause(pausesMs[attempts++]!, stopping.signal);
      if (stopping.signal.aborted) return false;
      launching = tryLaunch();
      if (await launching) return true;
    }
    return false;
  }

  async function watch(): Promise<End> {
    for (;;) {
      const startedAt = performance.now();
      const reason = await server.ended;
      if (stopping.signal.aborted) return { expected: true, reason };
      if (performance.now() - startedAt > STABLE_MS) attempts = 0;
      log?.error("the database server ended and is being restarted", { reason });
      if (!(await relaunch())) return { expected: stopping.signal.aborted, reason };
    }
  }

  return {
    get server() {
      return server;
    },
    ended: watch(),
    async end() {
      stopping.abort();
      await launching;
      return server;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
