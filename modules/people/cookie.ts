import { hashKey } from "vireo/access";

/** By https the browser itself sees to it that the cookie is ours: no other host and no plain page can set this name. */
export const cookieName = (secure: boolean): string => (secure ? "__Host-vireo_session" : "vireo_session");

export interface SessionCookie {
  secure: boolean;
  /** SHA-256 of the token: what the session is stored and remembered by. */
  hash: string;
}

/** The session that a request names; whether there is such a one is not looked at. */
export function sessionCookie(request: Request): SessionCookie | undefined {
  const header = request.headers.get("cookie");
  if (!header) return undefined;
  for (const secure of [true, false]) {
    const value = header
      .split(/; */)
      .find((pair) => pair.startsWith(`${cookieName(secure)}=`))
      ?.split("=", 2)[1];
    // The token, a dot, its signature. The token has letters and digits alone.
    const token = value && /^([A-Za-z0-9]{16,128})\./.exec(value)?.[1];
    if (token) return { secure, hash: hashKey(token) };
  }
  return undefined;
}
