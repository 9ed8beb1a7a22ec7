import { sql as rawSql, type SqlBool } from "kysely";
import postgres from "postgres";
import { openSession, type Session } from "#db/session";

export interface Locks {
  /** Runs the work while holding a lock. Returns false at once if the lock is already held. */
  tryWithLock(name: string, work: () => Promise<void>): Promise<boolean>;
  /**
   * Holds the lock that shows other processes that this one lives, on each connection anew, until `end`. `onChange` is
   * called when it is taken, and when it is lost with its connection.
   */
  stay(key: number, onChange: (isHeld: boolean) => void): Promise<void>;
  /** Lists the keys of the processes that live. */
  listLiving(): Promise<number[]>;
  /** Closes the connection and thereby releases all locks. */
  end(): Promise<void>;
}

const CLOSE_SECONDS = 1;
const RETRY_MS = 250;
/** First key of the locks of living processes. Locks with a name have one key of 64 bits instead of two of 32. */
const LIVING = 1_986_621_029;

/** The locks of living processes. They are shared, because the server may hold a lost connection for a while. */
const LIVING_LOCKS = `from pg_locks where locktype = 'advisory' and classid = ${LIVING} and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;

/**
 * True for rows whose process holds no lock: it has died, or has lost its connection.
 * @param column holds the key of the process
 */
export const isGone = (column: string) => rawSql<SqlBool>`not exists (
  select ${rawSql.raw(LIVING_LOCKS)} and objid = ${rawSql.ref(column)}::oid)`;

/**
 * Advisory locks with one holder at a time among all replicas. They belong to a session, so PostgreSQL releases them
 * when this process dies or loses the connection.
 *
 * All locks share one connection outside the pool. If each took a connection from the pool, the work done under the
 * locks could run out of connections.
 */
export function createLocks(sql: postgres.Sql): Locks {
  const client = postgres({ ...sql.options, max: 1, idle_timeout: undefined, max_lifetime: null } as never);
  let opening: Promise<Session> | undefined;
  let isClosed = false;
  const held = new Map<string, Session>();

  async function connect(): Promise<Session> {
    if (isClosed) throw new Error("The lock connection is closed.");
    opening ??= openSession(client, "select 1");
    const current = opening;
    const session = await current.catch((error) => {
      if (opening === current) opening = undefined;
      throw error;
    });
    if (!session.isLost()) return session;
    if (opening === current) opening = undefined;
    return connect();
  }

  return {
    async tryWithLock(name, work) {
      const session = await connect();
      // PostgreSQL lets a session take its own lock again, so track this process's locks here.
      if (held.get(name) === session) return false;
      held.set(name, session);
      try {
        const [row] = await session.run("select pg_try_advisory_lock(hashtextextended($1, 0)) as held", [name]);
        if (!row?.held) return false;
        try {
          await work();
        } finally {
          await unlock(session, name);
        }
        return true;
      } finally {
        if (held.get(name) === session) held.delete(name);
      }
    },
    async stay(key, onChange) {
      while (!isClosed) {
        try {
          const session = await connect();
          await session.run(`select pg_advisory_lock_shared(${LIVING}, ${key})`);
          onChange(true);
          await session.lost;
          onChange(false);
        } catch {
          // The database is away.
          await Bun.sleep(RETRY_MS);
        }
      }
    },
    async listLiving() {
      const session = await connect();
      const rows = await session.run(`select distinct objid::int8::float8 as key ${LIVING_LOCKS}`);
      return rows.map(({ key }) => key as number);
    },
    async end() {
      isClosed = true;
      // A reserved connection keeps the client waiting for its whole timeout.
      if (held.size === 0) await opening?.then((session) => session.release()).catch(() => {});
      await client.end({ timeout: CLOSE_SECONDS });
    },
  };
}

/** Waits for an advisory lock and runs the work while holding it. */
export async function withLock(sql: postgres.Sql, name: string, work: () => Promise<unknown>): Promise<void> {
  const session = await openSession(sql, "select 1");
  try {
    await session.run("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
    try {
      await work();
    } finally {
      await unlock(session, name);
    }
  } finally {
    session.release();
  }
}

async function unlock(session: Session, name: string): Promise<void> {
  await session.run("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch((error) => {
    if (session.isLost()) return;
    session.close();
    throw error;
  });
}
