/** The caller of a request: an API key, or a signed-in person. */
export interface Caller {
  accountId: string;
  /** Id of the key or the session. */
  keyId: string;
  /** Name of the key, or the person's email address. */
  keyName: string;
  /** The person, if the request has a session. */
  personId?: string;
  /** The person who created the key, directly or through other keys. */
  createdBy?: string;
  /**
   * Expiry of the key, in milliseconds since the epoch. Undefined for sessions, whose expiry does not limit what they
   * create.
   */
  expiresAt?: number;
  scopes: ReadonlySet<string>;
  /** API version pinned to the key. */
  version?: string;
}

/**
 * Returns the id of the calling key or person. A person's id is the same in every session.
 * @example getCallerId({ accountId: "acct_1", keyId: "key_1", keyName: "CI", scopes: new Set() }); // "key_1"
 */
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
  /** Id in the response, which the client may choose. */
  id: string;
  /** Id that only the server chooses, for records that must not be forged. */
  ownId: string;
  method: string;
  path: string;
  /** The client's network address. */
  address: string;
  version: string;
  /** Pattern of the matching route. */
  route?: string;
  caller?: Caller;
  /**
   * Identifies the caller. Long responses call it repeatedly, because keys are revoked and sessions end while they run.
   * Failed attempts count against the network address. `also` accepts a secret other than an API key.
   */
  identify(also?: (secret: string) => Caller | undefined): Promise<Caller | undefined>;
  /**
   * Submission key (`getSubmissionKey`): the caller, the Idempotency-Key and the call, so that it never matches another
   * caller or call. Not the header alone.
   */
  idempotencyKey?: string;
  quotas: Quota[];
  credits?: { used: number; remaining: number };
}

const exchanges = new WeakMap<Request, Exchange>();

export const bindExchange = (request: Request, exchange: Exchange): void => void exchanges.set(request, exchange);

/**
 * Returns the exchange of a request. Every request that reaches a route has one.
 * @throws Error for any other request
 * @example
 * const routes = context.router().get("/me", ({ request }) => ({ address: getExchange(request).address }), { auth: "any" });
 */
export function getExchange(request: Request): Exchange {
  const exchange = exchanges.get(request);
  if (!exchange) throw new Error("This request did not pass through the edge.");
  return exchange;
}
