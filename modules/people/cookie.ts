import { hashKey } from "vireo/access";

/** Browsers allow only this host to set a cookie with the __Host- prefix, and only over https. */
const getName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
export const getCookieName = (secure: boolean): string => getName("vireo_session", secure);

interface Attributes {
  secure: boolean;
  /** Lifetime in seconds. 0 removes the cookie. */
  seconds: number;
  sameSite: "Strict" | "Lax";
}

/** Builds a cookie that scripts cannot read. The value consists of letters and digits only. */
export const serializeCookie = (name: string, value: string, { secure, seconds, sameSite }: Attributes): string =>
  `${getName(name, secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure ? "; Secure" : ""}`;

/** Reads a cookie of `serializeCookie`. Prefers the one that only this host can have set. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("cookie") ?? "";
  for (const secure of [true, false]) {
    const pattern = new RegExp(`(?:^|; *)${getName(name, secure)}=([A-Za-z0-9]{16,128})(?:;|$)`);
    const value = pattern.exec(header)?.[1];
    if (value) return value;
  }
  return undefined;
}

interface SessionCookie {
  secure: boolean;
  /** SHA-256 of the token. Sessions are stored and cached under it. */
  hash: string;
  /** SHA-256 of the token with its signature. */
  proof: string;
}

/** Parses the session cookie, without checking that the session exists. */
export function parseSessionCookie(request: Request): SessionCookie | undefined {
  const header = request.headers.get("cookie");
  if (!header) return undefined;
  for (const secure of [true, false]) {
    const value = header
      .split(/; */)
      .find((pair) => pair.startsWith(`${getCookieName(secure)}=`))
      ?.split("=", 2)[1];
    // Format: token (letters and digits), dot, signature.
    const token = value && /^([A-Za-z0-9]{16,128})\./.exec(value)?.[1];
    if (token) return { secure, hash: hashKey(token), proof: hashKey(value) };
  }
  return undefined;
}
