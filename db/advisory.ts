import postgres from "postgres";
import { openSession, type Session } from "#db/session";

export interface Locks {
  /** Does the work while holding the lock of that name; returns false, without waiting, where it is held already. */
  whileHolding(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Closes the connection, and gives all locks free with it. */
  end(): Promise<void>;
}

const CLOSE_SECONDS = 1;

/**
 * Advisory locks, each with one holder at a time among all replicas. They are their session's own, so Postgres itself
 * gives them free when this process dies or loses the connection.
 *
 * All of them on one connection beside the pool: a lock that took one of the pool's while its work waits for another
 * one would leave none to the work, once there are as many of them as the pool has.
 */
export function createLocks(sql: postgres.Sql): Locks {
  const own = postgres({ ...sql.options, max: 1, idle_timeout: undefined, max_lifetime: null } as never);
  let opening: Promise<Session> | undefined;
  const held = new Map<string, Session>();

  async function connected(): Promise<Session> {
    opening ??= openSession(own, "select 1");
    const mine = opening;
    const session = await mine.catch((error) => {
      if (opening === mine) opening = undefined;
      throw error;
    });
    if (!session.isLost()) return session;
    if (opening === mine) opening = undefined;
    return connected();
  }

  return {
    async whileHolding(name, work) {
      const session = await connected();
      // A session may take its own lock again: here it is told who holds it among ourselves.
      if (held.get(name) === session) return false;
      held.set(name, session);
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
        if (held.get(name) === session) held.delete(name);
      }
    },
    end: () => own.end({ timeout: CLOSE_SECONDS }),
  };
}

/** Does the work while holding the advisory lock of that name, after all others who hold or wait for it. */
export async function inTurn(sql: postgres.Sql, name: string, work: () => Promise<unknown>): Promise<void> {
  const session = await openSession(sql, "select 1");
  try {
    await session.run("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
    try {
      await work();
    } finally {
      await session.run("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch((error) => {
        if (!session.isLost()) throw error;
      });
    }
  } finally {
    session.release();
  }
}
