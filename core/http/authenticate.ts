import { bearer } from "@elysiajs/bearer";
import type { EdgeOptions } from "#core/http/edge";
import { needsKey } from "#core/http/paths";
import { ApiError } from "#core/request/errors";
import type { Caller, Exchange } from "#core/request/exchange";

/** Monitoring calls these while the database is down, and whatever else comes from their address. */
const PROBES: ReadonlySet<string> = new Set(["/health", "/ready"]);
/** How long a probe waits for the state of its address's limit. */
const PROBE_LIMIT_MS = 500;

/** Open, but they ask for a key themselves. */
const GUARDED: ReadonlySet<string> = new Set(["/metrics"]);

/** Sets the caller. Open paths are refused to addresses that guess, too. */
export async function authenticate(
  { exchange }: { exchange: Exchange },
  { guesses }: Pick<EdgeOptions, "guesses">,
): Promise<undefined> {
  if (!needsKey(exchange.path)) {
    if (GUARDED.has(exchange.path)) return;
    const looked = guesses.look(exchange);
    await (PROBES.has(exchange.path) ? Promise.race([looked.catch(() => {}), Bun.sleep(PROBE_LIMIT_MS)]) : looked);
    return;
  }
  const caller = await exchange.identify();
  if (!caller) throw unauthorized();
  exchange.caller = caller;
}

export const unauthorized = (): ApiError =>
  new ApiError("unauthorized", undefined, { headers: { "www-authenticate": 'Bearer realm="vireo"' } });

/** Identifies the caller by API key or, without an Authorization header, by session. Every attempt is counted. */
export async function identify(
  request: Request,
  exchange: Exchange,
  { guesses, access, identify }: Pick<EdgeOptions, "guesses" | "access" | "identify">,
  also?: (secret: string) => Caller | undefined,
): Promise<Caller | undefined> {
  const authorization = request.headers.get("authorization");
  const cookie = request.headers.get("cookie");
  if (authorization !== null) {
    const key = readKey(authorization);
    if (key) return guesses.try(exchange, key, async () => also?.(key) ?? access.authenticate(key));
  } else {
    const session = () => identify(request);
    const caller = await (cookie === null ? session() : guesses.try(exchange, cookie, session));
    if (caller || cookie !== null) return caller;
  }
  await guesses.count(exchange);
  return undefined;
}

/** @elysiajs/bearer's own function. An Elysia app in front of the edge, only to call it, would cost 7% of requests/s. */
const readBearer = bearer().event.transform?.[0]?.fn as unknown as (context: {
  query: Record<string, never>;
  headers: { authorization: string };
}) => { bearer?: string };

/** The API key of an Authorization header. Keys in the query are never accepted: URLs end up in logs. */
function readKey(header: string): string | undefined {
  // The plug-in expects this spelling; schemes are case-insensitive (RFC 9110).
  const authorization = header.replace(/^bearer +/i, "Bearer ");
  return readBearer({ query: {}, headers: { authorization } }).bearer;
}
