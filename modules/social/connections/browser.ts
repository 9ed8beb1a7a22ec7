import { newVerifier, toChallenge } from "vireo/oauth";

/**
 * The browser in which somebody begins to connect an account, known by a cookie. With the __Host- prefix, browsers let
 * only this host set it, and only over https.
 */
const getName = (isSecure: boolean) => (isSecure ? "__Host-vireo_connect" : "vireo_connect");
const SECRET = /^[\w-]{43}$/;
const MAX_AGE = 15 * 60;

function readSecret(cookies: string | null, isSecure: boolean): string | undefined {
  const pair = cookies?.split(/; */).find((one) => one.startsWith(`${getName(isSecure)}=`));
  const secret = pair?.slice(pair.indexOf("=") + 1);
  return secret && SECRET.test(secret) ? secret : undefined;
}

/** SHA-256 of the browser's secret; undefined if it has none. */
export function findBrowser(cookies: string | null, origin: string): string | undefined {
  const secret = readSecret(cookies, origin.startsWith("https:"));
  return secret && toChallenge(secret);
}

/** Marks the browser of a request. Undefined if it does not see this server under its public address. */
export function markBrowser(request: Request, origin: string): { browser: string; cookie: string } | undefined {
  if (new URL(request.url).host !== new URL(origin).host) return undefined;
  const isSecure = origin.startsWith("https:");
  const secret = readSecret(request.headers.get("cookie"), isSecure) ?? newVerifier();
  // Lax: the platform leads back to this server from its own site.
  const attributes = `Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return { browser: toChallenge(secret), cookie: `${getName(isSecure)}=${secret}; ${attributes}` };
}
