import { Elysia } from "elysia";
import { findOwnerAccount } from "vireo/access";
import { ApiError, invalid } from "vireo/errors";
import { randomBase62 } from "vireo/ids";
import { defineModule } from "vireo/module";
import { defineAttempts } from "./attempts";
import { Auth } from "./auth";
import { commands } from "./commands";
import type { People } from "./context";
import { EMAIL, normalizeEmail } from "./email";
import { addEntryRoutes } from "./entry-routes";
import { findSignedInCaller } from "./identify";
import { invite } from "./invitations";
import { createLink } from "./links";
import { findMembers, findUsualAccount, listMembers, selectMembers, selectOtherWorkspace } from "./memberships";
import { AUTHENTICATOR, migrations, SIGNING } from "./migrations";
import { OidcProvider } from "./oidc/provider";
import { addOidcRoutes } from "./oidc/routes";
import { getConfigured } from "./oidc/settings";
import { isSameOrigin } from "./origin";
import { addPeopleRoutes, addPersonSignInRoutes } from "./people-routes";
import { createResetLink, mailResetLink, type PeopleService } from "./reset";
import { State } from "./schema";
import { addSessionRoutes } from "./session-routes";
import { settings } from "./settings";
import {
  changeMember,
  changeMemberIn,
  getPersonByEmail,
  isSetUp,
  listPeople,
  requireScopes,
  signOutPerson,
  sweepExpired,
} from "./store";
import { addTwoFactorRoutes } from "./two-factor/routes";
import { removeTwoFactor } from "./two-factor/two-factor";
import { addWorkspaceRoutes } from "./workspace-routes";

const PREFIX = "/auth";
/**
 * Routes that a browser may call from another origin: the state for the start page, and the callback from a provider.
 */
const FROM_OUTSIDE = [`${PREFIX}/state`, `${PREFIX}/oidc/callback`];

/**
 * Routes that `OIDC_ONLY` turns off. Set-up and reset links keep working, because only administrators and the command
 * line create them.
 */
const WITH_PASSWORD = ["sign-in", "accept", "forgotten", "password"].map((path) => `${PREFIX}/${path}`);

/**
 * People who sign in to the dashboard with email address and password, or with an OpenID Connect provider. A person
 * belongs to one or more accounts, the workspaces of the dashboard, with a role in each: `viewer`, `editor`, `publisher`,
 * `manager` or `admin` (core/access/roles.ts). A person who belongs to several must name one in the header
 * `Vireo-Account` of each API request: without it, requests fail with 400 `account_required`, and for another account with
 * 403 `account_mismatch`.
 *
 * The dashboard uses the routes below `/auth`. Every request except `GET /auth/state` and the callback must carry
 * `X-Vireo-Dashboard: 1` and come from this origin; otherwise it fails with 403 `cross_origin`. Bodies are JSON, errors
 * problem+json. Every response with `Me` sets the session cookie (httpOnly, SameSite=Strict, Secure on https):
 *
 *     Me = { personId, name, email, role, account: { accountId, name, color?, picture? }, scopes: string[], session: { sessionId, expiresAt } }
 *
 *     GET    /auth/state                                     200 { setUp, mail, passwords, provider? }   setUp: false until there is an administrator
 *     POST   /auth/setup     { token, email, password, name } 201 Me               410 link_gone
 *     POST   /auth/sign-in   { email, password }              200 Me | 202 { codeRequired }   401 sign_in_failed
 *     POST   /auth/sign-in/code { code }                      200 Me               401 wrong_code, sign_in_expired
 *     POST   /auth/oidc/start { next? }                       200 { url }          503 sign_in_unavailable
 *     GET    /auth/oidc/callback                              303                  to `next`, /sign-in/code or /sign-in?problem=
 *     POST   /auth/forgotten { email }                        202                  mails a reset link, if somebody has the address and mail is configured
 *     POST   /auth/link      { token }                        200 { purpose: setup | invitation | reset, expiresAt, email?, role?, account?, known? }   410 link_gone
 *     POST   /auth/accept    { token, password, name }        201 Me               410 link_gone, 409 conflict
 *     POST   /auth/reset     { token, password }              200 Me | 202 { codeRequired }   410 link_gone; all other sessions end
 *     GET    /auth/me                                         200 Me               401 signed_out; extends the session
 *     POST   /auth/sign-out                                   204
 *     POST   /auth/password  { currentPassword, newPassword } 200 Me               400 (currentPassword); all other sessions end
 *     GET    /auth/sessions                                   200 { sessions: [{ sessionId, current, address?, userAgent?, createdAt, expiresAt }] }
 *     DELETE /auth/sessions                                   204                  all but this one
 *     DELETE /auth/sessions/{sessionId}                       204                  404 not_found
 *
 *     GET    /auth/workspaces                                 200 { workspaces: [{ accountId, name, color?, picture?, role, status }] }
 *     POST   /auth/workspaces/{accountId}/select              200 Me               404 not_found; sign-ins open it from now on
 *     DELETE /auth/workspaces/{accountId}                     204                  leaves it; 409 conflict for the only one
 *     POST   /auth/join      { token }                        201 Me               410 link_gone, 409 conflict (for another address)
 *
 *     GET    /auth/methods                                    200 { password, oidc, twoFactor, recoveryCodes }
 *     POST   /auth/two-factor { password? }                   201 { secret, uri }  400 (password), 409 conflict
 *     POST   /auth/two-factor/confirm { code }                200 { recoveryCodes: string[] }   401 wrong_code; all other sessions end
 *     POST   /auth/two-factor/recovery-codes { code }         200 { recoveryCodes: string[] }   401 wrong_code
 *     POST   /auth/two-factor/off { code }                    204                  401 wrong_code
 *
 * With 202, a code of the authenticator app or a recovery code is required. The cookie of that response holds the
 * sign-in open for ten minutes and five codes.
 *
 * With `OIDC_ONLY`, sign-in, accept, forgotten and password return 403 `passwords_off`.
 *
 * Passwords have 10 to 128 characters. Too many attempts return 429 with Retry-After (see settings). Links lead to the
 * pages `/setup`, `/accept` and `/reset`, with `?token=`.
 *
 * The dashboard calls /api/v1 with the cookie and `X-Vireo-Dashboard: 1`, without an Authorization header. A GET may
 * omit that header if the browser sends `Sec-Fetch-Site: same-origin` (EventSource on https or localhost). The cookie
 * alone returns 401.
 */
export const people = defineModule({
  name: "people",
  uses: ["webhooks", "mail"],
  description:
    "People who can sign in to the dashboard: invitations, roles, password resets. For managers, in their own account, and for administrators.",
  scopes: ["workspace:manage"],
  roles: { "workspace:manage": "manager" },
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
    sign_in_expired: {
      status: 401,
      title: "Sign-in expired",
      help: "Start signing in again. A sign-in expires after ten minutes or five codes.",
      documented: false,
    },
    wrong_code: {
      status: 401,
      title: "Wrong code",
      help: "Wrong code. Enter the current code of your authenticator app, or a recovery code. Each works once.",
      documented: false,
    },
    sign_in_unavailable: {
      status: 503,
      title: "Sign-in provider unavailable",
      help: "The provider returned an unexpected response. Try again later, or sign in with your password. The server's log shows the reason.",
      documented: false,
    },
    passwords_off: {
      status: 403,
      title: "Passwords are turned off",
      help: "Sign in with the provider on the sign-in page, also to accept an invitation.",
      documented: false,
    },
    cross_origin: {
      status: 403,
      title: "Cross-origin request refused",
      help: "Dashboard requests must carry `X-Vireo-Dashboard: 1` and come from this server's own origin. Behind a proxy, set PUBLIC_URL to that origin.",
      documented: false,
    },
    link_gone: {
      status: 410,
      title: "Link expired",
      help: "The link was used, has expired or was replaced. Ask an administrator for a new one.",
      documented: false,
    },
  },
  audited: [
    ...["invitation.created", "invitation.revoked", "person.added", "person.updated", "person.removed"],
    ...["person.reset_link_created", "person.password_changed", "person.sessions_ended"],
    ...["person.linked", "person.unlinked"],
    ...["person.two_factor_enabled", "person.two_factor_disabled"],
    ...["person.recovery_codes_created", "person.recovery_code_used", "person.wrong_codes_entered"],
  ],
  settings,
  migrations,
  secrets: [
    {
      table: "people_secret",
      column: "value",
      purpose: SIGNING,
      renew: () => randomBase62(64),
      lost: "Everyone must sign in to the dashboard again.",
    },
    {
      table: "people_two_factor",
      column: "secret",
      purpose: AUTHENTICATOR,
      lost: "People with two-factor authentication must sign in with a recovery code and set it up again.",
    },
  ],
  commands,
  async start(context) {
    const { db, access, host, settings, services } = context;
    const people: People = { ...context, auth: new Auth(context), attempts: defineAttempts(context) };
    access.guardKeys((trx, member, scopes) => requireScopes(people, trx, member, scopes));
    const oidc = getConfigured(settings.oidc);
    const provider = oidc && new OidcProvider(oidc, context.fetch, host);

    const routes = context.router();
    addPeopleRoutes(routes, people);
    addPersonSignInRoutes(routes, people);

    const open = new Elysia({ normalize: false })
      .onTransform(({ request, route, set }) => {
        set.headers["cache-control"] = "no-store";
        if (!FROM_OUTSIDE.includes(route) && !isSameOrigin(request, host.origin)) throw new ApiError("cross_origin");
        if (oidc?.only && WITH_PASSWORD.includes(route)) throw new ApiError("passwords_off");
      })
      .get(
        "/state",
        async () => ({
          setUp: await isSetUp(db),
          mail: services.mail?.isConfigured ?? false,
          passwords: !oidc?.only,
          provider: oidc && { name: oidc.name },
        }),
        { response: { 200: State } },
      );
    addEntryRoutes(open, people);
    addSessionRoutes(open, people);
    addWorkspaceRoutes(open, people);
    if (provider) addOidcRoutes(open, people, provider);
    addTwoFactorRoutes(open, people);

    const createSetupLink = () => createLink(people, db, { purpose: "setup", hours: settings.setupHours });
    const service: PeopleService = {
      async setupLink() {
        if (await isSetUp(db)) throw new ApiError("conflict", "An administrator already exists.");
        return createSetupLink();
      },
      list: (limit) => selectMembers(db).selectAll().orderBy("created_at", "desc").limit(limit).execute(),
      async setRole(email, role, accountId) {
        const { id: personId } = await getPersonByEmail(people, email);
        const account = accountId ?? (await findUsualAccount(people, personId, role));
        return changeMember(people, { personId, accountId: account }, { role });
      },
      addMember: async (trx, member, role) => void (await changeMemberIn(people, trx, member, { role })),
      async invite({ email, role, accountId }) {
        const account = accountId ?? (await findOwnerAccount(db))?.id ?? "";
        if (!new RegExp(EMAIL).test(email)) throw invalid("email", `"${email}" is not an email address.`);
        return invite(people, { email: normalizeEmail(email), role, accountId: account });
      },
      signOut: async (email) => signOutPerson(people, await getPersonByEmail(people, email)),
      removeTwoFactor: async (email) => removeTwoFactor(people, await getPersonByEmail(people, email)),
      resetLink: (email) => createResetLink(people, email),
      listMembers,
      findMembers,
      listPeople,
    };
    return {
      routes,
      open,
      service,
      identify: (request) => findSignedInCaller(people, request),
      // Deleting an account deletes the people who opened it last.
      closeAccount: async (accountId) => void (await selectOtherWorkspace(db, accountId)),
      jobs: {
        // Runs in a job, so that the response time does not reveal whether the address is known.
        forgotten: { run: ({ email }) => mailResetLink(people, String(email)) },
      },
      async notices() {
        if (await isSetUp(db)) return [];
        const { link } = await createSetupLink();
        return [["Set-up", link]];
      },
      schedules: { sweep: { cron: "0 41 * * * *", run: () => sweepExpired(people) } },
    };
  },
});
