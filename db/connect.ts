import { Kysely } from "kysely";
import postgres from "postgres";
import { type DatabaseAddress, parseDatabaseUrl } from "#db/address";
import type { Connection } from "#db/connection";
import { PostgresDialect, type Watch, type Writes } from "#db/dialect";
import type { DatabaseLog } from "#db/log";
import type { Database, Tables } from "#db/tables";

export interface ConnectOptions {
  /**
   * Maximum number of connections, opened as needed and closed when idle. Defaults to `max` in the URL, otherwise 10.
   * LISTEN and locks each use one more.
   */
  max?: number;
  /** Name of the connections in pg_stat_activity. Default "vireo". */
  name?: string;
  log?: DatabaseLog;
  /** Logs queries that take at least this many milliseconds. 0 or undefined logs none. */
  slowMs?: number;
}

/** Longest part of a slow query that is logged, in characters. */
const MAX_LOGGED = 1000;
const SPACES = /\s+/g;

/** Logs slow queries, without values because they may be secrets. */
const watchSlow =
  (log: DatabaseLog, slowMs: number): Watch =>
  (text, ms) => {
    if (ms < slowMs) return;
    log.warn("slow query", { ms: Math.round(ms), query: text.replace(SPACES, " ").slice(0, MAX_LOGGED) });
  };

export interface Pool {
  db: Database;
  /** The same pool without Kysely, for LISTEN and for libraries. */
  sql: postgres.Sql;
  /** What was written through `db`. */
  writes: Readonly<Writes>;
  /** Waits a few seconds for running queries, then closes all connections. */
  close(): Promise<void>;
}

/** Name of a server's connections. Commands look for it to see whether a server is running. */
export const SERVER = "vireo server";

const MAX = 10;
/** A server tries again several times within a lease, which takes 30 s. */
const SERVER_CONNECT_SECONDS = 10;
/** On a busy machine, a command that starts takes more than 10 s. */
const CONNECT_SECONDS = 30;
const IDLE_SECONDS = 300;
const CLOSE_SECONDS = 5;

/** Seconds before the next connection attempt. Short, because a server restart takes only moments. */
const getBackoff = (attempt: number) => Math.min(0.05 * 2 ** attempt, 1);

/**
 * Time limits in milliseconds. No statement takes this long by design, so one that does is stuck. Migrations lift the
 * limit.
 */
const limits = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 };

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Parses int8, including count() and sums of int4, as a number if that is exact, otherwise as a bigint. */
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
 * PostgreSQL's built-in types and the type of an array of each. postgres.js would ask each new connection for them, a
 * third of what a connection costs. They never change: see pg_type.dat.
 */
const ARRAY_TYPES = Object.values({
  bool: [16, 1000],
  bytea: [17, 1001],
  char: [18, 1002],
  name: [19, 1003],
  int8: [20, 1016],
  int2: [21, 1005],
  int4: [23, 1007],
  text: [25, 1009],
  oid: [26, 1028],
  json: [114, 199],
  float4: [700, 1021],
  float8: [701, 1022],
  varchar: [1043, 1015],
  date: [1082, 1182],
  time: [1083, 1183],
  timestamp: [1114, 1115],
  timestamptz: [1184, 1185],
  interval: [1186, 1187],
  numeric: [1700, 1231],
  uuid: [2950, 2951],
  jsonb: [3802, 3807],
});

const toOptions = ({ socket, user, password, database, ssl }: DatabaseAddress) => ({
  ...socket,
  ...(user ? { user } : {}),
  ...(password ? { password } : {}),
  ...(database ? { database } : {}),
  ...(ssl ? { ssl } : {}),
});

/**
 * Opens a pool. The first query opens the first connection.
 *
 * Pass objects and arrays for jsonb, not JSON text. int8 is returned as a number (a bigint beyond 2^53), timestamptz
 * as a Date, numeric as a string. Arrays of built-in types are returned as arrays, those of other types as text.
 *
 * Sessions use prepared statements, advisory locks and LISTEN, so DATABASE_URL must lead to the server or to a pooler
 * in session mode. `prepare=false` in the URL turns off prepared statements, and the time limits, which poolers refuse.
 *
 * postgres.js is patched (see patches/): after some lost connections it never reconnected, rows of a failed query could
 * appear as empty rows of the next one, and each query kept an Error. `fetch_types` takes a list of array types. A
 * connection that is in a transaction, or whose server had become read-only, is closed instead of returned to the pool.
 * A statement that has to be prepared again goes back to the pool with its values unchanged (it could run inside the
 * transaction of another query, or receive its rows). `unnamed` queries are parsed each time, in one round trip. The
 * connection that was used last is used next, because each prepares and plans every statement anew.
 * @param target DATABASE_URL (`postgres://…`) or the embedded server's connection.
 */
export function connect(target: string | Connection, { max, name = "vireo", log, slowMs }: ConnectOptions = {}): Pool {
  const address = typeof target === "string" ? parseDatabaseUrl(target) : undefined;
  const { pooled = false } = address ?? {};
  const options = {
    ...(typeof target === "string" ? toOptions(address!) : target),
    max: max ?? address?.max ?? MAX,
    connect_timeout: name === SERVER ? SERVER_CONNECT_SECONDS : CONNECT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    backoff: getBackoff,
    // Queue at most two queries behind a running one, once all connections are busy. A query costs a fifth less CPU time
    // than with one, and four save no more. Others wait for the first free connection.
    max_pipeline: 2,
    connection: { application_name: name, ...(pooled ? {} : limits) },
    types: { int8 },
    fetch_types: ARRAY_TYPES,
    onnotice: (notice: postgres.Notice) => log?.debug("database notice", { notice: notice.message }),
  };
  const sql = (address ? postgres(address.url, options as never) : postgres(options as never)) as postgres.Sql;
  const writes = { count: 0 };
  const watch = log && slowMs ? watchSlow(log, slowMs) : undefined;
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect(sql, writes, watch) }),
    sql,
    writes,
    close: () => sql.end({ timeout: CLOSE_SECONDS }),
  };
}
