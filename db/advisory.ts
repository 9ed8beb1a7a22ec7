import type postgres from "postgres";
import { openSession } from "#db/session";

/**
 * Does the work while holding the advisory lock of that name, one holder at a time among all
 * replicas; returns false, without waiting, when another has it. The lock is the session's own, so
 * Postgres itself gives it free when this process dies or loses the connection.
 */
export async function whileHolding(sql: postgres.Sql, name: string, work: () => Promise<void>): Promise<boolean> {
  const session = await openSession(sql, "select 1");
  try {
    const [row] = await session.run("select pg_try_advisory_lock(hashtextextended($1, 0)) as held", [name]);
    if (!row?.held) return false;
    try {
      await work();
    } finally {
      await session.run("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch((error) => {
        if (!session.isLost()) throw error;
      });
    }
    return true;
  } finally {
    session.release();
  }
}
