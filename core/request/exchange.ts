import type { Scope } from "#core/access/scopes";

/** Who calls: a key, or a person who is signed in. */
export interface Caller {
  accountId: string;
  /** The key's id, or the session's. */
  keyId: string;
  /** The key's name, or the person's e-mail address. */
  keyName: string;
  /** The person, where the call rides on a session. */
  personId?: string;
  scopes: ReadonlySet<Scope>;
  /** The version that the key is pinned to. */
  version?: string;
}

/** One limiter's state after this request was counted. */
export interface Quota {
  policy: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** What is known of one request on its way, from the first line of the edge to the log entry. */
export interface Exchange {
  id: string;
  method: string;
  path: string;
  /** The client's network address. */
  address: string;
  version: string;
  /** The pattern of the route that took it. */
  route?: string;
  caller?: Caller;
  /** Asks again who calls, for answers that last: keys are revoked and sessions end meanwhile. */
  identify(): Promise<Caller | undefined>;
  idempotencyKey?: string;
  quotas: Quota[];
  credits?: { used: number; remaining: number };
}

const exchanges = new WeakMap<Request, Exchange>();

export const bindExchange = (request: Request, exchange: Exchange): void => void exchanges.set(request, exchange);

/** The exchange of a request; every request that reached a route has one. */
export function getExchange(request: Request): Exchange {
  const exchange = exchanges.get(request);
  if (!exchange) throw new Error("This request did not come through the edge.");
  return exchange;
}
