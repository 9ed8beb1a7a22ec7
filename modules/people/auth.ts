import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import type { Context } from "vireo/module";
import { getExchange } from "vireo/request";
import { ADDRESS, buildAuthOptions } from "./auth-options";
import { parseSessionCookie } from "./cookie";
import { withHashedTokens } from "./hashed-tokens";
import { SIGNING } from "./migrations";
import { isSecure } from "./origin";
import type { Settings } from "./settings";

/** The signed-in person and their session. */
export interface Current {
  sessionId: string;
  expiresAt: Date;
  personId: string;
  /** The workspace that they opened last. */
  accountId: string;
  name: string;
  email: string;
}

/** A session, with the cookie to set if it is new or was extended. */
export interface OpenSession {
  current: Current;
  cookie: string | undefined;
}

type Loaded = Awaited<ReturnType<typeof loadBetterAuth>>;

const OPEN_SESSION = { $Infer: { body: {} as { personId: string } } };

/** Opens sessions without a password. better-auth only exposes that to its plug-ins. */
async function createSessionPlugin() {
  const [{ createAuthEndpoint }, { setSessionCookie }] = await Promise.all([
    import("better-auth/api"),
    import("better-auth/cookies"),
  ]);
  return {
    id: "vireo",
    endpoints: {
      openSession: createAuthEndpoint.serverOnly({ method: "POST", metadata: OPEN_SESSION }, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.personId);
        if (!user) throw new Error("The person no longer exists.");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
      }),
    },
  } satisfies BetterAuthPlugin;
}

/** Days after which a session ends, however often it is used. */
const MAX_DAYS = 90;

/** Returns when a session ends: some days after its last use, and in any case a while after the sign-in. */
export function getEnd(
  { expiresAt, createdAt }: { expiresAt: Date; createdAt: Date },
  { sessionDays }: Pick<Settings, "sessionDays">,
): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + getMaxMs({ sessionDays })));
}

/** Time after which a session ends in any case, in milliseconds. */
export const getMaxMs = ({ sessionDays }: Pick<Settings, "sessionDays">): number =>
  Math.max(MAX_DAYS, sessionDays) * 86_400_000;

/** Loads better-auth on our tables, once for http and once for https pages, whose cookies differ. */
async function loadBetterAuth({ db, log, host, secrets, settings }: Context<Settings>) {
  const [{ betterAuth }, plugin, { value }] = await Promise.all([
    import("better-auth"),
    createSessionPlugin(),
    db.selectFrom("people_secret").select("value").executeTakeFirstOrThrow(),
  ]);
  const database = { db, type: "postgres", transaction: true } as const;
  const secret = secrets.open(value, SIGNING);
  const shared = { secret, log, origin: host.origin, sessionDays: settings.sessionDays };
  const plain = buildAuthOptions({ ...shared, secure: false });
  const secure = buildAuthOptions({ ...shared, secure: true });
  const { adapter } = await betterAuth<BetterAuthOptions>({ ...plain, database }).$context;
  const createApi = (options: BetterAuthOptions) =>
    betterAuth({ ...options, plugins: [plugin], database: () => withHashedTokens(adapter) }).api;
  return { secure: createApi(secure), plain: createApi(plain) };
}

/** Returns the headers that are passed to better-auth. */
function pickHeaders(request: Request): Headers {
  const headers = new Headers({ [ADDRESS]: getExchange(request).address });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, name === "user-agent" ? value.slice(0, 500) : value);
  }
  return headers;
}

/** Finds our session cookie among those of better-auth, which also clears cookies that were never set. */
const findSessionCookie = (headers: Headers): string | undefined =>
  headers.getSetCookie().find((cookie) => /^(?:__Host-)?vireo_session=/.test(cookie));

/** Manages sessions and their cookies with better-auth. It takes 40 MB of memory, so it is loaded on first use. */
export class Auth {
  readonly #context: Context<Settings>;
  #loading: Promise<Loaded> | undefined;

  constructor(context: Context<Settings>) {
    this.#context = context;
  }

  /** Opens a session for a person. sign-in.ts decides whether they may have one. */
  async open(request: Request, personId: string): Promise<OpenSession> {
    const secure = isSecure(request, this.#context.host.origin);
    const { openSession } = await this.#getApi(secure);
    const { headers } = await openSession({ body: { personId }, headers: pickHeaders(request), returnHeaders: true });
    return this.#readNew(request, secure, headers);
  }

  /** Reads the request's session. With `renew`, the session and its cookie are extended. */
  async getCurrent(request: Request, renew: boolean): Promise<OpenSession | undefined> {
    const cookie = parseSessionCookie(request);
    return cookie && this.#read(pickHeaders(request), cookie.secure, renew);
  }

  /** Ends the session. Returns the cookie that clears the session cookie. */
  async signOut(request: Request): Promise<string | undefined> {
    const secure = parseSessionCookie(request)?.secure ?? isSecure(request, this.#context.host.origin);
    const { signOut } = await this.#getApi(secure);
    return findSessionCookie((await signOut({ headers: pickHeaders(request), returnHeaders: true })).headers);
  }

  async #getApi(secure: boolean) {
    this.#loading ??= loadBetterAuth(this.#context);
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    const loaded = await this.#loading;
    return secure ? loaded.secure : loaded.plain;
  }

  async #read(headers: Headers, secure: boolean, renew: boolean): Promise<OpenSession | undefined> {
    const { getSession } = await this.#getApi(secure);
    const { response, headers: set } = await getSession({
      headers,
      query: { disableRefresh: !renew },
      returnHeaders: true,
    });
    if (!response) return undefined;
    const { session, user } = response as typeof response & { user: { accountId: string } };
    const { id: personId, accountId, name, email } = user;
    const expiresAt = getEnd(session, this.#context.settings);
    if (expiresAt.getTime() <= Date.now()) return undefined;
    const current = { sessionId: session.id, expiresAt, personId, accountId, name, email };
    return { current, cookie: findSessionCookie(set) };
  }

  /** Reads the session of a response's cookie. */
  async #readNew(request: Request, secure: boolean, response: Headers): Promise<OpenSession> {
    const cookie = findSessionCookie(response);
    const headers = pickHeaders(request);
    headers.set("cookie", cookie?.split(";")[0] ?? "");
    const session = await this.#read(headers, secure, false);
    if (!session) throw new Error("The new session was not found.");
    return { ...session, cookie };
  }
}
