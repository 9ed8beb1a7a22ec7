import type { BetterAuthOptions } from "better-auth";
import { ApiError, invalid } from "vireo/errors";
import type { Context } from "vireo/module";
import { getExchange } from "vireo/request";
import { ADDRESS, authOptions } from "./auth-options";
import { sessionCookie } from "./cookie";
import { withHashedTokens } from "./hashed-tokens";
import type { Role } from "./migrations";
import { isSecure } from "./origin";
import type { Settings } from "./settings";

/** Who is signed in. */
export interface Current {
  sessionId: string;
  expiresAt: Date;
  personId: string;
  accountId: string;
  name: string;
  email: string;
  role: Role;
}

/** A session, and the cookie to set where it is new or prolonged. */
export interface Opened {
  current: Current;
  cookie: string | undefined;
}

/** Sign-in itself is better-auth's: passwords, sessions, cookies. Loaded when somebody signs in, since it takes 40 MB. */
export function createAuth({ db, log, host, settings }: Pick<Context<Settings>, "db" | "log" | "host" | "settings">) {
  async function load() {
    const [{ betterAuth }, { value: secret }] = await Promise.all([
      import("better-auth"),
      db.selectFrom("people_secret").select("value").executeTakeFirstOrThrow(),
    ]);
    const database = { db, type: "postgres", transaction: true } as const;
    const shared = { secret, log, origin: host.origin, sessionDays: settings.sessionDays };
    const plain = authOptions({ ...shared, secure: false });
    const secure = authOptions({ ...shared, secure: true });
    const { adapter } = await betterAuth<BetterAuthOptions>({ ...plain, database }).$context;
    const make = (options: BetterAuthOptions) =>
      betterAuth<BetterAuthOptions>({ ...options, database: () => withHashedTokens(adapter) }).api;
    return { secure: make(secure), plain: make(plain) };
  }
  let loading: ReturnType<typeof load> | undefined;
  async function api(secure: boolean) {
    loading ??= load();
    loading.catch(() => {
      loading = undefined;
    });
    const { secure: byHttps, plain } = await loading;
    return secure ? byHttps : plain;
  }

  /** What better-auth is to see of a request. */
  function headersOf(request: Request): Headers {
    const headers = new Headers({ [ADDRESS]: getExchange(request).address });
    for (const name of ["cookie", "user-agent"]) {
      const value = request.headers.get(name);
      if (value) headers.set(name, name === "user-agent" ? value.slice(0, 500) : value);
    }
    return headers;
  }

  /** Of the cookies that better-auth sets, ours; it also takes away some that it never gave. */
  const ownCookie = (headers: Headers): string | undefined =>
    headers.getSetCookie().find((cookie) => /^(?:__Host-)?vireo_session=/.test(cookie));

  async function read(headers: Headers, secure: boolean, renew: boolean): Promise<Opened | undefined> {
    const { response, headers: set } = await (await api(secure)).getSession({
      headers,
      query: { disableRefresh: !renew },
      returnHeaders: true,
    });
    if (!response) return undefined;
    const { session, user } = response as typeof response & { user: { accountId: string; role: Role } };
    const { id: personId, accountId, name, email, role } = user;
    const current = { sessionId: session.id, expiresAt: session.expiresAt, personId, accountId, name, email, role };
    return { current, cookie: ownCookie(set) };
  }

  /** The session which an answer's cookie opens. */
  async function opened(request: Request, secure: boolean, answer: Headers): Promise<Opened> {
    const cookie = ownCookie(answer);
    const headers = headersOf(request);
    headers.set("cookie", cookie?.split(";")[0] ?? "");
    const found = await read(headers, secure, false);
    if (!found) throw new Error("A session was opened that is not there.");
    return { ...found, cookie };
  }

  const codeOf = (error: unknown) => (error as { body?: { code?: string } }).body?.code ?? "";

  return {
    /** Opens a session. Throws `sign_in_failed`, after the same time whether the e-mail or the password is wrong. */
    async signIn(request: Request, email: string, password: string): Promise<Opened> {
      const secure = isSecure(request, host.origin);
      const { signInEmail } = await api(secure);
      try {
        const { headers } = await signInEmail({
          body: { email, password },
          headers: headersOf(request),
          returnHeaders: true,
        });
        return await opened(request, secure, headers);
      } catch (error) {
        if (/^INVALID_EMAIL/.test(codeOf(error))) throw new ApiError("sign_in_failed");
        throw error;
      }
    },

    /** Who is signed in. With `renew`, a session in use is prolonged, and the cookie with it. */
    async current(request: Request, renew: boolean): Promise<Opened | undefined> {
      const cookie = sessionCookie(request);
      return cookie && read(headersOf(request), cookie.secure, renew);
    },

    /** Ends the session; the cookie returned takes the other one away. */
    async signOut(request: Request): Promise<string | undefined> {
      const secure = sessionCookie(request)?.secure ?? isSecure(request, host.origin);
      const { signOut } = await api(secure);
      return ownCookie((await signOut({ headers: headersOf(request), returnHeaders: true })).headers);
    },

    /** Sets a new password, ends all sessions, and opens another one. */
    async changePassword(request: Request, currentPassword: string, newPassword: string): Promise<Opened> {
      const secure = sessionCookie(request)?.secure ?? false;
      const { changePassword } = await api(secure);
      try {
        const { headers } = await changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: headersOf(request),
          returnHeaders: true,
        });
        return await opened(request, secure, headers);
      } catch (error) {
        if (codeOf(error) === "INVALID_PASSWORD") throw invalid("currentPassword", "Is not your password.");
        throw error;
      }
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
