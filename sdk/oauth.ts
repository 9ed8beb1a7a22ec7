/**
 * Accounts that are connected with OAuth 2. A plug-in describes its platform as a Connector. The social module keeps the
 * tokens encrypted, refreshes them ahead of time and revokes them:
 *
 *     const connections = services.social.connector("youtube", connector);
 *     return { engines: { social: createProvider(connections) }, open: callbackRoutes("YouTube", connections) };
 */
import { createHash, randomBytes } from "node:crypto";
import { Elysia } from "elysia";
import { type Platform, type ProviderAccount, RefusedError } from "#sdk/slots/social";
import { RetryLater, type Vendor } from "#sdk/vendor/client";

/** Tokens of one connected account. */
export interface Tokens {
  access: string;
  refresh?: string;
}

export interface IssuedTokens extends Tokens {
  /** How long `access` works, milliseconds from now. */
  expiresInMs: number;
}

/** An account that people gave access to. */
export interface Grant extends Omit<ProviderAccount, "status"> {
  tokens: IssuedTokens;
}

/** OAuth 2 at one platform. */
export interface Connector {
  readonly platform: Platform;
  /** The page on which people give access. */
  authorizeUrl(request: { redirectUrl: string; state: string; challenge: string }): string;
  /** Exchanges the code for the accounts that people gave access to. Throws ConnectError. */
  exchange(request: { code: string; verifier: string; redirectUrl: string }, signal: AbortSignal): Promise<Grant[]>;
  /** New tokens for old. Throws DeadTokenError if people have to connect the account again. */
  refresh(tokens: Tokens, signal: AbortSignal): Promise<IssuedTokens>;
  /** Ends the access. */
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>;
}

/** What a person brings back from the platform. */
export interface CallbackRequest {
  /** `state`, and `code` or `error`. `confirm` answers a question. */
  query: Readonly<Record<string, string | undefined>>;
  /** The `Cookie` header. */
  cookies: string | null;
}

/**
 * The connected accounts; or the name of the Vireo account that they would be connected to. Then the person has to agree:
 * somebody else may have sent them the link. `confirm` goes into the query.
 */
export type CallbackResult = { accounts: ProviderAccount[] } | { account: string; confirm: string };

/** The connected accounts of one connector. */
export interface Connections {
  /** Finishes what `POST /social/accounts/connect` began. Throws ConnectError. */
  finish(request: CallbackRequest, signal: AbortSignal): Promise<CallbackResult>;
  /** The accounts of a Vireo account. */
  list(owner: string): Promise<ProviderAccount[]>;
  /** An access token that works for another minute at least. Throws RefusedError if the account has to be connected again. */
  getToken(owner: string, externalId: string, signal: AbortSignal): Promise<string>;
  /**
   * Reports that the platform rejected a token. Returns a new one, or throws RefusedError if the account has to be connected
   * again.
   */
  replaceToken(owner: string, externalId: string, rejected: string, signal: AbortSignal): Promise<string>;
}

/** Connecting failed. The message is for the person who tried. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
}

/** The platform no longer accepts the tokens. */
export class DeadTokenError extends Error {
  override readonly name = "DeadTokenError";
}

export const expiredAccount = (username: string) =>
  new RefusedError(
    "auth_expired",
    `The access to ${username} has expired. Connect the account again, then retry the post.`,
  );

/** A secret and its SHA-256 for PKCE (RFC 7636). Also used for `state`, of which only the hash is stored. */
export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const toChallenge = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** Errors of RFC 6749 after which only people can help. */
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
 * Asks a token endpoint. Throws DeadTokenError if it rejects the code or the token, and an Error without secrets for
 * anything else. `isDead` recognizes rejections that do not follow the standard, `isGet` is for endpoints that do not either.
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

/** The tokens of an answer. A refresh token that is not replaced stays. */
export function toTokens(answer: TokenAnswer & { access_token: string }, before?: Tokens): IssuedTokens {
  const { access_token, expires_in, refresh_token } = answer;
  const seconds = Number(expires_in);
  const refresh = typeof refresh_token === "string" && refresh_token ? refresh_token : before?.refresh;
  const expiresInMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : HOUR_MS;
  return { access: access_token, expiresInMs, ...(refresh ? { refresh } : {}) };
}

/** Throws ConnectError if people left out a scope that publishing needs. */
export function requireScopes(
  granted: unknown,
  needed: readonly string[],
  names: Readonly<Record<string, string>>,
): void {
  if (typeof granted !== "string") return;
  const given = new Set(granted.split(/[\s,]+/));
  const missing = needed.filter((scope) => !given.has(scope));
  if (missing.length === 0) return;
  const list = missing.map((scope) => names[scope] ?? scope).join(", ");
  throw new ConnectError(`Vireo also needs this permission: ${list}. Connect again and allow it.`);
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The URL holds the code.
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

/** `GET /open/<plug-in>/callback`: where the platform sends people back to. */
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
