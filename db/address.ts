import { readFileSync } from "node:fs";
import type { checkServerIdentity } from "node:tls";
import type { Connection } from "#db/connection";

/** A mistake in DATABASE_URL. The message begins with the name of the setting, and has no part of the password. */
export class DatabaseUrlError extends Error {
  override name = "DatabaseUrlError";
  /** Continues "DATABASE_URL". */
  readonly what: string;

  constructor(what: string) {
    super(`DATABASE_URL ${what}.`);
    this.what = what;
  }
}

export interface DatabaseAddress {
  /** The URL without user name, password, socket, `max` and the options of libpq. */
  url: string;
  user?: string;
  password?: string;
  database: string;
  /** Hosts with their ports, or the socket folder, for messages. */
  hosts: string;
  /** A socket folder, or the parts of an IPv6 address. */
  socket?: { host: string | string[]; port: number };
  ssl?: "prefer" | "require" | TlsOptions;
  /** True if the server is behind a pooler that refuses prepared statements. */
  pooled: boolean;
  /** Maximum number of connections, from `max` in the URL (`max=4`). */
  max?: number;
}

interface TlsOptions {
  rejectUnauthorized: boolean;
  ca?: string;
  cert?: string;
  key?: string;
  checkServerIdentity?: typeof checkServerIdentity;
}

/** libpq options that the server would reject as settings. */
const CLIENT_ONLY = ["channel_binding", "gssencmode", "passfile", "sslmode", "sslrootcert", "sslcert", "sslkey"];
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** The search index writer holds one connection for a long time and writes through another. */
const MIN_CONNECTIONS = 4;

const ENCODE =
  "must have special characters in the user name and password percent-encoded: % as %25, / as %2F, @ as %40, : as %3A, # as %23, ? as %3F";

const FORM = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;

function decode(text: string, mistake = ENCODE): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError(mistake);
  }
}

/** An `@` behind the host, or a `#`, comes from a password that is not encoded. */
function split(text: string) {
  const [, login, hosts, database = "", query = ""] = FORM.exec(text) ?? [];
  if (hosts === undefined || database.includes("@") || (login === undefined && /^[^=&]*@/.test(query)))
    throw new DatabaseUrlError(ENCODE);
  const colon = login?.indexOf(":") ?? -1;
  const user = login && decode(colon < 0 ? login : login.slice(0, colon));
  const password = login && colon >= 0 ? decode(login.slice(colon + 1)) : undefined;
  const name = decode(database, "must have special characters in the name of the database percent-encoded");
  return { user, password, hosts, database: name, parameters: new URLSearchParams(query) };
}

/**
 * Parses DATABASE_URL as psql does. postgres.js supports neither socket folders
 * (`postgres:///vireo?host=/run/postgresql`), IPv6, certificates nor options of libpq, and takes a part of a password for
 * the host.
 * @throws DatabaseUrlError
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const { user, password, hosts, database, parameters } = split(text);
  const ssl = parseSsl(parameters);
  for (const name of CLIENT_ONLY) parameters.delete(name);
  const socket = parseSocket(hosts, parameters);
  const max = Number(parameters.get("max") ?? 0);
  parameters.delete("max");
  if (max !== 0 && !(Number.isInteger(max) && max >= MIN_CONNECTIONS))
    throw new DatabaseUrlError(
      `max must be a whole number of at least ${MIN_CONNECTIONS}. With fewer connections, jobs would wait for each other`,
    );
  const url = `postgres://${socket ? "" : hosts}/${encodeURIComponent(database)}?${parameters}`;
  const pooled = parameters.get("prepare") === "false";
  return {
    url,
    database,
    pooled,
    hosts: [socket?.host].flat().join() || hosts || "localhost",
    user: user || undefined,
    password: password || undefined,
    socket,
    ssl,
    max: max || undefined,
  };
}

function parseSocket(hosts: string, parameters: URLSearchParams): DatabaseAddress["socket"] {
  const [, address, addressPort] = /^\[([\da-f:.]+)\](?::(\d+))?$/i.exec(hosts) ?? [];
  if (address) return { host: [address], port: Number(addressPort ?? 5432) };
  const [, name = "", port] = /^([^:]*)(?::(\d*))?$/.exec(hosts) ?? [];
  // Several hosts; postgres.js parses them.
  if (!name && hosts !== "" && !parameters.has("host")) {
    if (/^[\w.-]+(?::\d+)?(?:,[\w.-]+(?::\d+)?)+$/.test(hosts)) return undefined;
    throw new DatabaseUrlError("has no valid host and port, or a password that is not percent-encoded");
  }
  const host = parameters.get("host") ?? (/^%2F/i.test(name) ? decode(name) : "");
  const ownPort = Number(parameters.get("port") ?? (port || 5432));
  parameters.delete("host");
  parameters.delete("port");
  if (Number.isNaN(ownPort) || ownPort > 65_535) throw new DatabaseUrlError("has no valid port");
  return host ? { host, port: ownPort } : undefined;
}

/** As libpq: `require` does not check the certificate unless there is a root certificate. */
function parseSsl(parameters: URLSearchParams): DatabaseAddress["ssl"] {
  const given = parameters.get("sslmode") ?? parameters.get("ssl");
  const mode = given === "true" ? "require" : given === "false" ? "disable" : given;
  parameters.delete("ssl");
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new DatabaseUrlError(`sslmode must be one of ${SSL_MODES.join(", ")}`);
  const root = parameters.get("sslrootcert");
  const isSystem = root === "system";
  if (root && !isSystem && !["require", "verify-ca", "verify-full"].includes(mode ?? ""))
    throw new DatabaseUrlError("has sslrootcert, which is only used with sslmode=verify-full or sslmode=verify-ca");
  const ca = isSystem ? undefined : readPem("sslrootcert", root);
  const cert = readPem("sslcert", parameters.get("sslcert"));
  const key = readPem("sslkey", parameters.get("sslkey"));
  const files = { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
  if (mode === "verify-full" || isSystem) return { rejectUnauthorized: true, ...files };
  if (mode === "verify-ca" || ca) return { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...files };
  if (cert || key) return { rejectUnauthorized: false, ...files };
  if (mode === "require") return "require";
  return mode === "allow" || mode === "prefer" ? "prefer" : undefined;
}

function readPem(name: string, path: string | null): string | undefined {
  if (!path) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new DatabaseUrlError(
      `names a file in ${name} that cannot be read: ${path} (${(error as { code?: string }).code})`,
    );
  }
  if (!text.includes("-----BEGIN "))
    throw new DatabaseUrlError(`names a file in ${name} that is not in PEM format: ${path}`);
  return text;
}

/** Formats a connection as a DATABASE_URL, for other processes. */
export function toDatabaseUrl({ host, port, database, user, password }: Connection): string {
  const credentials = [user, password].flatMap((part) => (part ? [encodeURIComponent(part)] : [])).join(":");
  return `postgres://${credentials}@${encodeURIComponent(host)}:${port}/${database}`;
}
