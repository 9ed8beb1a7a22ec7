import { bearer } from "@elysiajs/bearer";
import type { Access } from "#core/access/access";
import type { Limits } from "#core/access/limits";
import { needsKey } from "#core/http/paths";
import { ApiError } from "#core/request/errors";
import type { Caller, Exchange } from "#core/request/exchange";

/** Monitoring calls these while the database is down, and whatever else comes from their address. */
const PROBES: ReadonlySet<string> = new Set(["/health", "/ready"]);
/** How long a probe waits for the state of its address's limit. */
const PROBE_LIMIT_MS = 500;

/** Sets the caller. Failed attempts count against the limit of the network address, which open paths respect too. */
export async function authenticate(
  { exchange }: { exchange: Exchange },
  { limits }: { limits: Limits },
): Promise<undefined> {
  if (!needsKey(exchange.path)) {
    const looked = limits.look(exchange, "address", exchange.address);
    await (PROBES.has(exchange.path) ? Promise.race([looked.catch(() => {}), Bun.sleep(PROBE_LIMIT_MS)]) : looked);
    return;
  }
  const caller = await exchange.identify();
  if (!caller) {
    await limits.take(exchange, "address", exchange.address);
    throw new ApiError("unauthorized", undefined, { headers: { "www-authenticate": 'Bearer realm="vireo"' } });
  }
  exchange.caller = caller;
}

/** @elysiajs/bearer's own function. An Elysia app in front of the edge, only to call it, would cost 7% of requests/s. */
const readBearer = bearer().event.transform?.[0]?.fn as unknown as (context: {
  query: Record<string, never>;
  headers: { authorization: string };
}) => { bearer?: string };

/** The caller behind the API key of an Authorization header. Keys in the query are never accepted: URLs end up in logs. */
export async function identifyKey(header: string, access: Access): Promise<Caller | undefined> {
  // The plug-in expects this spelling; schemes are case-insensitive (RFC 9110).
  const authorization = header.replace(/^bearer +/i, "Bearer ");
  const { bearer: key } = readBearer({ query: {}, headers: { authorization } });
  return key ? access.authenticate(key) : undefined;
}
