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

const UNTRUSTED =
  "the certificate authority of its certificate is not trusted here. Add sslrootcert=<file with the certificate of the authority> to the URL";

/** By the code of the system, of TLS, or of PostgreSQL. */
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
  TLS_NOT_SUPPORTED: "the server does not support TLS, which sslmode demands",
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet. Check the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "its certificate is for another host name. Use that name in the URL, or sslmode=verify-ca",
  "28P01":
    "the server refuses the user name or password. Special characters in them must be percent-encoded, such as / as %2F",
  "3D000": "there is no database of that name on the server. Create it, or correct the name in the URL",
  "42501":
    "the user may not create tables in the schema. Make it the owner: ALTER SCHEMA public OWNER TO <user>; as an administrator of that database",
};

function explain({ code = "", message }: { code?: string; message: string }): string | undefined {
  if (code.startsWith("28") && message.includes("no encryption"))
    return "the server refuses this user, host or database without encryption. If it demands TLS, add sslmode=require to the URL";
  if (message.includes("unsupported startup parameter"))
    return "a pooler such as PgBouncer refuses the time limits of statements. Add prepare=false to the URL";
  return reasons[code];
}

/** Explains why the database cannot be used, without the password. Other errors are returned as they are. */
export function explainConnectionError(error: unknown, { hosts }: { hosts: string }): unknown {
  if (!(error instanceof Error)) return error;
  const reason = explain(error) ?? (findDatabaseFailure(error) === "unavailable" ? error.message : undefined);
  if (reason === undefined) return error;
  const problem = (error as { code?: string }).code === "42501" ? "Could not set up" : "Could not connect to";
  return new Error(`${problem} the database at DATABASE_URL (${hosts}): ${reason}.`, { cause: error });
}
