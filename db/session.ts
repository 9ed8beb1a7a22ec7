import type postgres from "postgres";

/** One connection of the pool, ours alone until it is released. */
export interface Session {
  /** Runs a statement; rejects at once when the connection is gone. */
  run(
    text: string,
    parameters?: readonly unknown[],
    options?: postgres.UnsafeQueryOptions,
  ): Promise<postgres.RowList<postgres.Row[]>>;
  /** Whether the connection is gone, and what was held on it with it. */
  isLost(): boolean;
  /** Gives the connection back to the pool; does nothing more when called again. */
  release(): void;
}

/** What postgres.js hands to `onexecute`, as its own `begin` uses it: its connection, with a hook for the end of it. */
interface PoolConnection {
  onclose: ((error: Error) => void) | null;
}

/** Whether the error says that the connection broke, rather than that a statement was refused. */
function isConnectionError(error: unknown): error is Error {
  const { code, syscall } = error as { code?: string; syscall?: string };
  return error instanceof Error && (syscall !== undefined || (code?.startsWith("CONNECTION_") ?? false));
}

/**
 * Reserves a connection and watches it.
 *
 * `sql.reserve()` alone does not: a statement sent on a reserved connection that has closed
 * meanwhile throws outside of any promise, which ends the process, and releasing one puts a dead
 * connection into the pool. A restart of the server during an open transaction would be enough.
 * @param first runs first; without parameters, for postgres.js to call the hook.
 */
export async function openSession(sql: postgres.Sql, first: string): Promise<Session> {
  const reserved = await sql.reserve();
  let connection: PoolConnection | undefined;
  let lost: Error | undefined;
  let released = false;
  const session: Session = {
    async run(text, parameters = [], options = {}) {
      if (lost) throw lost;
      try {
        return await reserved.unsafe(text, parameters as never[], options);
      } catch (error) {
        // The socket reports its error a moment before its end.
        if (isConnectionError(error)) lost ??= error;
        throw error;
      }
    },
    isLost: () => lost !== undefined,
    release() {
      if (released) return;
      released = true;
      if (connection) connection.onclose = null;
      if (!lost) reserved.release();
    },
  };
  const onexecute = (opened: PoolConnection) => {
    connection = opened;
    connection.onclose = (error) => (lost ??= error);
    return true;
  };
  try {
    await session.run(first, [], { onexecute } as postgres.UnsafeQueryOptions);
  } catch (error) {
    session.release();
    throw error;
  }
  return session;
}
