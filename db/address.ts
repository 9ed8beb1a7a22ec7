import type { Connection } from "#db/connection";

/** libpq options that the server would reject as settings. */
const CLIENT_ONLY = ["channel_binding", "gssencmode", "sslcert", "sslkey", "passfile"];

/** The search index writer holds one connection for a long time and writes through another. */
const MIN_CONNECTIONS = 4;

/**
 * Parses the parts of DATABASE_URL that postgres.js does not support: a socket folder
 * (`postgres:///vireo?host=/run/postgresql`, as in psql) and libpq-only options.
 */
export function parseDatabaseUrl(text: string): {
  url: string;
  socket?: Pick<Connection, "host" | "port">;
  pooled: boolean;
  /** Maximum number of connections, from `max` in the URL (`max=4`). */
  max?: number;
} {
  if (!URL.canParse(text)) return { url: text, pooled: false }; // Several hosts; postgres.js parses them.
  const url = new URL(text);
  const parameters = url.searchParams;
  for (const name of CLIENT_ONLY) parameters.delete(name);
  const host = parameters.get("host") ?? (url.hostname.startsWith("%2F") ? decodeURIComponent(url.hostname) : "");
  const port = Number(parameters.get("port") ?? (url.port || 5432));
  parameters.delete("host");
  parameters.delete("port");
  const max = Number(parameters.get("max") ?? 0);
  parameters.delete("max");
  if (max !== 0 && !(Number.isInteger(max) && max >= MIN_CONNECTIONS))
    throw new Error(
      `DATABASE_URL: max must be a whole number of at least ${MIN_CONNECTIONS}. With fewer connections, jobs would wait for each other.`,
    );
  const pooled = parameters.get("prepare") === "false";
  return { url: url.href, pooled, ...(host ? { socket: { host, port } } : {}), ...(max ? { max } : {}) };
}

/** Formats a connection as a DATABASE_URL, for other processes. */
export function toDatabaseUrl({ host, port, database, user, password }: Connection): string {
  const credentials = [user, password].flatMap((part) => (part ? [encodeURIComponent(part)] : [])).join(":");
  return `postgres://${credentials}@${encodeURIComponent(host)}:${port}/${database}`;
}
