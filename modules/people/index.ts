import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { createAuth } from "./auth";
import { commands } from "./commands";
import { addEntryRoutes } from "./entry-routes";
import { makeLink } from "./links";
import { createAnswer } from "./me";
import { migrations } from "./migrations";
import { isOwnCall } from "./origin";
import { addPeopleRoutes } from "./people-routes";
import { makeResetLink, type PeopleService } from "./reset";
import { State } from "./schema";
import { addSessionRoutes } from "./session-routes";
import { settings } from "./settings";
import { createSignedIn } from "./signed-in";
import { createStore, isSetUp } from "./store";

const PREFIX = "/auth";
/** What the start page asks before it knows anything; it tells nobody anything. */
const STATE = `${PREFIX}/state`;

/**
 * People who sign in to the dashboard, with e-mail and password. A person belongs to one account and
 * is `admin` (every scope) or `member` (what a key of the account may have).
 *
 * Below `/auth`, for the dashboard's own pages. Every call but `GET /auth/state` carries
 * `X-Vireo-Dashboard: 1` and comes from this origin, or is 403 `cross_origin`; bodies are JSON,
 * errors problem+json. The session is a cookie (httpOnly, SameSite=Strict, Secure by https), and is
 * set by whatever answers with `Me`:
 *
 *     Me = { personId, name, email, role, account: { accountId, name }, scopes: string[], session: { sessionId, expiresAt } }
 *
 *     GET    /auth/state                                     200 { setUp }         false until there is an administrator
 *     POST   /auth/setup     { token, email, password, name } 201 Me               410 link_gone
 *     POST   /auth/sign-in   { email, password }              200 Me               401 sign_in_failed
 *     POST   /auth/link      { token }                        200 { purpose: setup | invitation | reset, expiresAt, email?, role?, account? }   410 link_gone
 *     POST   /auth/accept    { token, password, name }        201 Me               410 link_gone, 409 conflict
 *     POST   /auth/reset     { token, password }              200 Me               410 link_gone; all other sessions end
 *     GET    /auth/me                                         200 Me               401 signed_out; prolongs the session
 *     POST   /auth/sign-out                                   204
 *     POST   /auth/password  { currentPassword, newPassword } 200 Me               400 at currentPassword; all other sessions end
 *     GET    /auth/sessions                                   200 { sessions: [{ sessionId, current, address?, userAgent?, createdAt, expiresAt }] }
 *     DELETE /auth/sessions                                   204                  all but this one
 *     DELETE /auth/sessions/{sessionId}                       204                  404 not_found
 *
 * Passwords have 10 to 128 characters. 429 with Retry-After when too much is tried (settings). Links
 * lead to the pages `/setup`, `/accept` and `/reset`, with `?token=`.
 *
 * Calls to /api/v1 ride on the session: no Authorization header, the cookie, and
 * `X-Vireo-Dashboard: 1`. A GET without that header passes where the browser says
 * `Sec-Fetch-Site: same-origin` (EventSource, by https or on this machine). The cookie alone is 401.
 */
export const people = defineModule({
  name: "people",
  description: "Who signs in to the dashboard: invitations, roles, lost passwords. For administrators.",
  openPrefix: PREFIX,
  errors: {
    signed_out: {
      status: 401,
      title: "Not signed in",
      help: "Sign in first. There is no session, or it has expired.",
      documented: false,
    },
    sign_in_failed: {
      status: 401,
      title: "Sign-in failed",
      help: "Wrong email address or password.",
      documented: false,
    },
    cross_origin: {
      status: 403,
      title: "Cross-origin request refused",
      help: "Requests of the dashboard carry `X-Vireo-Dashboard: 1` and come from this server's own address. Behind a proxy, set PUBLIC_URL to that address.",
      documented: false,
    },
    link_gone: {
      status: 410,
      title: "Link expired",
      help: "The link was used, has expired or was replaced. Ask an administrator for a new one.",
      documented: false,
    },
  },
  settings,
  migrations,
  commands,
  async start(context) {
    const { router, db, access, host, limits, settings } = context;
    const { perAddress, perEmail } = settings;
    const quotas = {
      perAddress: limits.define("sign-in", perAddress.requests, perAddress.seconds),
      perEmail: limits.define("sign-in-email", perEmail.requests, perEmail.seconds),
    };
    const auth = createAuth(context);
    const store = createStore(db, access);
    const answer = createAnswer(db, access);
    const signedIn = createSignedIn(context, auth);

    const routes = router();
    addPeopleRoutes(routes, context, store);

    const open = new Elysia({ normalize: false })
      .onTransform(({ request, route, set }) => {
        set.headers["cache-control"] = "no-store";
        if (route !== STATE && !isOwnCall(request, host.origin)) throw new ApiError("cross_origin");
      })
      .get("/state", async () => ({ setUp: await isSetUp(db) }), { response: { 200: State } });
    addEntryRoutes(open, { db, auth, store, answer, ...quotas });
    addSessionRoutes(open, { db, access, auth, store, answer, signedIn, ...quotas });

    const service: PeopleService = {
      resetLink: (email) => makeResetLink(db, host.origin, email, settings.resetHours),
    };
    return {
      routes,
      open,
      service,
      identify: signedIn.identify,
      async notices() {
        if (await isSetUp(db)) return [];
        const { link } = await makeLink(db, host.origin, { purpose: "setup", hours: settings.setupHours });
        return [["Set-up", link]];
      },
      schedules: { sweep: { cron: "0 41 * * * *", run: store.sweep } },
    };
  },
});
