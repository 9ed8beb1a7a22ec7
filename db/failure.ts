/** Reason for a failed query when neither the query nor its caller is at fault. */
export type DatabaseFailure =
  /** The server cannot be reached, is starting, stopping or out of connections. */
  | "unavailable"
  /** The server's disk, or this process's, is full. */
  | "full";

const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);

/**
 * SQLSTATEs of a server that cannot serve queries: lost connections, out of memory or connections, shutdown and
 * recovery, input or output errors, and a standby that has not been promoted yet.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const UNAVAILABLE = /^(?:08...|53[23].0|57P0[1-5]|58...|25006)$/;

/** Error codes of postgres.js for its own connections. */
const LOST = /^(?:CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;

/** Network errors of a connection carry the system call; errors of files carry a path. */
const CALLS = new Set(["connect", "getaddrinfo", "read", "write"]);

interface Fault {
  code?: unknown;
  /** Severity that PostgreSQL reports. FATAL ends the session. */
  severity?: unknown;
  syscall?: unknown;
  path?: unknown;
}

/**
 * Classifies an error of a query, a transaction or a connection. Returns undefined for every other error. Causes are
 * ignored, because a failed download has a connection error as its cause.
 */
export function findDatabaseFailure(error: unknown): DatabaseFailure | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, severity, syscall, path } = error as Fault;
  const name = typeof code === "string" ? code : "";
  if (FULL.has(name)) return "full";
  if (severity === "FATAL" || severity === "PANIC" || UNAVAILABLE.test(name) || LOST.test(name)) return "unavailable";
  const isSocket = path === undefined || String(path).includes(".s.PGSQL.");
  return isSocket && CALLS.has(String(syscall)) ? "unavailable" : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing accepts connections there",
  ENOENT: "there is no such socket",
  ENOTFOUND: "the host name does not exist",
  EAI_AGAIN: "the host name cannot be resolved right now",
  CONNECT_TIMEOUT: "no response in time",
  ETIMEDOUT: "no response in time",
  EHOSTUNREACH: "the host is unreachable",
  ENETUNREACH: "the network is unreachable",
  ECONNRESET: "the connection was closed",
  CONNECTION_CLOSED: "the connection was closed",
};

/** Explains why no connection could be opened, without the password. Other errors are returned as they are. */
export function explainConnectionError(error: unknown, url: string): unknown {
  if (findDatabaseFailure(error) !== "unavailable") return error;
  const { code, message } = error as { code?: string; message: string };
  const place = URL.canParse(url) ? ` (${new URL(url).host || new URL(url).searchParams.get("host")})` : "";
  const reason = reasons[code ?? ""] ?? message;
  return new Error(`Could not connect to the database at DATABASE_URL${place}: ${reason}.`, { cause: error });
}
