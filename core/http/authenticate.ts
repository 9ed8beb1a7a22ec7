import { bearer } from "@elysiajs/bearer";
import type { Access } from "#core/access/access";
import { readNamedAccount } from "#core/access/choose-caller";
import type { Guesses } from "#core/access/guesses";
import { hashKey } from "#core/access/keys";
import { needsKey } from "#core/http/paths";
import { unauthorized } from "#core/request/errors";
import type { Caller, Exchange } from "#core/request/exchange";

/** Maximum wait for the rate-limit state of an address, which a response without a caller only displays. */
const SHOW_LIMIT_MS = 500;

export interface Identification {
  guesses: Guesses;
  access: Access;
  /** Finds the caller of a request without an API key, such as a signed-in person. */
  findCallerWithoutKey(request: Request): Promise<Caller | undefined>;
}

/** Sets the caller. Open paths skip this: sign-in has its own limits, and monitoring must always get through. */
export async function authenticate(
  { exchange }: { exchange: Exchange },
  { guesses }: Pick<Identification, "guesses">,
): Promise<undefined> {
  const showLimit = () => Promise.race([guesses.checkQuota(exchange).catch(() => {}), Bun.sleep(SHOW_LIMIT_MS)]);
  if (!needsKey(exchange.path)) {
    await showLimit();
    return;
  }
  const caller = await exchange.identify().catch(async (error) => {
    if (exchange.quotas.length === 0) await showLimit();
    throw error;
  });
  if (!caller) throw unauthorized();
  exchange.caller = caller;
}

/** Finds the caller by API key or, without an Authorization header, by session. Every attempt is counted. */
export async function findCaller(
  request: Request,
  exchange: Exchange,
  { guesses, access, findCallerWithoutKey }: Identification,
  also?: (secret: string) => Caller | undefined,
): Promise<Caller | undefined> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) {
    const key = readKey(authorization);
    if (key) {
      const hash = hashKey(key);
      return guesses.checkSecret(
        exchange,
        hash,
        async () => also?.(key) ?? access.authenticate(key, readNamedAccount(request), hash),
      );
    }
  } else {
    // Sessions cannot be guessed. A new one must work at once, even if others are guessing from the same address.
    const caller = await findCallerWithoutKey(request);
    if (caller) return caller;
  }
  await guesses.countAttempt(exchange);
  return undefined;
}

/**
 * The function that @elysiajs/bearer registers. Running an Elysia app in front of the edge just for it would cost 7% of
 * requests/s.
 */
const readBearer = bearer().event.transform?.[0]?.fn as unknown as (context: {
  query: Record<string, never>;
  headers: { authorization: string };
}) => { bearer?: string };

/**
 * Returns the API key of an Authorization header. Keys in the query are never accepted, because URLs end up in logs.
 */
function readKey(header: string): string | undefined {
  // The plug-in expects this spelling; schemes are case-insensitive (RFC 9110).
  const authorization = /^Bearer [^ ]/.test(header) ? header : header.replace(/^bearer +/i, "Bearer ");
  return readBearer({ query: {}, headers: { authorization } }).bearer;
}
