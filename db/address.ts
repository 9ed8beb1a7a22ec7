import type { Connection } from "#db/connection";

/** What libpq knows and the server would refuse as a setting. */
const CLIENT_ONLY = ["channel_binding", "gssencmode", "sslcert", "sslkey", "passfile"];

/** The search index's writer holds one connection for long, and its writes another, beside all else. */
const LEAST = 4;

/**
 * Splits what postgres.js does not read from a DATABASE_URL: a socket's folder
 * (`postgres:///vireo?host=/run/postgresql`, as psql takes it) and options of libpq alone.
 */
export function readAddress(text: string): {
  url: string;
  socket?: Pick<Connection, "host" | "port">;
  pooled: boolean;
  /** `max=4` in the address: connections at most. */
  max?: number;
} {
  if (!URL.canParse(text)) return { url: text, pooled: false }; // Several hosts: postgres.js reads them.
  const url = new URL(text);
  const parameters = url.searchParams;
  for (const name of CLIENT_ONLY) parameters.delete(name);
  const host = parameters.get("host") ?? (url.hostname.startsWith("%2F") ? decodeURIComponent(url.hostname) : "");
  const port = Number(parameters.get("port") ?? (url.port || 5432));
  parameters.delete("host");
  parameters.delete("port");
  const max = Number(parameters.get("max") ?? 0);
  parameters.delete("max");
  if (max !== 0 && !(Number.isInteger(max) && max >= LEAST))
    throw new Error(
      `DATABASE_URL: max must be a whole number from ${LEAST}, for work waits for work on fewer connections.`,
    );
  const pooled = parameters.get("prepare") === "false";
  return { url: url.href, pooled, ...(host ? { socket: { host, port } } : {}), ...(max ? { max } : {}) };
}
