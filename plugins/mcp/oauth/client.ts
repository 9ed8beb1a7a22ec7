import { OAuthError } from "./error";

/** A program that requests access, as it registered itself. */
export interface Client {
  name: string;
  redirectUris: readonly string[];
}

const MAX_REDIRECT_URIS = 5;
const MAX_URI = 500;
const MAX_NAME = 80;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Schemes that run code or read files. Other schemes belong to installed programs, such as `cursor:`. */
const FORBIDDEN = /^(javascript|data|file|blob|vbscript|about|ftp|ws|wss):$/;

/** Redirects to pages require https; programs on this machine use a loopback address or their own scheme. */
function isAllowedUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_URI || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  if (hash !== "" || FORBIDDEN.test(protocol)) return false;
  return protocol === "http:" ? LOOPBACK.test(hostname) : true;
}

/**
 * Registers a client (RFC 7591). The id contains all its data, so nothing is stored: anyone may register, and a client
 * gets access only when a person consents.
 */
export function registerClient({ client_name: name, redirect_uris: uris }: Record<string, unknown>): string {
  const [first] = Array.isArray(uris) && uris.length <= MAX_REDIRECT_URIS && uris.every(isAllowedUri) ? uris : [];
  if (!first) {
    throw new OAuthError("invalid_redirect_uri", "redirect_uris: Use https, a loopback address or your own scheme.");
  }
  const shown = typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, MAX_NAME) : new URL(first).host;
  return Buffer.from(JSON.stringify([shown, ...(uris as string[])])).toString("base64url");
}

/** Returns the client of an id. Undefined if the id was not issued here. */
export function parseClient(id: string): Client | undefined {
  try {
    const [name, ...redirectUris] = JSON.parse(Buffer.from(id, "base64url").toString()) as unknown[];
    if (typeof name !== "string" || name.length > MAX_NAME || !redirectUris.every(isAllowedUri)) return undefined;
    return { name, redirectUris };
  } catch {
    return undefined;
  }
}

/**
 * True for a redirect URL that the client registered. Programs on this machine choose a port at each start (RFC 8252).
 */
export function isRegistered({ redirectUris }: Client, uri: string): boolean {
  const withoutPort = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "http:") return text;
    url.port = "";
    return url.href;
  };
  return isAllowedUri(uri) && redirectUris.some((registered) => withoutPort(registered) === withoutPort(uri));
}
