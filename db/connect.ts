import { Kysely } from "kysely";
import postgres from "postgres";
import { readAddress } from "#db/address";
import type { Connection } from "#db/connection";
import { PostgresDialect } from "#db/dialect";
import type { DatabaseLog } from "#db/log";
import type { Database, Tables } from "#db/tables";

export interface ConnectOptions {
  /**
   * Connections at most; opened as needed, closed when idle. Default: what the address says (`max=4`), else 10. LISTEN
   * and locks take one more each.
   */
  max?: number;
  /** How the server lists the connections. Default "vireo". */
  name?: string;
  log?: DatabaseLog;
}

export interface Pool {
  db: Database;
  /** The same pool without Kysely, for LISTEN and for libraries. */
  sql: postgres.Sql;
  /** Lets running queries end, for a few seconds, and closes all connections. */
  close(): Promise<void>;
}

/** The name of a server's connections, which tools look for. */
export const SERVER = "vireo server";

const MAX = 10;
const CONNECT_SECONDS = 10;
const IDLE_SECONDS = 300;
const CLOSE_SECONDS = 5;

/** Seconds before the next attempt to reach a server that is away: soon, for a restart takes moments. */
const backoff = (attempt: number) => Math.min(0.05 * 2 ** attempt, 1);

/** In milliseconds. Nothing here takes long by design: what does is stuck, and holds locks. Migrations lift the first. */
const limits = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 };

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** int8, and so count() and sums of int4, as a number while that is exact; as a bigint beyond. */
const int8 = {
  to: 20,
  from: [20],
  serialize: (value: unknown) => String(value),
  parse(text: string): number | bigint {
    const value = BigInt(text);
    return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value;
  },
};

/**
 * Opens a pool; no connection is made before the first query.
 *
 * jsonb: give objects and arrays as they are, never their JSON text. int8 comes as a number (a
 * bigint beyond 2^53), timestamptz as a Date, numeric as a string.
 *
 * Statements are prepared by name, and sessions hold advisory locks and LISTEN: DATABASE_URL must
 * lead to the server itself or to a pooler in session mode. `prepare=false` in the address turns
 * prepared statements off, and the time limits with them, which such poolers refuse at connect.
 *
 * postgres.js is patched (patches/): a lost connection that could not connect again for good, and rows of a failed
 * query that became empty rows of the next one.
 * @param target DATABASE_URL (`postgres://…`) or the embedded server's connection.
 */
export function connect(target: string | Connection, { max, name = "vireo", log }: ConnectOptions = {}): Pool {
  const {
    url,
    socket,
    pooled,
    max: asked,
  } = typeof target === "string"
    ? readAddress(target)
    : { url: undefined, socket: target, pooled: false, max: undefined };
  const options = {
    ...socket,
    max: max ?? asked ?? MAX,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    backoff,
    // At most one query waits behind a running one; the others go to whichever connection is free first.
    max_pipeline: 1,
    connection: { application_name: name, ...(pooled ? {} : limits) },
    types: { int8 },
    onnotice: (notice: postgres.Notice) => log?.debug("database notice", { notice: notice.message }),
  };
  const sql = (url === undefined ? postgres(options as never) : postgres(url, options as never)) as postgres.Sql;
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect(sql) }),
    sql,
    close: () => sql.end({ timeout: CLOSE_SECONDS }),
  };
}
