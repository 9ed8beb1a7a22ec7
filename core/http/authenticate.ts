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

/** The caller behind the API key of a request; undefined if it has none, or an invalid one. */
export async function identifyKey(header: string, access: Access): Promise<Caller | undefined> {
  const key = /^bearer +(\S{1,512})$/i.exec(header)?.[1];
  return key ? access.authenticate(key) : undefined;
}
