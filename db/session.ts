import type postgres from "postgres";

/** A connection reserved from the pool. */
export interface Session {
  /** Runs a statement. Rejects immediately if the connection is lost. */
  run(
    text: string,
    parameters?: readonly unknown[],
    options?: postgres.UnsafeQueryOptions,
  ): Promise<postgres.RowList<postgres.Row[]>>;
  /** True if the connection is lost, together with its locks and its transaction. */
  isLost(): boolean;
  /** Resolves when the connection is lost before its release. */
  readonly lost: Promise<void>;
  /**
   * Returns the connection to the pool, which closes it if it is still in a transaction, failed or not. Idempotent.
   */
  release(): void;
  /** Closes the connection, and thereby ends its transaction and its locks. */
  close(): void;
}

/** The internal connection that postgres.js passes to `onexecute`, with a hook that fires when it closes. */
interface PoolConnection {
  onclose: ((error: Error) => void) | null;
  /** Cleared when the pool must not use the connection again. */
  usable: boolean;
}

/** True if the connection broke, false if the server rejected a statement. */
function isConnectionError(error: unknown): error is Error {
  const { code, syscall } = error as { code?: string; syscall?: string };
  return error instanceof Error && (syscall !== undefined || (code?.startsWith("CONNECTION_") ?? false));
}

/**
 * Reserves a connection and watches it.
 *
 * `sql.reserve()` alone is not enough: a statement on a reserved connection that has closed throws outside any
 * promise, which ends the process, and releasing it returns a dead connection to the pool. A server restart during an
 * open transaction would trigger both.
 * @param first statement to run first. Has no parameters, so that postgres.js calls the hook.
 */
export async function openSession(sql: postgres.Sql, first: string): Promise<Session> {
  const reserved = await sql.reserve();
  let connection: PoolConnection | undefined;
  let lost: Error | undefined;
  let released = false;
  const loss = Promise.withResolvers<void>();
  const lose = (error: Error) => {
    lost ??= error;
    loss.resolve();
  };
  const session: Session = {
    async run(text, parameters = [], options = {}) {
      if (lost) throw lost;
      try {
        return await reserved.unsafe(text, parameters as never[], options);
      } catch (error) {
        // The socket reports its error before it closes.
        if (isConnectionError(error)) lose(error);
        throw error;
      }
    },
    isLost: () => lost !== undefined,
    lost: loss.promise,
    release() {
      if (released) return;
      released = true;
      if (connection) connection.onclose = null;
      if (!lost) reserved.release();
    },
    close() {
      if (connection) connection.usable = false;
      session.release();
      lose(new Error("The connection was closed."));
    },
  };
  const onexecute = (opened: PoolConnection) => {
    connection = opened;
    connection.onclose = lose;
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
