import { newVerifier, toChallenge } from "vireo/oauth";

/**
 * Identifies the browser in which a person starts to connect an account, by a cookie. Browsers allow only this host to
 * set a cookie with the __Host- prefix, and only over https.
 */
const getName = (isSecure: boolean) => (isSecure ? "__Host-vireo_connect" : "vireo_connect");
const SECRET = /^[\w-]{43}$/;
const MAX_AGE = 15 * 60;

function readSecret(cookies: string | null, isSecure: boolean): string | undefined {
  const pair = cookies?.split(/; */).find((cookie) => cookie.startsWith(`${getName(isSecure)}=`));
  const secret = pair?.slice(pair.indexOf("=") + 1);
  return secret && SECRET.test(secret) ? secret : undefined;
}

/** Returns the SHA-256 of the browser's secret. Undefined if it has none. */
export function findBrowser(cookies: string | null, origin: string): string | undefined {
  const secret = readSecret(cookies, origin.startsWith("https:"));
  return secret && toChallenge(secret);
}

/** Sets the cookie in the browser of a request. Undefined if the browser does not use the server's public URL. */
export function markBrowser(request: Request, origin: string): { browser: string; cookie: string } | undefined {
  if (new URL(request.url).host !== new URL(origin).host) return undefined;
  const isSecure = origin.startsWith("https:");
  const secret = readSecret(request.headers.get("cookie"), isSecure) ?? newVerifier();
  // Lax, because the browser returns from the platform's site.
  const attributes = `Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return { browser: toChallenge(secret), cookie: `${getName(isSecure)}=${secret}; ${attributes}` };
}
