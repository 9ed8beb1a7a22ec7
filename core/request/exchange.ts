/** The caller of a request: an API key, or a signed-in person. */
export interface Caller {
  accountId: string;
  /** The key's id, or the session's. */
  keyId: string;
  /** The key's name, or the person's e-mail address. */
  keyName: string;
  /** The person, if the request has a session. */
  personId?: string;
  /** The person that the key goes back to: they created it, or the key it was created with. */
  createdBy?: string;
  /** When the key expires, in milliseconds since the epoch. Sessions bound nothing that is created in them. */
  expiresAt?: number;
  scopes: ReadonlySet<string>;
  /** API version pinned to the key. */
  version?: string;
}

/** The key or the person who is calling. A person stays the same from session to session. */
export const getCallerId = ({ personId, keyId }: Caller): string => personId ?? keyId;

/** State of one rate limit after this request was counted. */
export interface Quota {
  policy: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/** State of one request, from the edge's first step to the log entry. */
export interface Exchange {
  id: string;
  method: string;
  path: string;
  /** The client's network address. */
  address: string;
  version: string;
  /** Pattern of the matching route. */
  route?: string;
  caller?: Caller;
  /**
   * Identifies the caller. Long responses do so again and again, because keys are revoked and sessions end in the
   * meantime. Failed attempts count against the network address. `also` accepts another secret than an API key.
   */
  identify(also?: (secret: string) => Caller | undefined): Promise<Caller | undefined>;
  /** Identifies a submission by its Idempotency-Key, caller and call, so that it matches no other caller and no other call. */
  idempotencyKey?: string;
  quotas: Quota[];
  credits?: { used: number; remaining: number };
}

const exchanges = new WeakMap<Request, Exchange>();

export const bindExchange = (request: Request, exchange: Exchange): void => void exchanges.set(request, exchange);

/** The exchange of a request. Every request that reaches a route has one. */
export function getExchange(request: Request): Exchange {
  const exchange = exchanges.get(request);
  if (!exchange) throw new Error("This request did not pass through the edge.");
  return exchange;
}
