import type postgres from "postgres";
import { openSession, type Session } from "#db/session";

const SHARED =
  "DATABASE_URL leads to a connection pooler in transaction mode, in which locks and notifications do not work. Use its session mode, or connect to PostgreSQL itself.";

/**
 * Throws if a pooler gives a session another connection to the server for each transaction. A transaction of another
 * session takes the connection that this one had; the second look finds poolers that use their connections in turn.
 */
export async function refuseSharedSessions(sql: postgres.Sql): Promise<void> {
  const session = await openSession(sql, "select 1");
  try {
    const before = await readBackend(session);
    const other = await openSession(sql, "begin");
    try {
      await readBackend(other);
      for (let look = 0; look < 2; look++) if ((await readBackend(session)) !== before) throw new Error(SHARED);
    } finally {
      await other.run("rollback");
      other.release();
    }
  } finally {
    session.release();
  }
}

const readBackend = async (session: Session): Promise<number> =>
  (await session.run("select pg_backend_pid() as pid"))[0]!.pid;
