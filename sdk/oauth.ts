/**
 * Social accounts that are connected with OAuth 2. A plug-in describes its platform as a Connector. The social module
 * stores the tokens encrypted, refreshes them before they expire, and revokes them:
 *
 *     const connections = services.social.connector("youtube", connector);
 *     return { engines: { social: createProvider(connections) }, open: callbackRoutes("YouTube", connections) };
 */
import { createHash, randomBytes } from "node:crypto";
import { Elysia } from "elysia";
import { type PlatformName, type ProviderAccount, RefusedError } from "#sdk/slots/social";
import { RetryLater, type Vendor } from "#sdk/vendor/client";

/** Tokens of one connected account. */
export interface Tokens {
  access: string;
  refresh?: string;
}

/** Tokens as the platform has just issued them. */
export interface IssuedTokens extends Tokens {
  /** Milliseconds until `access` expires. */
  expiresInMs: number;
}

/** A social account that a person granted access to. */
export interface Grant extends Omit<ProviderAccount, "status"> {
  tokens: IssuedTokens;
}

/** OAuth 2 at one platform. */
export interface Connector {
  readonly platform: PlatformName;
  /** URL of the platform's consent page. */
  authorizeUrl(request: { redirectUrl: string; state: string; challenge: string }): string;
  /** Exchanges the code for the accounts that the person granted access to. Throws ConnectError. */
  exchange(request: { code: string; verifier: string; redirectUrl: string }, signal: AbortSignal): Promise<Grant[]>;
  /** Refreshes tokens. Throws DeadTokenError if the account must be connected again. */
  refresh(tokens: Tokens, signal: AbortSignal): Promise<IssuedTokens>;
  /** Revokes the access. */
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>;
}

/** Parameters of the platform's redirect. */
export interface CallbackRequest {
  /** `state`, and `code` or `error`. `confirm` is the answer to a confirmation page. */
  query: Readonly<Record<string, string | undefined>>;
  /** The `Cookie` header. */
  cookies: string | null;
}

/**
 * The connected accounts, or the name of the Vireo account that they would be connected to. In the second case the
 * person must confirm, because someone else may have sent them the link. `confirm` is then added to the query.
 */
export type CallbackResult = { accounts: ProviderAccount[] } | { account: string; confirm: string };

/** Connected accounts of one platform. */
export interface Connections {
  /** Completes `POST /social/accounts/connect`. Throws ConnectError. */
  finish(request: CallbackRequest, signal: AbortSignal): Promise<CallbackResult>;
  /** Lists the connected accounts of a Vireo account. */
  list(owner: string): Promise<ProviderAccount[]>;
  /**
   * Returns a token that is valid for at least a minute. Throws RefusedError if the account must be connected again.
   */
  getToken(owner: string, externalId: string, signal: AbortSignal): Promise<string>;
  /** Reports a rejected token. Returns a new one. Throws RefusedError if the account must be connected again. */
  replaceToken(owner: string, externalId: string, rejected: string, signal: AbortSignal): Promise<string>;
}

/**
 * Connecting failed. The message is shown to the person.
 * @example
 * const error = new ConnectError("This Google account has no YouTube channel. Create one, then connect again.");
 */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
}

/**
 * The platform no longer accepts the tokens, not even to refresh them.
 * @example
 * const error = new DeadTokenError("Acme no longer gives access.");
 */
export class DeadTokenError extends Error {
  override readonly name = "DeadTokenError";
}

/**
 * Creates the error of an account that must be connected again.
 * @param username of the social account
 * @example expiredAccount("@ann").category; // "auth_expired"
 */
export const expiredAccount = (username: string) =>
  new RefusedError(
    "auth_expired",
    `The access to ${username} has expired. Connect the account again, then retry the post.`,
  );

/**
 * Creates a secret of 43 characters for PKCE (RFC 7636). Also used for `state`, of which only the hash is stored.
 * @example newVerifier().length; // 43
 */
export const newVerifier = (): string => randomBytes(32).toString("base64url");
/**
 * Returns the code challenge of a verifier (PKCE, S256), as in RFC 7636, appendix B.
 *
 * @example toChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"); // "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
 */
export const toChallenge = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** Errors of RFC 6749 that require connecting the account again. */
const DEAD = new Set(["invalid_grant", "invalid_token", "access_denied"]);
const TOKEN_MS = 20_000;

interface TokenAnswer {
  access_token?: unknown;
  expires_in?: unknown;
  refresh_token?: unknown;
  scope?: unknown;
  error?: unknown;
}

/**
 * Calls a token endpoint. `isDead` detects rejections that are not in RFC 6749, from the response's JSON. `isGet` is for
 * endpoints that expect GET.
 * @throws DeadTokenError if the platform rejects the code or the token, and an Error without secrets for other failures
 * @example
 * const form = { grant_type: "refresh_token", client_id: "vireo", refresh_token: "1//0g…" };
 * const tokens = toTokens(await requestTokens(vendor, "/oauth/token", form, signal));
 */
export async function requestTokens(
  vendor: Vendor,
  path: string,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { isGet = false, isDead = () => false }: { isGet?: boolean; isDead?(json: unknown): boolean } = {},
): Promise<TokenAnswer & { access_token: string }> {
  const text = new URLSearchParams(form).toString();
  const call = isGet
    ? {}
    : { method: "POST" as const, body: text, headers: { "content-type": "application/x-www-form-urlencoded" } };
  const response = await vendor.send(isGet ? `${path}?${text}` : path, { ...call, timeoutMs: TOKEN_MS, signal });
  if (response instanceof RetryLater) throw new Error(response.reason);
  const { status } = response;
  const json = (response.json ?? {}) as TokenAnswer;
  if (status < 300 && typeof json.access_token === "string" && json.access_token)
    return json as { access_token: string };
  const message = vendor.errorMessage(response);
  if (status < 500 && (DEAD.has(String(json.error)) || isDead(json)))
    throw new DeadTokenError(`${vendor.title} no longer gives access. ${message}`.trim());
  throw new Error(`${vendor.title} responded with ${status} to a request for tokens. ${message}`.trim());
}

const HOUR_MS = 3_600_000;

/**
 * Parses the tokens of a response. They last an hour if the response does not say how long.
 * @param before tokens that were refreshed. Keeps their refresh token if there is no new one
 * @example toTokens({ access_token: "new", expires_in: 60 }, { access: "old", refresh: "r1" }); // { access: "new", expiresInMs: 60000, refresh: "r1" }
 */
export function toTokens(answer: TokenAnswer & { access_token: string }, before?: Tokens): IssuedTokens {
  const { access_token, expires_in, refresh_token } = answer;
  const seconds = Number(expires_in);
  const refresh = typeof refresh_token === "string" && refresh_token ? refresh_token : before?.refresh;
  const expiresInMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : HOUR_MS;
  return { access: access_token, expiresInMs, refresh: refresh || undefined };
}

/**
 * Checks that the person granted the scopes that publishing needs. Accepts a response that does not list scopes.
 * @param granted scopes of the response, separated by spaces or commas
 * @param names names of scopes for people
 * @throws ConnectError that names the missing scopes
 * @example
 * const names = { "video.publish": "publish videos" };
 * requireScopes("user.info", ["video.publish"], names); // throws "Vireo also needs this permission: publish videos."
 */
export function requireScopes(
  granted: unknown,
  needed: readonly string[],
  names: Readonly<Record<string, string>>,
): void {
  if (typeof granted !== "string") return;
  const grantedScopes = new Set(granted.split(/[\s,]+/));
  const missing = needed.filter((scope) => !grantedScopes.has(scope));
  if (missing.length === 0) return;
  const list = missing.map((scope) => names[scope] ?? scope).join(", ");
  throw new ConnectError(`Vireo also needs this permission: ${list}. Connect again and allow it.`);
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The URL contains the code, which must not leak to other pages or caches.
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

const renderPage = (title: string, text: string, link: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${Bun.escapeHTML(title)} · Vireo</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}
a{display:inline-block;padding:.5rem 1rem;border:1px solid;border-radius:.25rem;color:inherit}</style>
<h1>${Bun.escapeHTML(title)}</h1><p>${Bun.escapeHTML(text)}</p>${link}</html>`;

const respond = (status: number, title: string, text: string, link = "") =>
  new Response(renderPage(title, text, link), { status, headers: HEADERS });

function askPerson(
  title: string,
  query: CallbackRequest["query"],
  { account, confirm }: { account: string; confirm: string },
) {
  const { state = "", code = "" } = query;
  const href = `callback?${new URLSearchParams({ state, code, confirm })}`;
  return respond(
    200,
    `Connect to “${account}”?`,
    `The Vireo account “${account}” will be able to publish to your ${title} account and to read its results. Continue only if you asked for this, or somebody you trust did. Otherwise close this page.`,
    `<p><a href="${Bun.escapeHTML(href)}">Connect ${Bun.escapeHTML(title)}</a></p>`,
  );
}

/**
 * Routes for the redirect URL of the platform, `GET /open/<plug-in>/callback`. Return them from `start` as `open`.
 * @param title name of the platform for people
 * @example
 * const open = callbackRoutes("YouTube", connections);
 */
export function callbackRoutes(title: string, connections: Connections) {
  return new Elysia({ normalize: false }).get("/callback", async ({ query, request }) => {
    try {
      const cookies = request.headers.get("cookie");
      const result = await connections.finish({ query, cookies }, request.signal);
      if ("confirm" in result) return askPerson(title, query, result);
      const names = result.accounts.map(({ username }) => username).join(", ");
      return respond(200, `${title} connected`, `Vireo can now publish to ${names}. You can close this page.`);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      return respond(400, `${title} not connected`, error.message);
    }
  });
}
