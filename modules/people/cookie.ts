import { hashKey } from "vireo/access";

/** With the __Host- prefix, browsers let only this host set the cookie, and only over https. */
export const getCookieName = (secure: boolean): string => (secure ? "__Host-vireo_session" : "vireo_session");

export interface SessionCookie {
  secure: boolean;
  /** SHA-256 of the token. Sessions are stored and cached under it. */
  hash: string;
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
    // Token (letters and digits), dot, signature.
    const token = value && /^([A-Za-z0-9]{16,128})\./.exec(value)?.[1];
    if (token) return { secure, hash: hashKey(token) };
  }
  return undefined;
}
