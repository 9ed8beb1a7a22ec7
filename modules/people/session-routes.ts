import type { AnyElysia } from "elysia";
import { ApiError } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Context } from "vireo/module";
import { Nothing } from "vireo/schema";
import type { Attempts } from "./attempts";
import { type Auth, getEnd, getMaxMs } from "./auth";
import { parseSessionCookie } from "./cookie";
import type { Entrance } from "./entrance";
import type { Presenter } from "./me";
import type { SessionRow } from "./migrations";
import { checkOwnPassword } from "./own-password";
import { ChangePassword, Me, Sessions } from "./schema";
import type { Settings } from "./settings";
import type { SignedIn } from "./signed-in";
import type { PeopleStore } from "./store";

interface Parts extends Pick<Context<Settings>, "db" | "access" | "settings"> {
  attempts: Attempts;
  auth: Auth;
  entrance: Entrance;
  store: PeopleStore;
  presenter: Presenter;
  signedIn: SignedIn;
}

/** Formats sessions for a list. */
const MAX_LISTED = 100;

export const presentSession = (row: SessionRow, settings: Settings) => ({
  sessionId: row.id,
  address: row.ip_address ?? undefined,
  userAgent: row.user_agent ?? undefined,
  createdAt: row.created_at.getTime(),
  expiresAt: getEnd({ expiresAt: row.expires_at, createdAt: row.created_at }, settings).getTime(),
});

/** Adds the routes for signed-in people: profile, sign-out, password and sessions. */
export const addSessionRoutes = (app: AnyElysia, parts: Parts) => {
  const { db, access, settings, auth, entrance, store, presenter, signedIn, attempts } = parts;
  return app
    .get(
      "/me",
      async ({ request, set }) => {
        await signedIn.require(request);
        const session = await auth.getCurrent(request, true);
        if (!session) throw new ApiError("signed_out");
        return presenter.me(session, session.cookie ? [session.cookie] : [], set);
      },
      { response: { 200: Me } },
    )
    .post(
      "/sign-out",
      async ({ request, set }) => {
        const cookie = await auth.signOut(request);
        if (cookie) set.headers["set-cookie"] = cookie;
        const session = parseSessionCookie(request);
        if (session) await access.forget(db, [session.hash]);
        set.status = 204;
      },
      { response: { 204: Nothing } },
    )
    .post(
      "/password",
      async ({ body, request, set }) => {
        const { personId } = await signedIn.require(request);
        const { currentPassword: password, newPassword } = body;
        const own = { personId, password, field: "currentPassword" };
        const attempt = await checkOwnPassword({ attempts, store }, request, own);
        const person = await db.transaction().execute((trx) => store.setPassword(trx, personId, newPassword));
        const { session, cookies } = await entrance.reopen(request, person);
        const me = await presenter.me(session, cookies, set);
        await attempt.succeeded();
        return me;
      },
      { body: ChangePassword, response: { 200: Me } },
    )
    .get(
      "/sessions",
      async ({ request }) => {
        const { personId, keyId } = await signedIn.require(request);
        const rows = await db
          .selectFrom("people_sessions")
          .selectAll()
          .where("person_id", "=", personId)
          .where("expires_at", ">", fromNow())
          .where("created_at", ">", fromNow(-getMaxMs(settings)))
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(MAX_LISTED)
          .execute();
        return { sessions: rows.map((row) => ({ ...presentSession(row, settings), current: row.id === keyId })) };
      },
      { response: { 200: Sessions } },
    )
    .delete(
      "/sessions",
      async ({ request, set }) => {
        const { personId, keyId } = await signedIn.require(request);
        await store.endSessions(personId, { not: keyId });
        set.status = 204;
      },
      { response: { 204: Nothing } },
    )
    .delete(
      "/sessions/:sessionId",
      async ({ params, request, set }) => {
        const { personId } = await signedIn.require(request);
        const { sessionId } = params;
        const ended = isUuid(sessionId) ? await store.endSessions(personId, { id: sessionId }) : 0;
        if (ended === 0) throw new ApiError("not_found", "Session not found.");
        set.status = 204;
      },
      { response: { 204: Nothing } },
    );
};
